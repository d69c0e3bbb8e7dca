"""Grading where nothing can be sealed or forked: the same verdicts, and "not sealed" in words."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.checks import all_checks
from grader.course import load_course
from grader.grading import Session, grade
from grader.grading.session import NotSafe
from grader.kinds import language
from grader.report import Report
from grader.submission import Submission, read_submission

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "submissions_example" / "numpy_correct"
REASON = "this system has no way to seal a process; a fresh process with limits"

PROBLEM = """
id: masks
title: Masks
prompt: Write `masked_softmax(scores, mask)` and `subsequent_mask(n)`.
parts:
  softmax:
    asks: function
    call: masked_softmax(scores, mask)
    reference: attention.masked_softmax
    inputs: {n: 2..4, m: 3..5, scores: "normal[n, m]", mask: null}
    points: 4
    checks:
      - equals: {cases: 3}
  mask:
    asks: function
    call: subsequent_mask(n)
    reference: attention.subsequent_mask
    inputs: {n: 2..9}
    points: 2
    checks:
      - equals: {cases: 3}
      - equals: {name: a single position, edges: [size_one], inputs: {n: 1..4}}
"""

RIGHT = (EXAMPLE / "homework.py").read_text()
MASK = """
import numpy as np
def subsequent_mask(n):
    return np.triu(np.full((n, n), -np.inf), k=1)
