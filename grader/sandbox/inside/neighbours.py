"""Which file of the submission a dotted name starts with, as Python would import it."""

from __future__ import annotations

from collections.abc import Mapping

from grader.sandbox.inside.installed import is_installed
from grader.sandbox.inside.sources import SourceFile


class Neighbours:
    """The files of a submission as modules, by what each of them may be imported as."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self._exactly: dict[str, SourceFile] = {}
        self._somewhere: dict[str, SourceFile] = {}
        self._known: dict[tuple[str, str], tuple[SourceFile | None, list[str]]] = {}
        for path, file in files.items():
            parts = path.rpartition(".")[0].split("/")
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            self._exactly.setdefault(".".join(parts), file)
            for start in range(len(parts)):  # `nn.layers` and `layers` may both mean nn/layers.py
                self._somewhere.setdefault(".".join(parts[start:]), file)

    def find(self, name: str, here: SourceFile) -> tuple[SourceFile | None, list[str]]:
        """The file that a name in `here` starts with, and what is asked of it. A name that starts
        with dots is relative, as in an import."""
        folder = here.path.rpartition("/")[0]
        if (name, folder) not in self._known:
            self._known[name, folder] = self._find(name, folder.split("/") if folder else [])
        return self._known[name, folder]

    def _find(self, name: str, folder: list[str]) -> tuple[SourceFile | None, list[str]]:
        parts = name.lstrip(".").split(".")
        up = len(name) - len(name.lstrip("."))
        if up:
            above = [folder[: max(len(folder) - up + 1, 0)]]
        elif not is_installed(parts[0]):
            # Beside the file first, as on Python's path; other homework may have a file so named.
            above = [folder[:end] for end in range(len(folder), -1, -1)]
        else:
            return None, []
        for end in range(len(parts), 0 if not up else -1, -1):
            for start in above:
                there = self._exactly.get(".".join([*start, *parts[:end]]))
                if there is not None:
                    return there, parts[end:]
        for end in range(len(parts), 0, -1):
            there = self._somewhere.get(".".join(parts[:end]))
            if there is not None:
                return there, parts[end:]
        return None, []
