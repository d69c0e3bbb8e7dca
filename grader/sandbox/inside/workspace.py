"""The submission's folder: what one check writes there, the next one does not find."""

from __future__ import annotations

import contextlib
import os

Signature = tuple[int, int]  # time of the last change of any kind, which no call can set; size


class Workspace:
    """The files below a folder as they were at one moment, to be brought back to it."""

    def __init__(self) -> None:
        self.folder = ""
        self._original: dict[str, bytes] = {}
        self._known: dict[str, Signature] = {}

    def place(self, folder: str, files: dict[str, bytes]) -> None:
        """Write the files below `folder` and make it the working directory."""
        self.folder = folder
        self._original = files
        for path in files:
            self._write(os.path.join(folder, path))
        os.chdir(folder)
        self.remember()

    def remember(self) -> None:
        """Take the folder as it is now for the state to bring back."""
        self._known = dict(self._walk())

    def bring_back(self) -> None:
        """Remove what is new, and write again what was changed."""
        if not self.folder:
            return
        for path, signature in self._walk():
            if self._known.get(path) != signature:
                self._replace(path)
        for path in self._known:
            if not os.path.lexists(path):
                self._write(path)

    def _replace(self, path: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(path)
        self._write(path)

    def _write(self, path: str) -> None:
        data = self._original.get(os.path.relpath(path, self.folder))
        if data is None:
            return
        # A folder that is closed to writing holds what it held.
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
            status = os.stat(path)
            self._known[path] = (status.st_ctime_ns, status.st_size)

    def _walk(self) -> list[tuple[str, Signature]]:
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                with contextlib.suppress(OSError):
                    status = os.lstat(path)
                    found.append((path, (status.st_ctime_ns, status.st_size)))
        return found
