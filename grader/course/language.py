"""What a problem file may say besides its own keys: the kinds of check and the kinds of answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.course.parts import Part
from grader.course.specs import CheckOptions
from grader.course.strict import KNOWN_KEYS
from grader.course.words import Known


@dataclass(frozen=True)
class Language:
    """Each by its name: the model of what may be said of it."""

    checks: Mapping[str, type[CheckOptions]]
    kinds: Mapping[str, type[Part]]
    # The course's own: a word, and others for it, which every part knows that is told by words.
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def context(self, known: Known) -> dict[str, Any]:
        """For the validation of a problem; the keys that are known are noted in `known`."""
        return {"checks": self.checks, "kinds": self.kinds, "words": self.words, KNOWN_KEYS: known}
