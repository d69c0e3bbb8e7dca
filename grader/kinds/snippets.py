"""The answer itself, cut out of the Markdown around it."""

from __future__ import annotations

import re

from grader.kinds.marker import Unclear

_SEGMENT = re.compile(
    r"```[a-z]*\n(?P<fence>.*?)```"
    r"|\$\$(?P<display>.+?)\$\$"
    r"|\\\[(?P<bracket>(?:(?!\\\[).)+?)\\\]"
    r"|\\\((?P<paren>(?:(?!\\\().)+?)\\\)"
    r"|(?<!\\)\$(?P<inline>[^$]+?)(?<!\\)\$"
    r"|`(?P<code>[^`\n]+)`",
    re.DOTALL,
)
_BULLET = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_EMPHASIS = ("**", "__", "*", "_")
# Words may stand around an answer. A sign or a number beside it would belong to it.
_GOES_BEFORE = re.compile(r"(?:[\d+*/^×·−]\s*|-)$")
_GOES_AFTER = re.compile(r"\s*(?:[\d+*/^×·−=≈%]|(?:thousand|million|billion|[kKMGB])\b)|-\d")


def snippet(text: str, what: str = "formula", units: tuple[str, ...] = ()) -> str:
    """The one answer in `text`: between dollars or backticks, else the whole line.

    Words may stand beside it, and so may the `units` of a number.
    """
    found = list(_SEGMENT.finditer(text))
    if len(found) == 1:
        _refuse_neighbours(text[: found[0].start()], text[found[0].end() :], what, units)
        return next(group for group in found[0].groups() if group is not None).strip()
    if len(found) > 1:
        raise Unclear(
            f"there are {len(found)} answers here; write one {what} between dollars or backticks"
        )
    lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
    if not lines:
        raise Unclear("the answer is empty")
    if len(lines) > 1:
        raise Unclear(f"write the {what} alone, between dollars: $…$")
    return plain(_BULLET.sub("", lines[0]))


def _refuse_neighbours(before: str, after: str, what: str, units: tuple[str, ...]) -> None:
    before = _BULLET.sub("", before.split("\n")[-1])
    after = after.split("\n", 1)[0]
    for mark in _EMPHASIS:
        if before.endswith(mark) and after.startswith(mark):
            before, after = before.removesuffix(mark), after.removeprefix(mark)
    if any(after.strip(" .").startswith(unit) for unit in units):
        after = ""
    beside = _GOES_BEFORE.search(before) or _GOES_AFTER.match(after)
    if beside:
        raise Unclear(
            f"`{beside[0].strip()}` stands beside the {what}; "
            "write all of it between the dollars or backticks"
        )


def plain(text: str) -> str:
    """A cell or a value without the dollars, backticks or emphasis around it."""
    text = text.strip()
    for mark in ("$$", "$", "`", *_EMPHASIS):
        inner = text.removeprefix(mark).removesuffix(mark)
        if len(text) == len(inner) + 2 * len(mark) and mark not in inner:
            text = inner.strip()
    return text


def table_rows(text: str) -> list[list[str]]:
    """The cells of a Markdown table, without its ruling line; empty if there is none."""
    rows = []
    for line in text.split("\n"):
        line = line.strip()
        if "|" in line and not re.fullmatch(r"[|:\-\s]+", line):
            rows.append(
                [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
            )
    return rows