"""
ONE_SECOND = "[limits]\nseconds = 1\nmemory_mb = 512\n"


def write_course(root: Path, settings: str = ONE_SECOND) -> Path:
    """Two parts that the example submission answers: numpy only."""
    for name in ("problems", "reference"):
        (root / name).mkdir(parents=True)
    (root / "problems" / "masks.yaml").write_text(PROBLEM)
    reference = (ROOT / "reference" / "attention.py").read_bytes()
    (root / "reference" / "attention.py").write_bytes(reference)
    (root / "grader.toml").write_text(settings)
    return root


def open_session(root: Path, cache: Path, *, unsafe: bool = False) -> Session:
    checks = all_checks()
    course = load_course(root, language(checks))
    return Session(course, checks, cache=cache, unsafe=unsafe, way="fresh")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("fresh")
    with open_session(write_course(folder / "course"), folder / "truth") as opened:
        yield opened


def graded(session: Session, submission: Submission) -> Report:
    return grade(session, submission, list(session.course.problems))


def outcomes(report: Report) -> list[tuple[str, float, str]]:
    return [
        (part.verdict.value, part.score.earned, part.message)
        for problem in report.problems
        for part in problem.parts
    ]


def test_the_numpy_example_gets_full_marks(session: Session) -> None:
    report = graded(session, read_submission(EXAMPLE))
    assert [(verdict, points) for verdict, points, _ in outcomes(report)] == [
        ("correct", 4.0), ("correct", 2.0),
    ]  # fmt: skip
    assert report.environment.protection == (
        f"not sealed: separate process with limits only, for code you trust ({REASON})"
    )


@pytest.mark.parametrize(
    ("body", "verdict", "message"),
    [
        (
            "while True: pass",
            "timed out", "case 1: no answer within 1 s; is there a loop that never ends?",
        ),
        (
            "import os; os._exit(0)",
            "crashed", "case 1: the code ended Python itself (exit code 0); return a value instead",
        ),
        (
            "import ctypes; ctypes.string_at(0)",
            "crashed", "case 1: the Python process crashed (segmentation fault)",
        ),
        (
            "raise ValueError('no good')",
            "crashed", "case 1: ValueError: no good at homework.py, line 2",
        ),
        (
            "import numpy as np; np.ones(1 << 28) + 1",
            "out of memory", "case 1: it ran out of memory",
        ),
        (
            "str()",
            "wrong", "case 1: the result is None; does your function end without `return`?",
        ),
    ],
)  # fmt: skip
def test_a_fault_costs_its_own_part_only(
    session: Session, body: str, verdict: str, message: str
) -> None:
    source = f"def masked_softmax(scores, mask):\n    {body}\n{MASK}"
    first, second = outcomes(graded(session, Submission("s", {"homework.py": source.encode()}, ())))
    assert first == (verdict, 0.0, message)
    assert second[:2] == ("correct", 2.0)


@pytest.mark.parametrize(
    ("top", "note"),
    [
        (
            "while True: pass",
            "homework.py: its top level did not end in time; only its definitions were taken",
        ),
        (
            "import os; os._exit(0)",
            "homework.py: its top level ended Python itself; only its definitions were taken",
        ),
        (
            "x = open('data.csv')",
            "homework.py, line 1 failed and was skipped: FileNotFoundError: "
            "[Errno 2] No such file or directory: 'data.csv'",
        ),
    ],
)
def test_a_failing_top_level_is_noted_and_costs_nothing(
    session: Session, top: str, note: str
) -> None:
    source = f"{top}\n{RIGHT}"
    report = graded(session, Submission("s", {"homework.py": source.encode()}, ()))
    assert report.notes == (note,)
    assert report.score.earned == 6.0


def test_a_course_with_a_secret_wants_walls(tmp_path: Path) -> None:
    root = write_course(tmp_path / "course", 'secret = "a long secret of the staff"\n')
    submission = Submission("s", {"homework.py": RIGHT.encode()}, ())
    with open_session(root, tmp_path / "truth") as session, pytest.raises(NotSafe) as error:
        graded(session, submission)
    assert str(error.value) == (
        f"student code cannot be sealed off here ({REASON}), and this course has a secret to "
        "keep; run `grader doctor` to see what is missing, or pass --unsafe if you trust the code"
    )
    with open_session(root, tmp_path / "truth", unsafe=True) as session:
        assert graded(session, submission).score.earned == 6.0


# A system that is not Linux, as far as Python can tell. In every process: neither the grader nor
# what it starts has the names that only Linux has, /proc, or the C library's `syscall`. Nor will it
# limit memory, as macOS will not.

ELSEWHERE = """
import os, resource, select, signal, socket, sys, sysconfig
for module, names in (
    (os, "pidfd_open P_PIDFD waitid memfd_create eventfd pipe2 sched_getaffinity setresuid"),
    (os, "unshare setns getrandom O_PATH prlimit"),
    (signal, "pidfd_send_signal SIGPWR"),
    (socket, "SO_PASSCRED SCM_CREDENTIALS MSG_CMSG_CLOEXEC SOCK_CLOEXEC SO_PEERCRED"),
    (resource, "RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_SIGPENDING prlimit"),
    (select, "epoll"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sysconfig.get_config_vars()  # a file that is named for the platform
sys.platform = "darwin"
def refuse(event, args):
    if event == "open" and str(args[0]).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", args[0])
    if event == "ctypes.dlsym" and args[1] == "syscall":
        raise AttributeError("symbol not found")
    if event == "resource.setrlimit" and args[0] == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
sys.addaudithook(refuse)
"""
INSIDE = ELSEWHERE + "from grader.sandbox.inside.fresh import main; main()"


def elsewhere(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    before = f"{ELSEWHERE}\nimport grader.sandbox.fresh as fresh\n"
    before += f"fresh.PROGRAM = ('-I', '-c', {INSIDE!r})\n"
    before += "import grader.maths.equality.prover as prover\n"
    before += f"prover._START = {ELSEWHERE!r} + prover._START\n"
    return subprocess.run(
        [sys.executable, "-c", before + textwrap.dedent(program), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )


def test_it_grades_elsewhere(tmp_path: Path) -> None:
    root = write_course(tmp_path / "course")
    program = """
        from pathlib import Path
        from grader.checks import all_checks
        from grader.kinds import language
        from grader.course import load_course
        from grader.grading import Session, grade
        from grader.submission import read_submission
        course = load_course(Path(sys.argv[1]), language(all_checks()))
        with Session(course, all_checks(), cache=Path(sys.argv[2])) as session:
            report = grade(session, read_submission(Path(sys.argv[3])), list(course.problems))
        print(session.sandbox.way, session.truth.computed, report.score.earned)
        print(report.environment.protection)
    """
    done = elsewhere(program, root, tmp_path / "truth", EXAMPLE)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "fresh 3 6.0\n"
        f"not sealed: separate process with limits only, for code you trust ({REASON})\n"
    )


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ([], 4, f"student code cannot be sealed off here ({REASON})"),
        (["--unsafe"], 0, "6 / 6"),
    ],
)
def test_the_command_line_elsewhere(
    tmp_path: Path, options: list[str], code: int, said: str
) -> None:
    root = write_course(tmp_path / "course", 'secret = "a long secret of the staff"\n')
    program = "from grader.cli import main; main()"
    done = elsewhere(program, "check", EXAMPLE, "--course", root, *options)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_walls_can_be_imported_elsewhere() -> None:
    """And what they stand on cannot: or the guard would guard nothing."""
    program = """
        import grader.sandbox.inside.walls, grader.sandbox.inside.warm
        try:
            import grader.jail.seal
        except AttributeError as error:
            print(error)
    """
    done = elsewhere(program)
    assert (done.returncode, done.stdout) == (0, "symbol not found\n"), done.stderr


def test_a_proof_is_found_elsewhere() -> None:
    """By sympy's own process, which limits its memory where it can."""
    program = """
        from grader.maths import Domain, Prover, Symbols, Work, read
        symbols = Symbols(scalars={"x": Domain.parse("real")})
        with Prover() as prover:
            left, right = read("(x + 1)^2", symbols), read("x^2 + 2x + 1", symbols)
            print(prover.prove(left, right, symbols, Work()))
    """
    done = elsewhere(program)
    assert (done.returncode, done.stdout) == (0, "sympy: expand\n"), done.stderr
