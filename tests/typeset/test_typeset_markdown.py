"""Markdown with formulas in a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.typeset.finding import Formula, formulas, replaced
from grader.typeset.terminal import lines


def drawn(markdown: str, width: int = 40) -> list[str]:
    console = Console(file=io.StringIO(), color_system=None, width=width)
    return [line.plain for line in lines(markdown, console, width)]


def test_formulas_are_found_outside_of_code_and_with_their_lines() -> None:
    text = "a $x$ and `$y$`\n\n```\n$z$\n```\n$$\nu\n$$ costs \\$5, $v\nw$\n\n$ not\n\nclosed $"
    assert list(formulas(text)) == [
        Formula("x", 1),
        Formula("\nu\n", 6, displayed=True),
        Formula("v\nw", 8),
    ]
    assert replaced("a $x$ `$x$` $$y$$", lambda found: found.text * 2) == "a xx `$x$` yy"


def test_a_paragraph_with_a_displayed_formula() -> None:
    assert drawn("Here is **what** `f(x)` says:\n$$ \\frac{a}{b} $$ where $a_i$ is *it*.") == [
        "Here is what `f(x)` says:",
        "",
        "     a",
        "    ───",
        "     b",
        "",
        "where aᵢ is it.",
    ]


def test_two_displayed_formulas_have_one_blank_line_between() -> None:
    assert drawn("$$a$$\n$$b$$\n\nc") == ["    a", "", "    b", "", "c"]


def test_no_line_is_broken_inside_of_a_short_formula_or_call() -> None:
    words = "one two three four five six seven "
    assert drawn(words + "$(a, b, c)$ end") == [words.strip(), "(a, b, c) end"]
    assert drawn(words + "`f(a, b)` end") == [words.strip(), "`f(a, b)` end"]


def test_a_long_formula_is_broken_after_a_sign() -> None:
    latex = "$aaaaaaaaaa + bbbbbbbbbb = (cccccccccc + dddddddddd) + eeeeeeeeee$"
    assert drawn(latex, 50) == [
        "aaaaaaaaaa + bbbbbbbbbb =",
        "(cccccccccc + dddddddddd) + eeeeeeeeee",
    ]


def test_blocks() -> None:
    text = (
        "# One\n\n## Two\n\n### Three\n\n* a\n* b $x_i$\n  more\n\n3. c\n\n   $$y$$\n\n4. d\n\n"
        "> quoted\n\n```python\nif x:\n    y = 1\n\n    z\n```\n\n---\n\n| a | $b$ |\n|---|---|\n"
        "| 1 | `c` |\n\n[text](http://example.org) <b>no HTML</b>\n"
    )
    assert drawn(text, 30) == [
        "One", "═══", "", "Two", "───", "", "Three", "",
        "  • a", "  • b xᵢ more", "",
        "  3. c", "", "         y", "", "  4. d", "",
        "│ quoted", "",
        "    if x:", "        y = 1", "", "        z", "",
        "─" * 30, "",
        "a  b  ", "─  ───", "1  `c`", "",
        "text (http://example.org)", "<b>no HTML</b>",
    ]  # fmt: skip


def test_subscripts_of_one_text_are_written_alike() -> None:
    assert drawn("$W_i$ and $W_f$") == ["W_i and W_f"]
    assert drawn("$W_i$ and $W_j$") == ["Wᵢ and Wⱼ"]


def test_control_characters_are_left_out() -> None:
    assert drawn("a\x1b[31mb\x07 \ue000\uf8f00\uf8f1c") == ["a[31mb 0c"]


@pytest.mark.parametrize("colours", [True, False])
def test_code_keeps_its_backticks_only_where_there_are_no_colours(colours: bool) -> None:
    console = Console(file=io.StringIO(), color_system="standard" if colours else None, width=40)
    assert [line.plain for line in lines("`f`", console, 40)] == ["f" if colours else "`f`"]
