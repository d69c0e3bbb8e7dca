"""Formula equality on a file of cases: right and wrong verdicts, and what they cost.

    python benchmarks/equality.py CASES.json [--limit N] [--skip-baselines]

Prints our method without and with the proof stage beside `simplify(a - b) == 0`, `.equals()` and
math-verify (where it is installed) on the same cases in the same run. A case has "student" and
"reference" in Python-like syntax, "options" (domain, where, imaginary_unit) and "expected"
("equal" or "unequal"). `E` is Euler's number; every other letter is a plain symbol.

The baselines sympify the cases, which runs code: only feed this trusted files. Each runs in a
child of its own that is killed when a case takes longer than the limit.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import selectors
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader.maths import Decided, Prover, Symbols, Unreadable, compare, read
from grader.maths.tree.functions import SPELLED

CASE_SECONDS = 10.0  # a baseline that takes longer on a case has not decided it
BASELINES = ("simplify(a-b)==0", ".equals()", "math-verify")
Case = dict[str, Any]


def names_in(case: Case) -> set[str]:
    words = set(re.findall(r"[A-Za-z]\w*", f"{case['student']} {case['reference']}"))
    taken = set(SPELLED) | {"sqrt", "pi", "E"}
    if case["options"].get("imaginary_unit"):
        taken.add("I")
    return words - taken


def ours(case: Case, prover: Prover | None) -> str:
    """ "equal", "unequal" or "undecided", with a star where it is proved."""
    options = case["options"]
    symbols = replace(
        Symbols.of(**dict.fromkeys(names_in(case), options.get("domain", "real"))),
        euler=("E",),
        imaginary=("I",) if options.get("imaginary_unit") else (),
    )
    try:
        found = compare(
            read(case["student"], symbols),
            read(case["reference"], symbols),
            symbols,
            where=options.get("where", "reference is finite"),
            proof=prover is not None,
            prover=prover,
        )
    except Unreadable:
        return "undecided"
    verdicts = {
        Decided.PROVED: "equal*",
        Decided.EQUAL_NUMERIC: "equal",
        Decided.REFUTED: "unequal",
        Decided.UNDECIDED: "undecided",
    }
    return verdicts[found.verdict]


# the baselines, each in a child


def serve(method: str) -> None:
    """Answer cases on stdin with what a baseline says of them."""
    import sympy

    if method == "math-verify":
        from math_verify import parse, verify
    assumed = {"positive": {"positive": True}, "(0,1)": {"positive": True}, "real": {"real": True}}
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        case = json.loads(line)
        known = assumed[case["options"].get("domain", "real")]
        places = {name: sympy.Symbol(name, **known) for name in names_in(case)}
        answer = "undecided"
        with contextlib.suppress(Exception):
            student, truth = (
                sympy.sympify(case[side], locals=places, rational=True)
                for side in ("student", "reference")
            )
            if method == BASELINES[0]:
                answer = "equal" if sympy.simplify(student - truth) == 0 else "unequal"
            elif method == BASELINES[1]:
                said = student.equals(truth)
                answer = "undecided" if said is None else "equal" if said else "unequal"
            else:
                gold, given = (parse(f"${sympy.latex(side)}$") for side in (truth, student))
                answer = "equal" if verify(gold, given) else "unequal"
        print(json.dumps(answer), flush=True)


class Baseline:
    """A child that answers cases; started again after it was killed."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        self.child = subprocess.Popen(
            [sys.executable, __file__, "--serve", self.method],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if self.line(self.child, 60) is None:
            raise SystemExit(f"the baseline {self.method} did not start")
        return self.child

    def line(self, child: subprocess.Popen[bytes], seconds: float) -> str | None:
        assert child.stdout is not None
        text = b""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            while not text.endswith(b"\n"):
                if not selector.select(max(0.0, end - time.monotonic())):
                    return None
                piece = os.read(child.stdout.fileno(), 65536)
                if not piece:
                    return None
                text += piece
        return str(json.loads(text))

    def ask(self, case: Case) -> str:
        child = self.child or self.start()
        assert child.stdin is not None
        child.stdin.write(json.dumps(case).encode() + b"\n")
        child.stdin.flush()
        answer = self.line(child, CASE_SECONDS)
        if answer is None:
            self.close()
            return "undecided"
        return answer

    def close(self) -> None:
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None


# the figures


class Tally:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.wrong: list[Case] = []

    def add(self, case: Case, answer: str, seconds: float) -> None:
        self.seconds.append(seconds)
        self.counts["proved"] += answer == "equal*"
        said = answer.rstrip("*")
        if said == case["expected"]:
            kind = "right"
        elif said == "undecided":
            kind = "undecided"
        else:
            kind = f"false {'equal' if said == 'equal' else 'different'}"
        self.counts[kind] += 1
        if kind != "right":
            self.wrong.append(case)

    def row(self, name: str) -> str:
        count = self.counts
        return (
            f"{name:<22}{count['right']:>7}{count['false equal']:>13}{count['false different']:>17}"
            f"{count['undecided']:>11}{statistics.median(self.seconds) * 1e3:>12.1f}"
            f"{max(self.seconds) * 1e3:>11.0f}{count['proved'] or '':>9}"
        )


def run(cases: list[Case], answer: Any) -> Tally:
    tally = Tally()
    for case in cases:
        start = time.perf_counter()
        said = answer(case)
        tally.add(case, said, time.perf_counter() - start)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", nargs="?", type=Path)
    parser.add_argument("--limit", type=int, help="only the first so many cases")
    parser.add_argument("--skip-baselines", action="store_true")
    parser.add_argument("--serve", choices=BASELINES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
        return
    if arguments.cases is None:
        parser.error("name a file of cases")
    cases = json.loads(arguments.cases.read_text())[: arguments.limit]
    expected = Counter(case["expected"] for case in cases)
    print(f"{len(cases)} cases: {expected['equal']} equal, {expected['unequal']} unequal\n")
    print(
        f"{'method':<22}{'right':>7}{'false equal':>13}{'false different':>17}{'undecided':>11}"
        f"{'median ms':>12}{'worst ms':>11}{'proved':>9}"
    )
    without = run(cases, lambda case: ours(case, None))
    print(without.row("ours, no proof"), flush=True)
    with Prover() as prover:
        ours({**cases[0], "student": "(x+1)**2", "reference": "x**2+2*x+1"}, prover)  # start it
        print(run(cases, lambda case: ours(case, prover)).row("ours, with proof"), flush=True)
    for method in () if arguments.skip_baselines else BASELINES:
        if method == "math-verify" and find_spec("math_verify") is None:
            print(f"{method:<22} not installed")
            continue
        baseline = Baseline(method)
        baseline.start()
        print(run(cases, baseline.ask).row(method), flush=True)
        baseline.close()
    for case in without.wrong:
        print(f"\nnot right: {case['student']}  vs  {case['reference']}  ({case['expected']})")


if __name__ == "__main__":
    main()
