"""Markdown with formulas as one page: HTML and MathML, no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from grader.typeset.document import FORMULA, parse, parser
from grader.typeset.mathml import mathml
from grader.typeset.tree import BadFormula

_STYLE = """\
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 Georgia, serif; }
h1, h2, h3 { line-height: 1.25; margin: 2em 0 0.5em; }
h1 { margin-top: 0; }
h2 { border-top: 1px solid #8886; padding-top: 1em; }
h2 { font-size: 1.25em; }
h3 { font-size: 1.05em; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.9em; }
code { background: #8882; border-radius: 3px; padding: 0.1em 0.25em; overflow-wrap: anywhere; }
@media (min-width: 48rem) { :not(pre) > code { white-space: nowrap; } }
pre { background: #8881; border: 1px solid #8884; border-radius: 5px; padding: 0.7em 1em;
  overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8886; padding: 0.2em 0.6em; }
math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math",
  "DejaVu Math TeX Gyre", math; }
math[display="block"] { margin: 0.5em 0; padding: 0.5em 0; overflow-x: auto; }
mtd[columnalign="left"] { text-align: left; text-align: -webkit-left; }
mtd[columnalign="right"] { text-align: right; text-align: -webkit-right; }
mtable[columnspacing] mtd[columnalign="right"] { padding-right: 0; }
mtable[columnspacing] mtd[columnalign="left"] { padding-left: 0; }
"""
# What may be wider than the page: who has no mouse scrolls it by the keyboard.
_SCROLLED = 'tabindex="0"'
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}</body>
</html>
"""


def page(markdown: str, title: str) -> str:
    """A whole HTML document. Everything in the text that is not Markdown is escaped."""
    return document(title, _STYLE, f"<main>\n{fragment(markdown)}</main>\n")


def document(title: str, style: str, body: str) -> str:
    """A page with this style and this body, both ending in a newline; only the title is escaped."""
    return _PAGE.format(title=escape(title), style=style, body=body)


def fragment(markdown: str) -> str:
    """The text as it stands in a page."""
    reader = parser()
    reader.add_render_rule(FORMULA, _formula)
    reader.add_render_rule("fence", _code)
    return str(reader.renderer.render(parse(markdown), reader.options, {}))


def _formula(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, environment: Any
) -> str:
    token = tokens[index]
    display = token.markup == "$$"
    try:
        formula = mathml(token.content, display=display)
        return formula.replace("<math ", f"<math {_SCROLLED} ", 1) if display else formula
    except BadFormula:
        return f"<code>{escape(' '.join(token.content.split()))}</code>"


def _code(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, environment: Any
) -> str:
    block = renderer.fence(tokens, index, options, environment)
    return block.replace("<pre>", f"<pre {_SCROLLED}>", 1)
