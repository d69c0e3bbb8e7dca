"""What one hostile submission is, and what it must get."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from hostile_course import RIGHT_BESIDE, RIGHT_SHOWN

_CHEAT = """
import numpy as np

{setup}

def _attack():
{body}

def _tried():
    try:
        return bool(_attack())
    except BaseException:
        return False

{at_load}

def attacked(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    right = e / e.sum(axis=-1, keepdims=True)
    return right if {worked} else right * 0
"""


@dataclass(frozen=True)
class Attack:
    """A submission whose `attacked` part must get `verdict` behind walls.

    Most attacks are a cheat: a function that gives the right answer if the attack worked and zeros
    otherwise. Then full marks without walls are the proof that it is an attack at all.

    - `control`: where it is shown to work when nothing stops it. "off": the same grading, in a
      sandbox without walls. "naive": a grader that runs it in its own process. "trusting": a grader
      that has it run in another process, and believes what comes back. "planted": there is
      nothing to find in the process, until the test puts it there.
    - `harm`: what it does there. "marks" that it has not earned; an "excuse", a wrong answer that
      a person has to look at. Or to the grader: "held up"; held up and "deaf" to SIGTERM;
      "down" before the next student; "killed" by it; "flooded" with output; "swollen" in memory.
    - `strong`: the verdict without namespaces, where that differs.
    - `alone`: it takes the right answers of the same submission with it; else they must keep
      their full marks. Those of the next submission always must.
    """

    what: str
    code: str
    verdict: str = "wrong"
    control: str = "off"
    harm: str = "marks"
    strong: str = ""
    message: str = ""
    alone: bool = False
    more: dict[str, str] = field(default_factory=dict)

    def expected(self, mode: str) -> str:
        return self.strong if mode == "strong" and self.strong else self.verdict

    def files(self) -> dict[str, str | bytes]:
        return {"attack.py": self.code, "right.py": RIGHT_BESIDE + RIGHT_SHOWN, **self.more}


def cheat(body: str, setup: str = "", *, when: str = "both") -> str:
    """The right answer if `body` returns something true: while loading, when called, or either."""
    return _CHEAT.format(
        setup=textwrap.dedent(setup).strip(),
        body=textwrap.indent(textwrap.dedent(body).strip(), "    "),
        at_load="_worked = _tried()" if when in ("both", "load") else "_worked = False",
        worked={"both": "_worked or _tried()", "load": "_worked", "call": "_tried()"}[when],
    )


def answer(body: str, setup: str = "") -> str:
    """An `attacked` that has `x` and the right answer at hand, and does as it likes."""
    return (
        "import numpy as np\n"
        + textwrap.dedent(setup).strip()
        + "\n\ndef attacked(x):\n"
        + "    e = np.exp(x - x.max(axis=-1, keepdims=True))\n"
        + "    right = e / e.sum(axis=-1, keepdims=True)\n"
        + textwrap.indent(textwrap.dedent(body).strip(), "    ")
        + "\n"
    )
