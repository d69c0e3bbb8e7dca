"""The names that each definition uses, itself or through its helpers, in this file or another.

Read from the syntax tree for the rules of a part: `t.autograd.grad` counts as
`torch.autograd.grad` after `import torch as t` or `t = torch`, here or in a file that is imported.
What the submission's own classes have is told without its object, so that `cell.backward` is no
`*.backward`; what may be its own or a library's is marked. So is what a function reads of the
values at the top level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from grader.sandbox.hiding import LIBRARY
from grader.sandbox.inside.installed import is_installed
from grader.sandbox.inside.mentions import TOO_MANY, Sought, Use
from grader.sandbox.inside.neighbours import Neighbours
from grader.sandbox.inside.owners import EACH, SUPER, OwnClass, is_plain
from grader.sandbox.inside.sources import ANY, SourceFile, read_source
from grader.sandbox.inside.statements import Statement

MAX_USES = 2000  # distinct names of one definition, beside those that a rule may be about
MAX_ALL_USES = 40_000  # of a whole submission: what one reply has room for
MAX_STEPS = 1_000_000  # names looked at in following helpers: seconds, where a homework takes none
PERHAPS_OWN = "<own?> "  # before a name that may be a method of the submission's
MAX_NAMES_OF_ONE = 20  # that a name is followed through, from file to file


def uses_in(
    sources: Mapping[str, list[Statement]], patterns: Iterable[str] = ()
) -> dict[str, dict[str, list[list[Any]]]]:
    """File -> definition -> [dotted name, line, cell, file, origin, words] of what it and its
    helpers use. Every name that one of the `patterns` of a rule is about is among them."""
    sought = Sought(patterns)
    files = {path: read_source(path, statements, sought) for path, statements in sources.items()}
    own = _Own(files)
    for file in files.values():
        own.change(file)
    helpers = _Helpers(own)
    room = MAX_ALL_USES
    found: dict[str, dict[str, list[list[Any]]]] = {path: {} for path in files}
    # The smallest first: a generated file must not use up the room of the others.
    for path, file in sorted(files.items(), key=lambda item: item[1].size):
        told: dict[int, list[list[Any]]] = {}  # names that are set together mean the same
        for name, direct in file.direct.items():
            if id(direct) not in told:
                uses = _listed(helpers.uses_of(name, file), sought, path)
                told[id(direct)] = [_wire(use) for use in uses]
            listed = told[id(direct)]
            if len(listed) > room:  # never silently short: what is not listed may be forbidden
                listed = [_wire(Use(TOO_MANY, path, 1, None))]
            found[path][name] = listed
            room -= len(listed)
    return found


def _listed(uses: Iterable[Use], sought: Sought, path: str) -> list[Use]:
    """What a rule may depend on, all of it if there is room; then the others, some of them."""
    told: list[Use] = []
    others: list[Use] = []
    for use in uses:
        (told if sought.is_told(use) else others).append(use)
    if len(told) > MAX_USES:
        told = [*told[:MAX_USES], Use(TOO_MANY, path, 1, None)]
    return told + others[:MAX_USES]


def _wire(use: Use) -> list[Any]:
    return [use.name, use.line, use.cell, use.file, use.origin, list(use.words)]


class _Helpers:
    """Follows what a definition uses to the definitions it stands for."""

    def __init__(self, own: _Own) -> None:
        self._own = own
        self._steps = 0
        # By file and list of uses, which names that are set together share: the uses as rules see
        # them, and the definitions they lead to.
        self._known: dict[tuple[str, int], tuple[list[Use], list[tuple[SourceFile, str]]]] = {}

    def uses_of(self, name: str, file: SourceFile) -> list[Use]:
        seen, waiting = {_key(file, name)}, [(file, name)]
        found: dict[tuple[str, str], Use] = {}
        while waiting:
            here, current = waiting.pop()
            uses, leads = self._step(here, current)
            self._steps += len(uses)
            if self._steps > MAX_STEPS:
                return [Use(TOO_MANY, file.path, 1, None)]
            for use in uses:
                # Of the same name the one that is plainest: with a forbidden word beside it.
                before = found.setdefault((use.name, use.origin), use)
                if use.words and not before.words:
                    found[use.name, use.origin] = use
            for there, helper in leads:
                if _key(there, helper) not in seen:
                    seen.add(_key(there, helper))
                    waiting.append((there, helper))
        return list(found.values())

    def _step(self, here: SourceFile, name: str) -> tuple[list[Use], list[tuple[SourceFile, str]]]:
        key = _key(here, name)
        if key not in self._known:
            uses: dict[Use, None] = {}
            leads: dict[tuple[str, int], tuple[SourceFile, str]] = {}
            for use in dict.fromkeys(here.direct[name]):
                for reading, there in self._own.readings(use, self._own.files[use.file]):
                    uses[self._own.told(reading, there)] = None
                    for file, helper in self._own.definitions_of(reading, there):
                        leads[_key(file, helper)] = (file, helper)
            self._known[key] = list(uses), list(leads.values())
        return self._known[key]


def _key(file: SourceFile, name: str) -> tuple[str, int]:
    return file.path, id(file.direct[name])


class _Own:
    """What the submission has of its own, among all its files."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self.files = files
        self._neighbours = Neighbours(files)
        self._replaced: dict[str, list[SourceFile]] = {}  # names of libraries -> who replaces them
        self._names = {one for file in files.values() for one in file.owners.names}
        self._shifts = any(
            file.owners.shifts
            or any(self._is_mixed(one, file) for one in file.owners.classes.values())
            for file in files.values()
        )

    def change(self, file: SourceFile) -> None:
        """Take over what a file does to the names of another, `helper.tool = torch.softmax`, or of
        a library."""
        for name, uses in file.replaced.items():
            if self._neighbours.find(name, file)[0] is None:
                file.direct[name] = file.direct.get(name, []) + uses
                self._replaced.setdefault(name, []).append(file)
        for name, uses in file.changes.items():
            there, rest = self._neighbours.find(name, file)
            if there is not None and rest:
                for one in [*there.direct, "__getattr__"] if rest[0] == ANY else rest[:1]:
                    # Not in place: names that are set together share a list.
                    there.direct[one] = there.direct.get(one, []) + uses

    def readings(self, use: Use, here: SourceFile) -> Iterator[tuple[Use, SourceFile]]:
        """The use, and what it stands for where a file of the submission hands a name on: in
        `helper.relu`, that `helper` says `from torch import softmax as relu`."""
        yield use, here
        waiting = [(use, here)]
        seen = {use.name}
        while waiting and len(seen) < MAX_NAMES_OF_ONE:
            current, there = waiting.pop()
            for name, file, perhaps in self._handed_on(current, there):
                if name not in seen:
                    seen.add(name)
                    doubt = perhaps or current.perhaps_own
                    reading = replace(
                        current, name=name, origin=LIBRARY, of="", root="", perhaps_own=doubt
                    )
                    yield reading, file
                    waiting.append((reading, file))

    def _handed_on(self, use: Use, here: SourceFile) -> Iterator[tuple[str, SourceFile, bool]]:
        """What a name stands for, where, and whether it may also be something of the student's."""
        there, rest = self._file_of(use, here)
        if there is not None and rest:
            for meant in there.aliases.get(rest[0], ()):
                yield ".".join([meant, *rest[1:]]), there, False
            if rest[0] not in there.bound:
                yield from self._starred(rest, there)
        elif use.root and use.origin != LIBRARY and use.root not in here.bound:
            yield from self._starred(use.name.split("."), here)

    def _starred(
        self, parts: list[str], here: SourceFile
    ) -> Iterator[tuple[str, SourceFile, bool]]:
        """What a name may be by the `from … import *` of a file. The last that has it counts."""
        own = [self._neighbours.find(f"{one}{parts[0]}", here) for one in here.starred]
        has = [file is not None and rest == parts[:1] and parts[0] in file.bound
               for file, rest in own]  # fmt: skip
        for index in reversed(range(len(own))):
            there, rest = own[index]
            if there is not None and rest and not there.has(rest[0]):
                continue
            yield here.starred[index] + ".".join(parts), here, any(has[:index])
            file = own[index][0]
            if has[index] and file is not None and "__all__" not in file.bound:
                return

    def _file_of(self, use: Use, here: SourceFile) -> tuple[SourceFile | None, list[str]]:
        """The file of the submission that an imported name starts with, and what is asked of it."""
        return self._neighbours.find(use.name, here) if use.origin == LIBRARY else (None, [])

    def told(self, use: Use, here: SourceFile) -> Use:
        """The use as rules see it."""
        if use.perhaps_own:
            return replace(use, name=PERHAPS_OWN + use.name)
        method = use.name.rpartition(".")[2]
        there, rest = self._file_of(use, here)
        if there is not None:
            use = replace(use, origin="")
            if len(rest) < 2:  # what the file means by it is told beside it
                own = not rest or there.has(rest[0])
                return replace(use, name=method if own else PERHAPS_OWN + use.name)
        if method == use.name or _is_library(use.of, here):
            return use
        if use.origin == LIBRARY and not use.of:  # spelled as a text
            return use
        if not self._shifts and self._has(use.of, method, here):
            return replace(use, name=method)
        return replace(use, name=PERHAPS_OWN + use.name) if method in self._names else use

    def _has(self, of: str, name: str, here: SourceFile) -> bool:
        """Whether `of` is a class of the student's that has the name from the student alone."""
        if of.startswith(EACH):
            return self._each_has(of.split()[1:], name, here)
        lineage, foreign = self._lineage(of.removeprefix(SUPER), here)
        if of.startswith(SUPER):
            del lineage[:1]
        elif lineage and name in lineage[0].methods:
            return True
        return not foreign and any(name in one.methods | one.attributes for one in lineage)

    def _each_has(self, parts: list[str], name: str, here: SourceFile) -> bool:
        """The same of all classes whose objects stand in a list, or in one that an object has."""
        if len(parts) > 1 and parts[1].startswith("."):
            owner, row, *parts = parts
            others = [one.owners for one in self.files.values() if one is not here]
            elsewhere = any(row[1:] in one.asked or one.handles for one in others)
            if elsewhere or here.owners.handles or self._lineage(owner, here)[1]:
                return False
        return all(self._has(one, name, here) for one in parts)

    def _lineage(self, of: str, here: SourceFile) -> tuple[list[OwnClass], bool]:
        """A class of the student's and those it inherits from; and whether one of these is another
        than the student's, so that it may bring what a rule is about."""
        found: list[OwnClass] = []
        foreign = False
        waiting = [(of, here)]
        while waiting:
            name, where = waiting.pop(0)
            own, there = self._class_of(name, where)
            if own is None:
                foreign = foreign or not is_plain(name)
            elif own not in found:
                found.append(own)
                waiting += [(base, there) for base in own.bases]
        return found, foreign

    def _is_mixed(self, own: OwnClass, here: SourceFile) -> bool:
        """Whether a library's class may come before the student's where a method is looked up."""
        of_others = [one for one in own.bases if not self._class_of(one, here)[0]]
        return len(own.bases) > 1 and not all(map(is_plain, of_others))

    def _class_of(self, of: str, here: SourceFile) -> tuple[OwnClass | None, SourceFile]:
        if of in here.owners.classes:
            return (here.owners.classes[of] if here.owners.defines(of) else None), here
        there, rest = self._neighbours.find(of, here)
        if there is None or len(rest) != 1:
            return None, here
        name = rest[0] if rest[0] in there.owners.classes else there.owners.class_of(rest[0])
        own = there.owners.classes.get(name)
        return (own if own and there.owners.defines(name) else None), there

    def definitions_of(self, use: Use, here: SourceFile) -> Iterator[tuple[SourceFile, str]]:
        """Where in the submission the root of a used name may be defined."""
        if use.root in here.direct:
            yield here, use.root
            if use.origin != LIBRARY:
                return
        if use.origin == LIBRARY:
            yield from ((file, use.name) for file in self._replaced.get(use.name, ()))
        there, rest = self._neighbours.find(use.name, here)
        if there is not None and rest:
            if rest[0] in there.direct:
                yield there, rest[0]
            elif "__getattr__" in there.direct:  # answers for what the module has not
                yield there, "__getattr__"


def _is_library(of: str, here: SourceFile) -> bool:
    root = of.split(".")[0]
    return bool(root) and root not in here.owners.classes and is_installed(root)
