"""What a submission contains, as the sandbox read it: definitions, faults, written answers."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from grader.errors import GraderError
from grader.submission.passage import Passage, passage_from_wire
from grader.submission.tables import NO_DATA, DataFiles, data_from_wire
from grader.values import place_in


@dataclass(frozen=True)
class Definition:
    name: str
    kind: str  # function, class, assignment, import, or inner: inside of another definition
    file: str
    line: int
    cell: int | None = None
    conditional: bool = False  # inside an `if` or `try`: whether it counts, running tells
    # How many arguments it takes, of a class then also how many its objects do: at least and at
    # most. None is any number, or unknown.
    takes: tuple[tuple[int, int | None] | None, ...] = ()
    empty: bool = False  # a starter that was left as it was
    arguments: tuple[str, ...] = ()  # of a function, their names in order
    inside: str = ""  # of an inner one, such as: the class Answers
    # Of a class the names of what its constructor takes, and its objects when they are called.
    methods: tuple[tuple[str, ...], ...] = ()

    def fits(self, *counts: int) -> bool:
        """Whether nothing in the definition speaks against calls with so many arguments."""
        return all(
            taken is None or (taken[0] <= count and (taken[1] is None or count <= taken[1]))
            for count, taken in zip(counts, self.takes, strict=False)
        )

    def place(self) -> str:
        return place_in(self.file, self.line, self.cell)


@dataclass(frozen=True)
class SourceFault:
    """Source that could not be used, and the definitions that were lost with it."""

    file: str
    line: int
    cell: int | None
    message: str
    names: tuple[str, ...]
    syntax: bool = True  # else it is about the whole file

    def place(self) -> str:
        return place_in(self.file, self.line, self.cell)

    def sentence(self) -> str:
        if not self.syntax:
            return f"{self.file}: {self.message}"
        return f"{self.place()}: syntax error: {self.message}"


@dataclass(frozen=True)
class Found:
    """The definition that is graded, and a word about others of the same name."""

    definition: Definition
    note: str = ""


@dataclass(frozen=True)
class Contents:
    definitions: tuple[Definition, ...] = ()
    faults: tuple[SourceFault, ...] = ()
    passages: tuple[Passage, ...] = ()
    uses: Mapping[tuple[str, str], Any] | None = None  # (file, name) -> entries
    data: DataFiles = NO_DATA

    def find(self, name: str, kinds: tuple[str, ...] = ("function", "assignment")) -> Found | None:
        """The definition of `name`: the last one in its file; one file wins over the others, one
        in which it is finished over one in which it is still empty.

        Of several inside `if` or `try` the first is named, where the usual way leads.
        """
        matches = [d for d in self.definitions if d.name == name and d.kind in kinds]
        if not matches:
            return None
        last = {d.file: d for d in matches}
        files = sorted(last, key=lambda file: (last[file].empty, file.count("/"), file))
        in_file = [d for d in matches if d.file == files[0]]
        chosen = in_file[-1]
        if chosen.conditional:
            chosen = next(d for d in in_file if d.conditional)
        others = [d for d in matches if d is not chosen]
        if not others:
            return Found(chosen)
        if len(in_file) == len(matches) and any(d.conditional for d in in_file):
            lines = " and ".join(str(d.line) for d in in_file)
            where = f"{chosen.file}, cell {chosen.cell}" if chosen.cell else chosen.file
            return Found(
                chosen,
                f"{name} is defined {len(matches)} times ({where}, lines {lines}); "
                "graded is the one that is there once the file has run",
            )
        elsewhere = " and ".join(d.place() for d in others[:3])
        return Found(
            chosen,
            f"{name} is defined {len(matches)} times; graded is the one in {chosen.place()}, "
            f"not the one in {elsewhere}",
        )

    def lost(self, name: str) -> SourceFault | None:
        """The syntax error that swallowed `name`, if one did."""
        return next((fault for fault in self.faults if name in fault.names), None)

    def imported(self, name: str) -> Definition | None:
        """The import that gives `name`, where nothing defines it."""
        return next((d for d in self.definitions if d.name == name and d.kind == "import"), None)

    def inner(self, name: str) -> Definition | None:
        """A function of that name that stands inside of another definition."""
        return next((d for d in self.definitions if d.name == name and d.kind == "inner"), None)

    def spelt_otherwise(self, name: str, kind: str, taken: Collection[str] = ()) -> str:
        """The one definition of a kind whose name differs from this in capitals and underscores
        alone, and is not `taken`; empty where there is none, or where there are several."""
        names = {d.name for d in self.definitions if d.kind == kind and d.name not in taken}
        found = [one for one in names if _folded(one) == _folded(name)]
        return found[0] if len(found) == 1 else ""

    def nearest(self, name: str, taken: Collection[str] = ()) -> Definition | None:
        """A definition whose name is close enough to have been meant, and is not `taken`."""
        names = {
            d.name: d
            for d in self.definitions
            if d.kind in ("function", "class") and (d.name == name or d.name not in taken)
        }
        folded = {_folded(known): d for known, d in names.items()}
        if _folded(name) in folded:
            return folded[_folded(name)]
        near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.75)
        return names[near[0]] if near else None

    def uses_of(self, definition: Definition) -> Any:
        return (self.uses or {}).get((definition.file, definition.name), [])


def _folded(name: str) -> str:
    return name.replace("_", "").lower()


class Garbled(GraderError):
    """What the sandbox reported is not what it reports."""


def contents_from_scan(scan: Mapping[str, Any]) -> Contents:
    """Typed contents of a scan's reply. Raises Garbled: the other side is not trusted."""
    try:
        definitions, faults, uses = [], [], {}
        for source in scan["sources"]:
            file = _text(source["path"])
            for entry in source["definitions"]:
                place = int(entry["line"]), _cell(entry["cell"])
                kind, conditional = _text(entry["kind"]), bool(entry["conditional"])
                takes = tuple(_arity(taken) for taken in entry["takes"])
                definitions.append(
                    Definition(
                        _text(entry["name"]),
                        kind,
                        file,
                        *place,
                        conditional,
                        takes,
                        bool(entry["empty"]),
                        tuple(_text(one) for one in entry["arguments"]),
                        _text(entry["inside"]),
                        tuple(tuple(map(_text, names)) for names in entry["methods"]),
                    )
                )
            for entry in source["faults"]:
                names = tuple(_text(name) for name in entry["names"])
                place = int(entry["line"]), _cell(entry["cell"])
                message, syntax = _text(entry["message"]), bool(entry["syntax"])
                faults.append(SourceFault(file, *place, message, names, syntax))
            for name, entries in source["uses"].items():
                uses[file, _text(name)] = entries
        passages = [passage_from_wire(entry) for entry in scan["answers"]]
        data = data_from_wire(scan["data"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Garbled from error
    return Contents(tuple(definitions), tuple(faults), tuple(passages), uses, data)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value[:100_000]


def _arity(value: Any) -> tuple[int, int | None] | None:
    if value is None:
        return None
    least, most = value
    return int(least), None if most is None else int(most)


def _cell(value: Any) -> int | None:
    return None if value is None else int(value)
