"""A report that is read again: no text comes to be shown by a way on which nobody looked at it."""

from __future__ import annotations

import json

import pytest

from grader.report.model import Shown, from_json


class Told(Shown):
    words: dict[str, str]
    below: tuple[Told, ...] = ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("holds in all 4 cases", "holds in all 4 cases"),
        ('two\nlines, "quoted", a \\ and a \\t', 'two\nlines, "quoted", a \\ and a \\t'),
        ("größer ≤ 10⁻³ 🙂", "größer ≤ 10⁻³ 🙂"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\tb\r\nc\rd\x00", "a    b\nc\\x0dd\\x00"),
        ("\\\\\x1b", "\\\\\\x1b"),
        ("\u202eright to left\u200b", "\\u202eright to left\\u200b"),
        ("\x7f\x85\u2028", "\\x7f\\x85\\u2028"),
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_whatever_is_written_there_is_visible(text: str, shown: str, ascii_only: bool) -> None:
    inner = {"words": {text: text}}
    said = json.dumps({**inner, "below": [inner]}, ensure_ascii=ascii_only)
    found = from_json(Told, said)
    assert found == Told.model_validate(json.loads(said))
    assert found.words == found.below[0].words == {shown: shown}
