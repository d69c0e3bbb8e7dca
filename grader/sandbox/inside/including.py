"""A LaTeX document of several files: each read where `\\input` names it, if it was handed in."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.sandbox.inside.decoding import NotText, decoded
from grader.sandbox.inside.latex import faults_of, source_of
from grader.sandbox.inside.latex_source import MAX_CHARS, TooDeep
from grader.sandbox.inside.macros import Expander, definitions_in
from grader.values.patterns import Pattern

MAX_DEPTH = 5
MAX_FILES = 50
_INCLUDE = Pattern(r"(?<!%)\\(?:input|include|subfile)\s*\{([^{}\n]{1,200})\}")


@dataclass(frozen=True)
class Piece:
    """Lines of one file, as Markdown, from `line` on; or what is wrong there."""

    path: str
    line: int
    text: str = ""
    fault: str = ""


def included_in(path: str, files: Mapping[str, bytes]) -> set[str]:
    """The files that are read inside of this one, those that they name themselves too."""
    found: set[str] = set()
    waiting = [path]
    while waiting and len(found) < MAX_FILES:
        one = waiting.pop()
        for name in _INCLUDE.findall(_text(files[one])):
            other = _resolved(name, path, one, files)
            if other and other != path and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def pieces_of(path: str, files: Mapping[str, bytes]) -> Iterator[Piece]:
    """The document in the order in which it is read."""
    # What a file of macros defines counts in all of the document, and the document itself last.
    texts = [_text(files[one]) for one in [*sorted(included_in(path, files)), path]]
    expander = Expander(definitions_in("\n".join(texts))[0])
    yield from _pieces(path, path, files, expander, ())


def _pieces(
    path: str, root: str, files: Mapping[str, bytes], expander: Expander, above: tuple[str, ...]
) -> Iterator[Piece]:
    try:
        source = source_of(_text(files[path]), expander)
    except TooDeep as why:
        yield Piece(path, 1, fault=f"it is not read: {why}")
        return
    for line, message in faults_of(source):
        yield Piece(path, line, fault=message)
    at = 1
    lines = source.text.split("\n")
    for one in source.included:
        yield Piece(path, at, "\n".join(lines[at - 1 : one.line]))
        at = one.line + 1
        yield from _included(one.name, one.line, path, root, files, expander, above)
    yield Piece(path, at, "\n".join(lines[at - 1 :]))


def _included(
    name: str,
    line: int,
    path: str,
    root: str,
    files: Mapping[str, bytes],
    expander: Expander,
    above: tuple[str, ...],
) -> Iterator[Piece]:
    other = _resolved(name, root, path, files)
    if other is None:
        message = f"{name[:60]} is named here and was not handed in"
        yield Piece(path, line, fault=message)
    elif other in (*above, path) or len(above) >= MAX_DEPTH:
        yield Piece(
            path, line, fault=f"{name[:60]} is not read: it is inside of itself, or too deep"
        )
    else:
        yield from _pieces(other, root, files, expander, (*above, path))


def _resolved(name: str, root: str, here: str, files: Mapping[str, bytes]) -> str | None:
    """The file that was handed in under that name: beside the document, or beside who names it."""
    name = name.strip().strip('"')
    if name.startswith("/") or ".." in name.split("/"):
        return None
    for folder in dict.fromkeys(map(posixpath.dirname, (root, here))):
        for ending in ("", ".tex"):
            path = posixpath.normpath(posixpath.join(folder, f"{name}{ending}"))
            if path in files and path.casefold().endswith((".tex", ".txt")):
                return path
    return None


def _text(data: bytes) -> str:
    try:
        return decoded(data)[0][:MAX_CHARS]
    except NotText:
        return ""
