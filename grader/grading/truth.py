"""The truth: what the reference returns, computed once and kept by content.

The reference runs in cells of its own, forked from an interpreter that student code never
shares, and only when an answer is not in the cache. The grader's own process does not import it.
"""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from grader.cases import Case, CasePlan, make_cases
from grader.cases.edges import change_leaves
from grader.course.given import beside
from grader.course.references import References
from grader.errors import AuthorError
from grader.grading.reference_limits import FACTOR, ReferenceSeconds, said
from grader.sandbox import (
    Call,
    Cell,
    Died,
    Limits,
    LoadedFile,
    Observation,
    Raised,
    Refused,
    Returned,
    Sandbox,
)
from grader.sandbox.branch import Lost
from grader.sandbox.libraries import ALWAYS, libraries_in
from grader.sandbox.timing import TimedLeaf, timed
from grader.values import Array, Value, WireError, decode, encode
from grader.values.digest import digest_of
from grader.values.kept import Kept

# The reference is trusted: what it may use is bounded so that a mistake of its author's shows.
REFERENCE_MEMORY_MB = 16_384
REFERENCE_OUTPUT_BYTES = 512 << 20
ATTEMPTS = 3  # in all, at what was lost to a kill from outside


class ReferenceFailed(AuthorError):
    """The reference did not answer: the course's fault, never the student's."""


