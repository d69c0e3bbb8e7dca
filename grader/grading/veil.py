"""The one way by which anything comes from a hidden case into a report.

In a course with a secret, whatever a process says after it has seen hidden inputs can hold them: an
error's text, a line number, a print, the reason for a refusal. All of it is dropped here, before
any check sees it. What passes is the value, to be compared and never quoted, and words out of lists
that the student did not write: docs/security.md counts the bits.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Sequence
from dataclasses import replace

from grader.sandbox import Died, Observation, Raised, Refused, Returned
from grader.sandbox.observations import Called

# Our own names for what is no error of the student's code; and what an error's text is searched
# for by the checks, to say something useful of their own.
_OURS = ("WrongArity", "NotThere")
_LOOKED_FOR = ("NoneType", "CUDA", "NVIDIA")


def veiled(seen: Observation, names: Collection[str]) -> Observation:
    """What was seen of a hidden call, without a word that the student could have chosen.

    `names` are those of the functions that were asked for.
    """
    if isinstance(seen, Returned):
        # What the function was given is the student's to change, but goes no further than to be
        # compared with what it was; what it printed goes nowhere.
        return replace(seen, printed="", called=_patterns(seen.called))
    if isinstance(seen, Raised):
        return Raised(
            type_name=_kind(seen.type_name),
            message=_message(seen, names),
            called=_patterns(seen.called),
        )
    if isinstance(seen, Refused):
        return Refused("")
    # The number of an exit or of a signal is chosen; a crash that has a name is hardly that.
    chosen = seen.how in ("exited", "garbled", "faulty") or seen.detail.startswith("signal ")
    return Died(seen.how, "" if chosen else seen.detail)


def _kind(name: str) -> str:
    known = getattr(builtins, name, None)
    is_error = isinstance(known, type) and issubclass(known, BaseException)
    return name if is_error or name in _OURS else "an error"


def _message(raised: Raised, names: Collection[str]) -> str:
    if raised.type_name == "NotThere":
        return raised.message if raised.message in names else ""
    return " ".join(word for word in _LOOKED_FOR if word in raised.message)


def _patterns(called: Sequence[Called]) -> tuple[Called, ...]:
    """That something forbidden was called, by the rule's own pattern: not by which name or line.
    Rules know no other patterns than their own."""
    patterns = dict.fromkeys(one.pattern for one in called)
    return tuple(Called(pattern, pattern, "", 0, None) for pattern in sorted(patterns))
