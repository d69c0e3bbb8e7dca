"""`efficiency` on answers that are honest, slow, or only look fast.

No verdict here hangs on the machine: where a time matters it is one of the processor's clock, or
the two sides are a factor of five or more from what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session
from grader.report import CheckReport
from grader.sandbox import meter

# `spend` runs for so many seconds of the process's own time.
SPEND = """
import time
import numpy as np


def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
"""
REFERENCE = (
    SPEND
    + """

def prefix(x):
    return np.cumsum(x)


def steps(x):
    spend(0.001 * len(x))
    return 2 * x


def forward(x):
    return x, 2 * x


def backward(dout, cache):
    return dout * cache
"""
)
PROBLEM = """
id: fast/sums
title: Fast sums
prompt: Write it so that it is fast.
parts:
  prefix:
    asks: function
    call: prefix(x)
    reference: sums.prefix
    library: numpy
    limits: {seconds: 60}
    inputs: {n: 2..4, x: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 2}
      - efficiency: {at_most: 20, repeats: 3, inputs: {n: 4000}}
  steps:
    asks: function
    call: steps(x)
    reference: sums.steps
    library: numpy
    limits: {seconds: 60}
    inputs: {n: 2..4, x: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 1}
      - efficiency: {at_most: 50, sizes: {n: [4, 8, 32]}}
  backward:
    asks: function
    first: out = forward(x)
    call: backward(dout, out[1])
    reference: sums.backward
    library: numpy
    limits: {seconds: 60}
    inputs: {n: 2..4, x: "normal[n]", dout: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 1}
      - efficiency: {at_most: 20, inputs: {n: 100}}
"""
QUADRATIC = """
    out, x = [], x.tolist()
    for i in range(len(x)):
        total = 0.0
        for j in range(i + 1):
            total += x[j]
        out.append(total)
    return np.array(out)
"""
SLOW_PREFIX = (
    "it takes about N times as long as the reference; at most 20 times is asked for. "
    "Is there a loop that one array operation could replace?"
)
HIDDEN_PREFIX = (
    "it is slower than the reference by more than the factor 20 that is allowed. "
    "Is there a loop that one array operation could replace?"
)
GROWING = (
    "8 times the n takes N times as long; the reference takes N times as long. "
    "Is something done again for every entry that could be done once?"
)
NONE = "case N: the result is None; does your function end without `return`?"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("fast") / "course"
    return write_course(root, {"sums": PROBLEM}, {"sums": REFERENCE})


@pytest.fixture(scope="module")
def session(course: Path, truth_cache: Path) -> Iterator[Session]:
    with open_session(course, truth_cache, ("numpy",)) as opened:
        yield opened


def check_of(session: Session, name: str, source: str) -> CheckReport:
    """The report on the part's `efficiency`, with numbers that a clock gave as N."""
    part = part_of(graded(session, {"homework.py": SPEND + source}), name)
    assert part.checks[0].verdict == "correct", "an answer here is right on small inputs"
    return part.checks[1]


def said(check: CheckReport) -> tuple[str, str]:
    message = re.sub(r"(about|takes) [\d.]+ times", r"\1 N times", check.message)
    return check.verdict.value, re.sub(r"case \d+", "case N", message)


PREFIX = {
    "vectorised": ("def prefix(x):\n    return np.add.accumulate(x)\n", "correct", "fast enough"),
    "a loop inside a loop": (f"def prefix(x):{QUADRATIC}", "wrong", SLOW_PREFIX),
    "nothing for large inputs": (
        "def prefix(x):\n    return np.cumsum(x) if len(x) < 100 else None\n", "wrong", NONE,
    ),
    "zeros for large inputs": (
        "def prefix(x):\n    return np.cumsum(x) if len(x) < 100 else np.zeros(len(x))\n",
        "wrong", "case N: the result differs in 4,000 of 4,000 entries",
    ),
    "a dictionary of results": (
        "known = {}\n"
        "def prefix(x):\n"
        "    if x.tobytes() not in known:\n"
        "        known[x.tobytes()] = slow(x)\n"
        "    return known[x.tobytes()]\n"
        f"def slow(x):{QUADRATIC}", "wrong", SLOW_PREFIX,
    ),
    "the result of the last call": (
        "kept = []\n"
        "def prefix(x):\n"
        "    if len(x) > 100 and kept:\n"
        "        return kept[0]\n"
        "    kept[:] = [np.cumsum(x)]\n"
        "    return kept[0]\n", "wrong", "case N: the result differs in 4,000 of 4,000 entries",
    ),
    "asleep": (
        "def prefix(x):\n    time.sleep(0.3 if len(x) > 100 else 0)\n    return np.cumsum(x)\n",
        "wrong", SLOW_PREFIX,
    ),
    "waiting for a helper": (
        "import mmap, os\n"
        "shared = mmap.mmap(-1, 1)\n"
        "if os.fork() == 0:\n"
        "    while True:\n"
        "        time.sleep(0.01)\n"
        "        if shared[0] == 1:\n"
        "            spend(0.3)\n"
        "            shared[0] = 2\n"
        "def prefix(x):\n"
        "    shared[0] = 1\n"
        "    while len(x) > 100 and shared[0] != 2:\n"
        "        time.sleep(0.001)\n"
        "    return np.cumsum(x)\n", "wrong", SLOW_PREFIX,
    ),
    "an error on large inputs": (
        "def prefix(x):\n    return np.cumsum(x)[[len(x) - 1 if len(x) < 100 else 10**9]] * 0 "
        "+ np.cumsum(x)\n", "crashed",
        "case N: IndexError: index 1000000000 is out of bounds for axis 0 with size 4000 at "
        "homework.py, line 11",
    ),
    "slow the first time only": (
        "def prefix(x):\n"
        "    global spend\n"
        "    spend(0.3)\n"
        "    spend = lambda seconds: None\n"
        "    return np.cumsum(x)\n", "correct", "fast enough",
    ),
}  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("source", "verdict", "words"), PREFIX.values(), ids=PREFIX)
def test_an_answer_beside_a_vectorised_reference(
    session: Session, source: str, verdict: str, words: str
) -> None:
    assert said(check_of(session, "prefix", source)) == (verdict, words)


