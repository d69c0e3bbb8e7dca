"""The truth: what the reference returns, computed once and kept by content.

The reference runs in cells of its own, forked from an interpreter that student code never
shares, and only when an answer is not in the cache. The grader's own process does not import it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.cases.edges import change_leaves
from grader.course.references import References
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
from grader.values import Array, Value, WireError, decode, encode
from grader.values.digest import digest_of

CACHE_VARIABLE = "GRADER_CACHE"
# The reference is trusted and may be slow: a class waits for it once.
REFERENCE_LIMITS = Limits(
    wall_seconds=300, cpu_seconds=300, memory_mb=16_384, output_bytes=512 << 20
)


class ReferenceFailed(Exception):
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

    def __init__(self, references: References, folder: Path | None = None) -> None:
        self._references = references
        self.folder = folder or cache_folder()
        # With and without torch, which takes seconds to import and many references never need.
        self._sandboxes: dict[bool, Sandbox] = {}
        self._cells: dict[bool, Cell] = {}
        self._loaded: dict[str, LoadedFile] = {}
        self.computed = 0  # how many times the reference really ran; for tests and --verbose
        self.digest = digest_of(references.files)

    def __enter__(self) -> Truth:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for cell in self._cells.values():
            cell.close()
        for sandbox in self._sandboxes.values():
            sandbox.__exit__(kind, error, trace)

    def values(self, reference: str, calls: Sequence[Call]) -> list[Value]:
        """What `module.function`'s module returns for each call. Raises ReferenceFailed."""
        if not calls:
            return []
        wire = encode([call.to_wire() for call in calls])
        key = hashlib.sha256(
            "\x1f".join(
                ["truth/2", self.digest, reference.rpartition(".")[0], _environment()]
            ).encode()
            + wire
        ).hexdigest()
        kept = self._read(key)
        if kept is None:
            kept = [_returned(seen, reference).value for seen in self.observe(reference, calls)]
            self._write(key, kept)
        return kept

    def values_or_none(self, reference: str, calls: Sequence[Call]) -> list[Value] | None:
        """The same for a function that may fail on purpose: a known mistake that crashes."""
        try:
            return self.values(reference, calls)
        except ReferenceFailed:
            return None

    def observe(self, reference: str, calls: Sequence[Call]) -> list[Observation]:
        """The same without the cache, for what is timed."""
        self.computed += 1
        return self._load(reference.rpartition(".")[0]).run(calls, REFERENCE_LIMITS)

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
        kept = self._loaded.get(module)
        if kept is None or not kept.open:  # a cell lets go of the oldest of many
            cell = self._cell(module in self._references.torch_modules)
            path = module.replace(".", "/") + ".py"
            try:
                loaded = cell.load(path, REFERENCE_LIMITS)
            except Lost as lost:
                raise ReferenceFailed(f"reference/{path} did not load: {lost.died.how}") from lost
            failed = [note for note in loaded.notes if note.what == "failed"]
            if failed or loaded.first_death:
                why = f"line {failed[0].line}: {failed[0].message}" if failed else "it did not end"
                raise ReferenceFailed(f"reference/{path} did not load: {why}")
            self._loaded[module] = loaded
        return self._loaded[module]

    def _cell(self, torch: bool) -> Cell:
        if torch not in self._cells:
            heavy = ("numpy", "torch") if torch else ("numpy",)
            self._sandboxes[torch] = Sandbox(preload=heavy, sealed=False)  # it is trusted
            self._cells[torch] = self._sandboxes[torch].open(self._references.files)
        return self._cells[torch]

    def _read(self, key: str) -> list[Value] | None:
        try:
            kept = decode((self.folder / key[:2] / key).read_bytes())
        except (OSError, WireError):
            return None
        return kept if isinstance(kept, list) else None

    def _write(self, key: str, values: list[Value]) -> None:
        folder = self.folder / key[:2]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Renamed into place: a reader never sees half a file, a killed writer leaves none.
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(encode(values))
            Path(file.name).replace(folder / key)
        except OSError:
            return  # a cache that cannot be written is a slower grader, not a broken one


def cache_folder() -> Path:
    """`$GRADER_CACHE`, or the user's cache folder."""
    given = os.environ.get(CACHE_VARIABLE)
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader" / "truth"


def _returned(seen: Observation, reference: str) -> Returned:
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
