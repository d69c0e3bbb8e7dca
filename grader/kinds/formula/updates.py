"""Code that works a value out in steps: `d = a * b` and then `d *= c`, as `d = (a * b) * (c)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"[A-Za-z]\w*"
_PLACE = rf"(?:self\.)?{_NAME}(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])*"
# Where another statement begins on the same line of code.
_ANOTHER = re.compile(rf";[ \t]*(?={_PLACE}[ \t]*[-+*/]?=(?!=))")
_STATEMENT = re.compile(rf"[ \t]*{_PLACE}[ \t]*[-+*/]?=(?!=)[^$`\\]*")
_LINE = re.compile(
    rf"(?P<indent>[ \t]*)(?P<name>{_NAME})[ \t]*(?P<sign>[*/-])?=(?!=)[ \t]*"
    r"(?P<value>[^=#$`\\]{1,300}?)[ \t]*;?(?P<remark>[ \t]+#.*)?[ \t]*"
)
# What comes after it may happen often, or never.
_BRANCHES = re.compile(r"[ \t]*(?:for|while|if|elif|else|def|with|try|except|return|class)\b")
# Of lines that change a value; each has those before it looked through.
MAX_UPDATES = 20


def with_updates(text: str) -> str:
    """The text, with each value that is worked out in two lines of one block of code in one of
    them. Where it is used in between, or something that it is made of is changed, nothing is
    done: what it then holds is for a person to read."""
    lines = _apart(text).split("\n")
    left = MAX_UPDATES
    for at, line in enumerate(lines):
        change = _LINE.fullmatch(line)
        if change is None or not left or not (change["sign"] or _uses(change["value"], change)):
            continue
        left -= 1
        before = _first(lines, at, change)
        if before is None:
            continue
        first = _LINE.fullmatch(lines[before])
        if first is not None:
            lines[at] = f"{change['indent']}{change['name']} = {_whole(first, change)}"
            lines[before] = ""
    return "\n".join(lines)


def _apart(text: str) -> str:
    """Each statement of code on a line of its own."""
    return "\n".join(
        _ANOTHER.sub("\n", line) if ";" in line and _STATEMENT.fullmatch(line) else line
        for line in text.split("\n")
    )


def _first(lines: Sequence[str], at: int, change: re.Match[str]) -> int | None:
    """The line that gave the name its value; None where that is not sure."""
    for before in range(at - 1, -1, -1):
        line = lines[before]
        found = _LINE.fullmatch(line)
        if found and found["name"] == change["name"]:
            # The first line may stand where a passage was cut out.
            level = found["indent"] == change["indent"] or before == 0
            sure = not found["sign"] and level
            between = lines[before + 1 : at]
            made_of = re.findall(_NAME, found["value"])
            kept = not any(_changes(name, one) for name in made_of for one in between)
            return before if sure and kept and not _uses(found["value"], found) else None
        if _BRANCHES.match(line) or _uses(line, change):
            return None
    return None


def _uses(text: str, change: re.Match[str]) -> bool:
    return re.search(rf"(?<![\w.]){change['name']}(?!\w)", text) is not None


def _changes(name: str, line: str) -> bool:
    changed = rf"(?<![\w.]){name}(?:\[[^\]]*\]+)?[ \t]*(?:[-+*/@%]|\*\*|//)?=(?!=)"
    return re.search(changed, line) is not None


def _whole(first: re.Match[str], change: re.Match[str]) -> str:
    value = f"({first['value']})"
    if change["sign"]:
        return f"{value} {change['sign']} ({change['value']})"
    return re.sub(rf"(?<![\w.]){change['name']}(?!\w)", lambda _: value, change["value"])
