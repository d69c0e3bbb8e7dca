"""What a submission contains, as the sandbox read it: definitions, faults, written answers."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Definition:
    name: str
    kind: str  # function, class or assignment
    file: str
    line: int
    cell: int | None = None

    def place(self) -> str:
        where = f"cell {self.cell}, line {self.line}" if self.cell else f"line {self.line}"
        return f"{self.file}, {where}"


@dataclass(frozen=True)
class SourceFault:
    """Source that could not be parsed, and the definitions that were lost with it."""

    file: str
    line: int
    cell: int | None
    message: str
    names: tuple[str, ...]

    def place(self) -> str:
        return Definition("", "", self.file, self.line, self.cell).place()


@dataclass(frozen=True)
class Answer:
    """A written answer: where it stands, and its text."""

    file: str
    line: int
    headings: tuple[str, ...]
    label: str
    text: str
    fault: str = ""


@dataclass(frozen=True)
class Found:
    """The definition that is graded, and a word about others of the same name."""

    definition: Definition
    note: str = ""


@dataclass(frozen=True)
class Contents:
    definitions: tuple[Definition, ...] = ()
    faults: tuple[SourceFault, ...] = ()
    answers: tuple[Answer, ...] = ()
    uses: Mapping[tuple[str, str], Any] | None = None  # (file, name) -> entries

    def find(self, name: str, kinds: tuple[str, ...] = ("function", "assignment")) -> Found | None:
        """The definition of `name`: the last one in its file; one file wins over the others."""
        matches = [d for d in self.definitions if d.name == name and d.kind in kinds]
        if not matches:
            return None
        files = sorted({d.file for d in matches}, key=lambda file: (file.count("/"), file))
        in_file = [d for d in matches if d.file == files[0]]
        chosen = in_file[-1]
        others = [d for d in matches if d is not chosen]
        if not others:
            return Found(chosen)
        elsewhere = " and ".join(d.place() for d in others[:3])
        return Found(
            chosen,
            f"{name} is defined {len(matches)} times; graded is the one in {chosen.place()}, "
            f"not the one in {elsewhere}",
        )

    def lost(self, name: str) -> SourceFault | None:
        """The syntax error that swallowed `name`, if one did."""
        return next((fault for fault in self.faults if name in fault.names), None)

    def nearest(self, name: str) -> Definition | None:
        """A definition whose name is close enough to have been meant."""
        names = {d.name: d for d in self.definitions if d.kind != "assignment"}
        folded = {_folded(known): d for known, d in names.items()}
        if _folded(name) in folded:
            return folded[_folded(name)]
        near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.75)
        return names[near[0]] if near else None

    def uses_of(self, definition: Definition) -> Any:
        return (self.uses or {}).get((definition.file, definition.name), [])

    def answer(self, problem: str, part: str, alone: bool) -> Answer | None:
        """The written answer to a part; `alone` when the problem has no other written part."""
        for answer in self.answers:
            if problem not in answer.headings or not answer.text.strip():
                continue
            below = answer.headings[answer.headings.index(problem) + 1 :]
            if part in (answer.label, *below) or (alone and not answer.label and not below):
                return answer
        return None


def _folded(name: str) -> str:
    return name.replace("_", "").lower()


class Garbled(ValueError):
    """What the sandbox reported is not what it reports."""


def contents_from_scan(scan: Mapping[str, Any]) -> Contents:
    """Typed contents of a scan's reply. Raises Garbled: the other side is not trusted."""
    try:
        definitions, faults, uses = [], [], {}
        for source in scan["sources"]:
            file = _text(source["path"])
            for entry in source["definitions"]:
                place = int(entry["line"]), _cell(entry["cell"])
                definitions.append(
                    Definition(_text(entry["name"]), _text(entry["kind"]), file, *place)
                )
            for entry in source["faults"]:
                names = tuple(_text(name) for name in entry["names"])
                place = int(entry["line"]), _cell(entry["cell"])
                faults.append(SourceFault(file, *place, _text(entry["message"]), names))
            for name, entries in source["uses"].items():
                uses[file, _text(name)] = entries
        answers = [
            Answer(
                _text(entry["file"]),
                int(entry["line"]),
                tuple(map(_text, entry["headings"])),
                _text(entry["label"]),
                _text(entry["text"]),
                _text(entry.get("fault", "")),
            )
            for entry in scan["answers"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Garbled from error
    return Contents(tuple(definitions), tuple(faults), tuple(answers), uses)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value[:100_000]


def _cell(value: Any) -> int | None:
    return None if value is None else int(value)
