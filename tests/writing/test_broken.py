"""Lines of one formula are one line; items of a list and sentences are not."""

from __future__ import annotations

import pytest

from grader.writing.broken import whole_lines

WORDS = ("items", "where", "the", "and")


def has_prose(piece: str) -> bool:
    return any(word in piece for word in WORDS)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("s =\n  a + b", "s =   a + b"),
        ("s = a\n    + b\n    * c", "s = a     + b     * c"),
        ("s = a\n  − b", "s = a   − b"),
        ("s = a\n-b", "s = a -b"),
        ("s = f(a,\n      b)\nt = c", "s = f(a,       b)\nt = c"),
        ("s = a \\\n  + b", "s = a     + b"),
        ("a\n+ b", "a + b"),
        ("- s = a\n    - b", "- s = a     - b"),
        # items, rows, sentences
        ("s = a\n- b", "s = a\n- b"),
        ("- s = a\n- b", "- s = a\n- b"),
        ("+ a\n+ b", "+ a\n+ b"),
        ("1. s = a\n   - b", "1. s = a\n   - b"),
        ("s = a\n  - b = 3", "s = a\n  - b = 3"),
        ("s = a\n  - where b", "s = a\n  - where b"),
        ("the items\n  - b", "the items\n  - b"),
        ("s = a\n\n  + b", "s = a\n\n  + b"),
        ("a &= b \\\\\nc &= d", "a &= b \\\\\nc &= d"),
        ("s = f(a\n\nb)", "s = f(a\n\nb)"),
        ("the (items and\nb)", "the (items and\nb)"),
        ("**a =**\nb", "**a =**\nb"),
        ("s = a  # first\n    + b", "s = a  # first\n    + b"),
    ],
)
def test_what_is_one_line(text: str, whole: str) -> None:
    assert whole_lines(text, has_prose) == whole
    assert len(whole) == len(text)


def test_in_code_a_sign_is_no_bullet() -> None:
    assert whole_lines("s = a\n- b", code=True) == "s = a - b"
