"""Asking sympy for a proof, in a process that can be killed.

sympy may hang or eat memory on a formula of one line, so it never runs in the grader: a child with
a memory limit does the work and is killed when its time is up. It is handed trees, never text. A
Prover keeps its child for the next question; leaving the `with` block ends it.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.maths.algebra.explicit import explicit
from grader.maths.algebra.literal import NotExplicit, eye, eye_scale, scaled
from grader.maths.equality.encode import Plain, encode
from grader.maths.tree.nodes import Expr, Matrix, Name, walk
from grader.maths.tree.symbols import Symbols

START_SECONDS = 60.0  # importing sympy on a loaded machine; not part of a proof's own time
END_SECONDS = 2.0  # from a closed pipe to the child's end
ATTEMPTS = 3  # at a question whose child was killed from outside
MEMORY_BYTES = 1 << 30
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from grader.maths.equality.prove import main; main()"
)


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
        child.kill()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        child.wait()

    def prove(self, left: Expr, right: Expr, symbols: Symbols, *, seconds: float) -> str | None:
        """How the two were proved equal, in a few words, or None; None says nothing either way."""
        question = _question(left, right, symbols)
        if question is None:
            return None
        for _ in range(ATTEMPTS):
            try:
                child = self._child or self._start()
                answer = self._ask(child, question, seconds)
            except TimeoutError:
                self.close()
                return None
            except (OSError, ValueError):
                killed = self._was_killed()
                self.close()
                if not killed:
                    return None
                continue
            return answer.get("proved")
        return None

    def _was_killed(self) -> bool:
        """Whether somebody else ended the child, which then says nothing about the question."""
        if self._child is None:
            return False
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(END_SECONDS)
        return -(self._child.returncode or 0) in (signal.SIGKILL, signal.SIGTERM)

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(__file__).resolve().parents[2])
        self._child = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, root, str(self._memory), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        if not self._read(self._child, START_SECONDS).get("ready"):
            raise ValueError("the prover did not start")
        return self._child

    def _ask(self, child: subprocess.Popen[bytes], question: Any, seconds: float) -> dict[str, Any]:
        assert child.stdin is not None
        child.stdin.write(json.dumps(question).encode() + b"\n")
        child.stdin.flush()
        return self._read(child, seconds)

    def _read(self, child: subprocess.Popen[bytes], seconds: float) -> dict[str, Any]:
        """One line from the child; TimeoutError when it takes longer, ValueError when it dies."""
        assert child.stdout is not None
        end = time.monotonic() + seconds
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise TimeoutError
                piece = os.read(child.stdout.fileno(), 65536)
                if not piece:
                    raise ValueError("the prover ended")
                line += piece
        answer = json.loads(line)
        return answer if isinstance(answer, dict) else {}


def _question(left: Expr, right: Expr, symbols: Symbols) -> dict[str, Any] | None:
    """What to send: pairs of formulas of numbers, or two formulas of matrices of open size."""
    names = {node.key for side in (left, right) for node in walk(side) if isinstance(node, Name)}
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
    pairs: list[list[Plain]] = []
    matrices: list[str] = []
    try:
        sides = _sized([explicit(left, symbols), explicit(right, symbols)])
        flat = [
            [entry for row in side.rows for entry in row] if isinstance(side, Matrix) else [side]
            for side in sides
        ]
        if len(flat[0]) == len(flat[1]):
            pairs = [[encode(a), encode(b)] for a, b in zip(*flat, strict=True)]
    except NotExplicit:
        matrices = [name for name in names if name in symbols.matrices]
        pairs = [[encode(left), encode(right)]]
    if not pairs:
        return None
    return {"pairs": pairs, "domains": domains, "entries": entries, "matrices": matrices}


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
