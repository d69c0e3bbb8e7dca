"""Markdown with formulas as a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from grader.typeset.mathml import mathml
from grader.typeset.page import page
from grader.typeset.tree import BadFormula

MATHML = {
    r"\cos\phi": "<mi>cos</mi><mspace width=\"0.167em\" /><mi>ϕ</mi>",
    r"\operatorname{softmax}(x)": (
        '<mi>softmax</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>'
    ),
    r"\mathrm{Key}[t]": '<mi mathvariant="normal">Key</mi>',
    r"\boldsymbol{\theta}": "<mi>𝜽</mi>",
    r"X W": "<mi>X</mi><mi>W</mi>",
    r"a < b": "<mo>&lt;</mo>",
    r"\text{<script>&}": "<mtext>&lt;script&gt;&amp;</mtext>",
    r"\langle t\rangle": '<mo stretchy="false" form="prefix">⟨</mo>',
}  # fmt: skip


@pytest.mark.parametrize("latex", MATHML, ids=list(MATHML))
def test_mathml_of_a_formula(latex: str) -> None:
    found = mathml(latex)
    ElementTree.fromstring(found)
    assert MATHML[latex] in found


def test_limits_and_tables_of_a_displayed_formula() -> None:
    assert "<munderover><mo>∑</mo>" in mathml(r"\left(\sum_{i=1}^n x\right)", display=True)
    aligned = mathml(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", display=True)
    assert aligned.count("<mtr>") == 2
    assert aligned.count('<mtd columnalign="right">') == 2


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\frac{1}{2", "a brace is not closed"),
        (r"\fooo", r"the command \fooo is unknown"),
        (r"\begin{cases} a", r"\begin{cases} has no \end{cases}"),
        ("a & b", "an & stands outside of a table"),
        (r"a \\ b", r"a \\ stands outside of a table; write \begin{aligned} around the lines"),
        (r"\text{a $x$}", r"a formula stands inside \text"),
    ],
)
def test_what_is_no_formula_is_refused(latex: str, why: str) -> None:
    with pytest.raises(BadFormula, match=f"^{re.escape(why)}$"):
        mathml(latex)


HOSTILE = """\
# <script>alert(1)</script> & "quotes"

<img src=x onerror=alert(1)> and `<b>` and $\\text{<i>}$ and $\\fooo<u>$

[x](javascript:alert(1))

```html
<script>alert(2)</script>
```

$$ x < y $$
"""


def test_everything_is_escaped_and_nothing_is_fetched() -> None:
    found = page(HOSTILE, '<title> & "x"')
    assert "<title>&lt;title&gt; &amp; &quot;x&quot;</title>" in found
    body = found[found.index("<body>") :]
    assert set(re.findall(r"<(\w+)", body)) <= {
        "body", "main", "h1", "p", "code", "pre", "math", "mrow", "mtext", "mi", "mo",
    }  # fmt: skip
    assert "<code>\\fooo&lt;u&gt;</code>" in body
    assert '<math tabindex="0" xmlns="http://www.w3.org/1998/Math/MathML" display="block">' in body
    assert not re.search(r"\b(?:src|href)=\"", found)
    assert "<script" not in found
    assert "@import" not in found
    assert "url(" not in found
    assert "default-src 'none'" in found
