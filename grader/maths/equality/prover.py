"""Asking sympy for a proof, in a process of its own and for a counted amount of work.

sympy may hang or eat memory on a formula of one line, so it never runs in the grader: a child with
a memory limit does it, and counts what it does (see `counted`). No clock is looked at, so that what
is proved does not depend on how busy the machine is. It is handed trees, never text. A Prover keeps
its child for the next question; leaving the `with` block ends it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.maths.algebra.explicit import explicit
from grader.maths.algebra.literal import NotExplicit, eye, eye_scale, scaled
from grader.maths.equality.counted import FROM_OUTSIDE
from grader.maths.equality.encode import Plain, encode
from grader.maths.equality.length import MAX_LENGTH, length
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr, Matrix, Name, walk
from grader.maths.tree.symbols import Symbols

END_SECONDS = 2.0  # from a closed pipe to the child's end
ATTEMPTS = 3  # at a question whose child was killed from outside
# Address space, most of it never touched. The runs that are ended by their count use 70 MB at most;
# this is a net as well, for one call that would fill the machine.
MEMORY_BYTES = 1 << 30
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from grader.maths.equality.prove import main; main()"
)
# Whatever else is set out there must not reach the child. Sets of names are ordered by their
# hashes, and sympy by such sets: the same question takes the same steps only with the same hashes.
# And it takes other steps with whichever library for whole numbers happens to be installed.
_ENVIRONMENT = {
    "PATH": os.defpath,
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "SYMPY_GROUND_TYPES": "python",
}


class Prover:
    """A child process that proves. Not for use by two threads at once."""

    def __init__(self, *, memory: int = MEMORY_BYTES) -> None:
        self._memory = memory
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Prover:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child, whatever it is doing."""
        child, self._child = self._child, None
        if child is None:
            return
        if child.poll() is None:
            # Its fork with it, where one is at work: both are in a session of their own.
            os.killpg(child.pid, signal.SIGKILL)
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        child.wait()

    def prove(self, left: Expr, right: Expr, symbols: Symbols, work: Work) -> str | None:
        """How the two were proved equal, in a few words, or None; None says nothing either way."""
        return self.prove_all([(left, right)], symbols, work)

    def prove_all(
        self, equal: Sequence[tuple[Expr, Expr]], symbols: Symbols, work: Work
    ) -> str | None:
        """How all pairs were proved equal, as `prove` says it of one.

        It takes no more than the work that is left for proofs, and is charged to it.
        """
        question = _question(equal, symbols)
        if question is None or work.proof <= 0:
            return None
        question["work"] = work.proof
        for _ in range(ATTEMPTS):
            try:
                child = self._child or self._start()
                answer = self._ask(child, question)
            except (OSError, ValueError):
                killed = self._was_killed()
                self.close()
                if not killed:
                    return None
                continue
            if answer["killed"]:
                continue
            work.proof -= answer["work"]
            found = answer["found"]
            return found if isinstance(found, str) else None
        return None

    def _was_killed(self) -> bool:
        """Whether somebody else ended the child, which then says nothing about the question."""
        if self._child is None:
            return False
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(END_SECONDS)
        return -(self._child.returncode or 0) in FROM_OUTSIDE

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(__file__).resolve().parents[2])
        # Not -I, which would ignore the seed of the hashes with the rest of what is set out there.
        self._child = subprocess.Popen(
            [sys.executable, "-sP", "-c", _START, root, str(self._memory), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=_ENVIRONMENT,
            start_new_session=True,
        )
        if not self._read(self._child).get("ready"):
            raise ValueError("the prover did not start")
        return self._child

    def _ask(self, child: subprocess.Popen[bytes], question: Any) -> dict[str, Any]:
        assert child.stdin is not None
        child.stdin.write(json.dumps(question).encode() + b"\n")
        child.stdin.flush()
        return self._read(child)

    def _read(self, child: subprocess.Popen[bytes]) -> dict[str, Any]:
        """One line from the child; ValueError when it dies. It answers when its count is full."""
        assert child.stdout is not None
        line = child.stdout.readline()
        if not line.endswith(b"\n"):
            raise ValueError("the prover ended")
        answer = json.loads(line)
        return answer if isinstance(answer, dict) else {}


def _question(equal: Sequence[tuple[Expr, Expr]], symbols: Symbols) -> dict[str, Any] | None:
    """What to send: pairs of formulas of numbers, or two formulas of matrices of open size.

    None where there is nothing to prove, or more than a proof is tried for.
    """
    sides = [side for both in equal for side in both]
    keys = {node.key for side in sides for node in walk(side) if isinstance(node, Name)}
    names = sorted(keys)  # the question is the same text wherever it is asked
    domains = {
        name: [
            domain.kind,
            _sign(domain.low, domain.low_open),
            _sign_above(domain.high, domain.high_open),
        ]
        for name in names
        if name not in symbols.matrices
        for domain in (symbols.domain(name),)
    }
    entries = {
        name: family.domain.kind for name, family in symbols.indexed.items() if name in names
    }
    pairs: list[tuple[Expr, Expr]] = []
    matrices: list[str] = []
    for left, right in equal:
        try:
            pairs += _entries(explicit(left, symbols), explicit(right, symbols))
        except NotExplicit:
            matrices = [name for name in names if name in symbols.matrices]
            pairs = [(left, right)]
            if len(equal) > 1:
                return None
    if not pairs or any(length(side) > MAX_LENGTH for pair in pairs for side in pair):
        return None
    plain: list[list[Plain]] = [[encode(a), encode(b)] for a, b in pairs]
    return {"pairs": plain, "domains": domains, "entries": entries, "matrices": matrices}


def _entries(left: Expr, right: Expr) -> list[tuple[Expr, Expr]]:
    """The entries of both side by side. NotExplicit where they have other shapes."""
    flat = [
        [entry for row in side.rows for entry in row] if isinstance(side, Matrix) else [side]
        for side in _sized([left, right])
    ]
    if len(flat[0]) != len(flat[1]):
        raise NotExplicit("other shapes")
    return list(zip(*flat, strict=True))


def _sized(sides: list[Expr]) -> list[Expr]:
    """An identity without a size takes the size of the other side."""
    for place, side in enumerate(sides):
        other = sides[1 - place]
        scale = None if isinstance(side, Matrix) else eye_scale(side)
        if scale is not None and isinstance(other, Matrix):
            sides[place] = scaled(eye(len(other.rows)), scale)
    return sides


def _sign(low: object, is_open: bool) -> str:
    """What a lower bound says about the sign: "+" positive, "0" not negative, "" nothing."""
    if low is None or isinstance(low, str):
        return ""
    if low > 0 or (low == 0 and is_open):  # type: ignore[operator]
        return "+"
    return "0" if low == 0 else ""


def _sign_above(high: object, is_open: bool) -> str:
    if high is None or isinstance(high, str):
        return ""
    return "-" if high < 0 or (high == 0 and is_open) else ""  # type: ignore[operator]
