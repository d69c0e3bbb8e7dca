"""A submission with one fault, and what it must get."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from small_course import RIGHT_GRAM

SOFTMAX = """\
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""
NEEDS_NUMPY = "import numpy as np\n" + SOFTMAX
ANY = "(whatever the operating system says of it)"


@dataclass(frozen=True)
class Faulty:
    """`softmax` must get exactly this; `gram` must get full marks, whatever happens to it.

    `code` is a `homework.py` to which a right `gram` is appended; `files` are the whole
    submission. `said` are the notes of the part, `top` those of the whole report.
    """

    what: str
    code: str = ""
    files: Mapping[str, str | bytes] | None = None
    verdict: str = "correct"
    points: float = 0.0
    message: str = ""
    said: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    gram: str = "correct"  # "not attempted" where the submission has none

    @property
    def endless(self) -> bool:
        return self.verdict == "timed out" or any("did not end in time" in top for top in self.top)

    def submission(self) -> dict[str, str | bytes]:
        if self.files is not None:
            return dict(self.files)
        return {"homework.py": textwrap.dedent(self.code).lstrip("\n") + RIGHT_GRAM}