# The reference spends 1 ms an entry: 4, 8 and 32 ms.
STEPS = {
    "as fast": ("0.001 * n", "correct", "fast enough"),
    "five times as slow, and no worse": ("0.005 * n", "correct", "fast enough"),
    "slow at first": ("0.05 + 0.001 * n", "correct", "fast enough"),
    "quadratic": ("0.00025 * n * n", "wrong", GROWING),
    "quadratic, and faster at first": ("0.0002 * n * n", "wrong", GROWING),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("seconds", "verdict", "words"), STEPS.values(), ids=STEPS)
def test_how_a_time_grows(session: Session, seconds: str, verdict: str, words: str) -> None:
    source = f"def steps(x):\n    n = len(x)\n    spend({seconds})\n    return 2 * x\n"
    check = check_of(session, "steps", source)
    assert said(check) == (verdict, words)
    if seconds == STEPS["quadratic"][0]:
        mine, reference = re.findall(r"takes ([\d.]+) times as long", check.message)
        assert float(mine) > 3 * float(reference)


CROWDED = (
    *("a loop inside a loop", "vectorised", "asleep"),
    *("five times as slow, and no worse", "quadratic"),
)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", CROWDED)
def test_four_busy_processes_beside_change_no_verdict(
    crowded: None, session: Session, name: str
) -> None:
    source, verdict, words = (PREFIX | STEPS)[name]
    if name in STEPS:
        source = f"def steps(x):\n    n = len(x)\n    spend({source})\n    return 2 * x\n"
    check = check_of(session, "steps" if name in STEPS else "prefix", source)
    assert said(check) == (verdict, words)


BACKWARD = {
    "own cache": "def forward(x):\n    return x, [2 * x]\ndef backward(dout, c):\n"
    "    return dout * c[0]\n",
    "a wrong forward": "def forward(x):\n    return x, 3 * x\ndef backward(dout, c):\n"
    "    return dout * c\n",
    "no forward": "def backward(dout, c):\n    return dout * c\n",
}


@pytest.mark.parametrize("source", BACKWARD.values(), ids=BACKWARD)
def test_a_backward_pass_is_timed_with_either_cache(session: Session, source: str) -> None:
    assert said(check_of(session, "backward", source)) == ("correct", "fast enough")


def test_a_forward_pass_is_not_part_of_the_time(session: Session) -> None:
    source = "def forward(x):\n    spend(0.001)\n    return x, 2 * x\ndef backward(dout, c):\n"
    fast = check_of(session, "backward", source + "    return dout * c\n")
    slow = check_of(session, "backward", source + "    spend(0.1)\n    return dout * c\n")
    assert (fast.verdict.value, slow.verdict.value) == ("correct", "wrong")


def test_without_the_kernels_word_nobody_is_called_slow(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter, "scheduled", lambda process: None)
    # So long that no reference waits for a processor for a twentieth of it.
    source = PREFIX["asleep"][0].replace("0.3", "1.0")
    assert said(check_of(session, "prefix", source)) == (
        "undecided",
        "it seems to be too slow, but how long it had to wait for a processor is not known here; "
        "a person decides",
    )
    source, verdict, words = PREFIX["nothing for large inputs"]
    assert said(check_of(session, "prefix", source)) == (verdict, words)


def test_of_hidden_cases_no_number_is_said(tmp_path: Path, truth_cache: Path) -> None:
    root = write_course(
        tmp_path / "course", {"sums": PROBLEM}, {"sums": REFERENCE}, 'secret = "of the staff"\n'
    )
    with open_session(root, truth_cache, ("numpy",)) as opened:
        sleepy = check_of(opened, "prefix", PREFIX["asleep"][0])
        quadratic = STEPS["quadratic"][0].replace("n", "len(x)")
        growing = check_of(
            opened, "steps", f"def steps(x):\n    spend({quadratic})\n    return 2*x\n"
        )
        wrong = check_of(opened, "prefix", PREFIX["nothing for large inputs"][0])
    assert (sleepy.verdict.value, sleepy.message) == ("wrong", HIDDEN_PREFIX)
    assert (growing.verdict.value, growing.message) == (
        "wrong",
        "the time it takes grows faster with n than that of the reference. "
        "Is something done again for every entry that could be done once?",
    )
    assert said(wrong) == ("wrong", NONE)
