"""A parsed file as JSON and back, so that an unchanged file is not parsed again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from grader.course.source import Path_, Source

# A mapping with keys that are numbers, which JSON has not: its one key is this, and the value is
# pairs. In a file it would have to be written as an escape; such a file is not kept.
PAIRS = "\0"

Found = TypeVar("Found")


def to_kept(source: Source) -> Any:
    """What `from_kept` makes the same source of; None if JSON cannot say it."""
    places = [[path, *place] for path, place in source.places.items()]
    lines = list(source.text_lines.items())
    try:
        return [_encoded(source.data), json.dumps(places), json.dumps(lines)]
    except _Ambiguous:
        return None


def from_kept(kept: Any, shown_as: str) -> Source | None:
    """The source, wherever its file lies by now; None if this is none."""
    match kept:
        case [data, str(places), str(lines)]:
            return Source(
                shown_as,
                _decoded(data),
                _Late(places, lambda row: (tuple(row[0]), (row[1], row[2]))),
                _Late(lines, lambda row: (tuple(row[0]), row[1])),
            )
    return None


class _Late(Mapping[Path_, Found]):
    """Read when it is first looked into: only faults are looked up, and there are rarely any."""

    def __init__(self, text: str, entry: Callable[[list[Any]], tuple[Path_, Found]]) -> None:
        self._text = text
        self._entry = entry

    @cached_property
    def _found(self) -> dict[Path_, Found]:
        return dict(map(self._entry, json.loads(self._text)))

    def __getitem__(self, path: Path_) -> Found:
        return self._found[path]

    def __iter__(self) -> Iterator[Path_]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class _Ambiguous(Exception):
    """The file uses the mark itself."""


def _encoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_encoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if PAIRS in value:
        raise _Ambiguous
    if all(isinstance(key, str) for key in value):
        return {key: _encoded(item) for key, item in value.items()}
    return {PAIRS: [[key, _encoded(item)] for key, item in value.items()]}


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if PAIRS in value:
        return {key: _decoded(item) for key, item in value[PAIRS]}
    return {key: _decoded(item) for key, item in value.items()}
