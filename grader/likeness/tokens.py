"""Source as a row of tokens that stay the same when names, comments and layout change.

Students' files are hostile: they are cut by one regular expression that takes any text in linear
time, and never parsed. What is no Python is cut all the same.
"""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grader.values.endings import is_notebook, is_source

_TOKEN = re.compile(
    r"""
      (?P<blank>   \#[^\n]*+ | \\\n | [^\S\n]++ )
    | (?P<line>    \n )
    | (?P<string>  [rbuf]{0,2} (?: \"\"\" (?:[^\\"]|\\.|"(?!""))*+ (?:\"\"\")?
                                 | ''' (?:[^\\']|\\.|'(?!''))*+ (?:''')?
                                 | " (?:[^"\\\n]|\\.)*+ "?
                                 | ' (?:[^'\\\n]|\\.)*+ '? ) )
    | (?P<number>  \d[\w.]*+ )
    | (?P<name>    \w++ )
    | (?P<sign>    . )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
# Everybody's are the same, and say nothing of who wrote what.
_IMPORT = re.compile(r"\s*(?:import|from)\b")
_KEPT = frozenset(keyword.kwlist) | frozenset(dir(builtins))
ANY_NAME, ANY_STRING = "name", "string"
# Ten times a long homework; of what is longer the beginning is compared.
MOST_TOKENS = 50_000


@dataclass(frozen=True)
class Place:
    """A line of a student's file; of a notebook, in a cell."""

    file: str
    cell: int | None
    line: int


@dataclass(frozen=True)
class Work:
    """What a student wrote: tokens, each with its place, and the lines for a person to read. A
    token that is empty stands between two files: nothing goes on from one to the next."""

    tokens: tuple[str, ...]
    places: tuple[Place, ...]
    lines: Mapping[tuple[str, int | None], tuple[str, ...]]


def work_of(files: Mapping[str, bytes]) -> Work:
    """Of the sources among the files."""
    tokens: list[str] = []
    places: list[Place] = []
    lines: dict[tuple[str, int | None], tuple[str, ...]] = {}
    for file, cell, text in _sources(files):
        if len(tokens) >= MOST_TOKENS:
            break
        lines[file, cell] = tuple(text.split("\n"))
        for token, line in islice(_tokens(text), MOST_TOKENS - len(tokens)):
            tokens.append(token)
            places.append(Place(file, cell, line))
        tokens.append("")
        places.append(Place(file, cell, 0))
    return Work(tuple(tokens), tuple(places), lines)


def _sources(files: Mapping[str, bytes]) -> Iterator[tuple[str, int | None, str]]:
    for file, data in sorted(files.items()):
        if is_notebook(file):
            for number, text in enumerate(_cells(data), start=1):
                yield file, number, text
        elif is_source(file):
            yield file, None, _text(data)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _cells(data: bytes) -> Iterable[str]:
    """The source of each code cell; what is no notebook has none."""
    try:
        cells = json.loads(data)["cells"]
        return [_text(_joined(one).encode()) for one in cells if one["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _joined(cell: Mapping[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    before = ("", "")  # the last two signs or names
    imports = _IMPORT.match(text) is not None
    for found in _TOKEN.finditer(text):
        kind, said = found.lastgroup, found[0]
        if kind == "line":
            imports = _IMPORT.match(text, found.end()) is not None
        elif kind != "blank" and not imports:
            yield _told(kind, said, before), line
            before = (before[1], said)
        line += said.count("\n")


def _told(kind: str | None, said: str, before: tuple[str, str]) -> str:
    """A name that the student chose may be any; one of Python's or of a library's is what it is."""
    if kind == "string":
        return ANY_STRING
    if kind == "name" and said not in _KEPT:
        of_a_library = before[1] == "." and before[0] != "self"
        return said if of_a_library else ANY_NAME
    return said
