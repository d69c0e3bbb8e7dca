"""What was made of a course's files, kept from run to run under their content.

A file that has changed is read again, alone; all files are, once the code that reads them has
changed. Only what is sound is kept: faults are found anew each time. Without a cache, or with a
damaged one, everything takes longer and is otherwise the same.
"""

from __future__ import annotations

import functools
import json
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

from grader.values.digest import digest_of
from grader.values.kept import Kept


class Remembered:
    """Plain data of one kind, by the digest of what it was made of."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._kept = Kept()

    def get(self, digest: str) -> Any:
        """What was put under `digest`; None if nothing was."""
        data = self._kept.read(self._key(digest))
        return None if data is None else json.loads(data)

    def put(self, digest: str, made: Any) -> None:
        """Keep `made`, which JSON can say; None is not kept."""
        if made is not None:
            self._kept.write(self._key(digest), json.dumps(made).encode())

    def _key(self, digest: str) -> str:
        return "\n".join([f"course/{self._kind}", readers(), digest])


@functools.cache
def readers() -> str:
    """A digest of all that reads a course: this package, Python's parser and that of YAML.

    Of the whole package: what a check's options may say depends on nearly all of it.
    """
    package = Path(__file__).resolve().parent.parent
    code = {
        file.relative_to(package).as_posix(): file.read_bytes() for file in package.rglob("*.py")
    }
    return f"{digest_of(code)} {platform.python_version()} {version('ruamel.yaml')}"