@functools.cache
def library_versions() -> dict[str, str]:
    """Of the libraries that truth depends on, without importing them."""
    found = {}
    for name in ("numpy", "torch", "sympy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


class Truth:
    """Answers calls of reference functions. A context manager: it may hold a sandbox."""

    def __init__(
        self,
        references: References,
        seconds: ReferenceSeconds,
        folder: Path | None = None,
        given: Mapping[str, bytes] | None = None,  # what lies beside submissions, and beside it
    ) -> None:
        self._references = references
        self._files = beside(references.files, given or {})
        self._seconds = seconds
        # A function, or a file's top level, that did not end once is not waited for again: lint
        # and a part's mistakes ask for it many times.
        self._unending: dict[str, ReferenceFailed] = {}
        self._kept = Kept(folder)
        # With and without torch, which takes seconds to import and many references never need.
        self._sandboxes: dict[bool, Sandbox] = {}
        self._cells: dict[bool, Cell] = {}
        self._loaded: dict[str, LoadedFile] = {}
        self.computed = 0  # how many times the reference really ran; for tests
        self.put_through = 0  # how many times a function of it ran on what students returned
        self.digest = digest_of(self._files)

    def __enter__(self) -> Truth:
        return self

    def __exit__(self, *raised: object) -> None:
        for cell in self._cells.values():
            cell.close()
        for sandbox in self._sandboxes.values():
            sandbox.__exit__(*raised)

    def cases(
        self,
        raw: Mapping[str, Any],
        plan: CasePlan,
        secret: str,
        place: Sequence[str | int],
        round_: int = 0,
    ) -> tuple[Case, ...]:
        """The cases of the check at `place`, as `make_cases` draws them."""
        return make_cases(raw, plan, self.generate, secret, place, round_)

    def values(self, reference: str, calls: Sequence[Call]) -> list[Value]:
        """What `module.function`'s module returns for each call. Raises ReferenceFailed."""
        if not calls:
            return []
        asked = digest_of_calls(calls)
        key = "\n".join(
            ["truth/3", self.digest, reference.rpartition(".")[0], _environment(), asked]
        )
        kept = self._known(key)
        if kept is None or len(kept) != len(calls):
            kept = [returned(seen, reference).value for seen in self.observe(reference, calls)]
            self._kept.write(key, encode(kept))
        return kept

    def values_or_none(self, reference: str, calls: Sequence[Call]) -> list[Value] | None:
        """The same for a function that may fail on purpose: a known mistake that crashes."""
        try:
            return self.values(reference, calls)
        except ReferenceFailed:
            return None

    def once(self, reference: str, calls: Sequence[Call], *, quote: bool) -> list[Value]:
        """The same of calls with what a student's code returned: nothing is kept, not even that
        the function did not end, which other answers may have nothing to do with. It gets no more
        time than the answer did, for the answer may be out to waste it.

        Without `quote`, what is raised says nothing that depends on the arguments.
        """
        self.put_through += 1
        seconds = self._seconds.of(reference) / FACTOR
        seen = self._observe(reference.rpartition(".")[0], calls, _limits(seconds))
        try:
            return [returned(one, reference).value for one in seen]
        except ReferenceFailed:
            if quote:
                raise
        raise ReferenceFailed(f"{reference} failed on what the answer returned")

    def observe(self, reference: str, calls: Sequence[Call]) -> list[Observation]:
        """The same without the cache. Raises ReferenceFailed if it loops."""
        self.computed += 1
        if reference in self._unending:
            raise self._unending[reference]
        seconds = self._seconds.of(reference)
        seen = self._observe(reference.rpartition(".")[0], calls, _limits(seconds))
        if any(isinstance(one, Died) and one.how == "timed out" for one in seen):
            self._unending[reference] = ReferenceFailed(said(reference, seconds))
            raise self._unending[reference]
        return seen

    def _observe(self, module: str, calls: Sequence[Call], limits: Limits) -> list[Observation]:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                seen = self._load(module).run(calls, limits)
            except Lost as lost:
                if attempt == ATTEMPTS or not lost.died.from_outside:
                    raise ReferenceFailed(_not_loaded(module, lost)) from lost
            else:
                killed = any(isinstance(one, Died) and one.from_outside for one in seen)
                if attempt == ATTEMPTS or not killed:
                    break
            self._close_cell(module in self._references.torch_modules)
        return seen

    def timed(self, reference: str) -> AbstractContextManager[TimedLeaf]:
        """A fork of `module.function`'s module in which calls are timed. Nothing is kept."""
        self.computed += 1
        module = reference.rpartition(".")[0]
        try:
            loaded = self._load(module)
        except Lost as lost:  # a student's file is not what was lost
            raise ReferenceFailed(_not_loaded(module, lost)) from lost
        return timed(loaded, _limits(self._seconds.of(reference)))

    def generate(
        self, function: str, requests: Sequence[tuple[int, Mapping[str, Any]]]
    ) -> list[Mapping[str, Any]]:
        """Inputs by name from a generator function of the reference, called (seed, sizes)."""
        name = function.rpartition(".")[2]
        calls = [Call(name, (seed, dict(sizes)), seed=seed) for seed, sizes in requests]
        made = self.values(function, calls)
        for inputs in made:
            if not isinstance(inputs, dict):
                raise ReferenceFailed(f"{function} must return a dictionary of inputs")
        return [
            change_leaves(inputs, lambda leaf: leaf.data if isinstance(leaf, Array) else leaf)
            for inputs in made
        ]

    def _load(self, module: str) -> LoadedFile:
        """The module with its top level run. Raises ReferenceFailed, or Lost."""
        kept = self._loaded.get(module)
        if kept is None or not kept.open:  # a cell lets go of the oldest of many
            path, seconds = _path(module), self._seconds.of_module(module)
            if path in self._unending:
                raise self._unending[path]
            cell = self._cell(module in self._references.torch_modules)
            loaded = cell.load(path, _limits(seconds))
            if loaded.first_death is not None and loaded.first_death.from_outside:
                raise Lost(loaded.first_death)
            failed = [note for note in loaded.notes if note.what == "failed"]
            if loaded.first_death is not None:
                why = _top_level(loaded.first_death, seconds)
                self._unending[path] = ReferenceFailed(f"reference/{path} did not load: {why}")
                raise self._unending[path]
            if failed:
                why = f"line {failed[0].line}: {failed[0].message}"
                raise ReferenceFailed(f"reference/{path} did not load: {why}")
            self._loaded[module] = loaded
        return self._loaded[module]

    def _close_cell(self, torch: bool) -> None:
        """So that the next that is asked for is a new one: something outside killed this one."""
        self._cells.pop(torch).close()
        self._loaded = {name: one for name, one in self._loaded.items() if one.open}

    def _cell(self, torch: bool) -> Cell:
        if torch not in self._cells:
            heavy = libraries_in(self._references.files.values()) if torch else ALWAYS
            self._sandboxes[torch] = Sandbox(preload=heavy, sealed=False)  # it is trusted
            self._cells[torch] = self._sandboxes[torch].open(self._files)
        return self._cells[torch]

    def _known(self, key: str) -> list[Value] | None:
        data = self._kept.read(key)
        try:
            kept = None if data is None else decode(data)
        except WireError:  # written by another version of grader
            return None
        return kept if isinstance(kept, list) else None

    @property
    def folder(self) -> Path:
        """Where results are kept: nothing of a student's may read it."""
        return self._kept.folder


def digest_of_calls(calls: Sequence[Call]) -> str:
    """What is asked: the same calls have the same digest anywhere."""
    return hashlib.sha256(encode([call.to_wire() for call in calls])).hexdigest()


def _limits(seconds: float) -> Limits:
    return Limits(
        wall_seconds=seconds,
        cpu_seconds=seconds,
        memory_mb=REFERENCE_MEMORY_MB,
        output_bytes=REFERENCE_OUTPUT_BYTES,
    )


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _not_loaded(module: str, lost: Lost) -> str:
    return f"reference/{_path(module)} did not load: {lost.died.how}"


def _top_level(died: Died, seconds: float) -> str:
    if died.how == "timed out":
        return f"its top level did not end within {seconds:g} s"
    return f"its top level ended with {died.detail or died.how}"


def returned(seen: Observation, reference: str) -> Returned:
    """What was seen of the reference, which must have returned. Raises ReferenceFailed."""
    if isinstance(seen, Returned):
        return seen
    if isinstance(seen, Raised):
        where = f" at {seen.frames[-1].file}, line {seen.frames[-1].line}" if seen.frames else ""
        raise ReferenceFailed(f"{reference} raised {seen.type_name}: {seen.message}{where}")
    if isinstance(seen, Refused):
        raise ReferenceFailed(f"{reference} returned too much: {seen.reason}")
    assert isinstance(seen, Died)
    raise ReferenceFailed(f"{reference} did not answer: {seen.how}")


def _environment() -> str:
    return f"{platform.machine()} {platform.python_version()} {sorted(library_versions().items())}"
