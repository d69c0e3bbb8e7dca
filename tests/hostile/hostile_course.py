"""A small course with a secret, and sessions that grade against it behind different walls.

Three parts: `attacked`, which hostile submissions answer, and `beside` and `shown`, which they
answer rightly, so that a test can see that an attack costs its own part and nothing else. The
cases of `attacked` and `beside` are hidden, those of `shown` are public.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.cases.edges import leaves
from grader.checks import all_checks
from grader.course import load_course
from grader.grading import Session, grade
from grader.grading.asking import prepare
from grader.kinds import language
from grader.report import PartReport, Report
from grader.report.formats import FORMATS
from grader.sandbox import Cell, Sandbox
from grader.submission import Submission

# Text that stands in every file that must stay unread; attacks look for the half of it that they
# may know, and no report may hold the other half.
KNOWN, UNKNOWN = "canary", "d41b7f20"
CANARY = f"{KNOWN}-{UNKNOWN}"
PROBLEM = "hostile/rows"

REFERENCE = f'''
"""{CANARY}"""
import numpy as np


def attacked(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def beside(x):
    return x @ x.T


def shown(x):
    return x * 3.0
'''

PROBLEM_FILE = f"""
id: {PROBLEM}
title: Rows
prompt: Three functions. {CANARY}
parts:
  attacked:
    asks: function
    call: attacked(x)
    reference: rows.attacked
    inputs: {{n: 2..3, m: 4..6, x: "normal[n, m]"}}
    points: 4
    checks:
      - equals: {{cases: 3}}
  beside:
    asks: function
    call: beside(x)
    reference: rows.beside
    inputs: {{n: 2..3, m: 4..6, x: "normal[n, m]"}}
    points: 2
    checks:
      - equals: {{cases: 2}}
  shown:
    asks: function
    call: shown(x)
    reference: rows.shown
    inputs: {{n: 2..3, m: 4..6, x: "normal[n, m]"}}
    points: 1
    checks:
      - equals: {{cases: 1, public: true}}
"""

SETTINGS = f"""
secret = "{CANARY}"

[limits]
seconds = 1
memory_mb = 256
output_mb = 4
"""

RIGHT_BESIDE = "import numpy as np\n\ndef beside(x):\n    return np.einsum('ik,jk->ij', x, x)\n"
RIGHT_SHOWN = "def shown(x):\n    return x + x + x\n"

MODES = ("full", "strong", "off")


@dataclass(frozen=True)
class Arena:
    """An open session, and what a hostile submission would like to reach."""

    session: Session
    mode: str
    folder: Path
    bystander: Cell  # another submission, whose file holds the canary
    other_process: int  # a process that has the canary in its environment

    def facts(self) -> dict[str, str]:
        """What an attacker may know: where things lie, not what is in them."""
        return {
            "course": str(self.folder / "course"),
            "cache": str(self.folder / "truth"),
            "scratch": self.session.sandbox._scratch.name,
            "temporary": tempfile.gettempdir(),
            "pid": str(self.other_process),
            "known": KNOWN,
        }

    def grade(self, files: Mapping[str, str | bytes]) -> Report:
        facts = self.facts()
        # Tests put another course, or other inputs, in the place of those that checks were made of.
        self.session.questions.clear()
        self.session._prepared.clear()
        return grade(self.session, submitted(files, facts), [PROBLEM])

    def settle(self) -> None:
        """Have all of the truth computed, so that its cache changes no more after this."""
        self.grade(
            {"right.py": RIGHT_BESIDE + RIGHT_SHOWN, "wrong.py": "def attacked(x): return 0"}
        )

    def footprint(self) -> str:
        """Of the course, and of the truth once it is known: no submission may change it."""
        total = hashlib.sha256()
        for root in ("course", "truth"):
            for file in sorted((self.folder / root).rglob("*")):
                status = file.lstat()
                total.update(f"{file} {status.st_mode} {status.st_mtime_ns}\n".encode())
                total.update(file.read_bytes() if file.is_file() else b"")
        return total.hexdigest()


def submitted(files: Mapping[str, str | bytes], facts: Mapping[str, str]) -> Submission:
    made = {}
    for path, content in files.items():
        if isinstance(content, str):
            for name, value in facts.items():
                content = content.replace(f"@{name}@", value)
            content = content.encode()
        made[path] = content
    return Submission("hostile", made)


def write_course(folder: Path) -> Path:
    root = folder / "course"
    for name, text in (
        ("problems/rows.yaml", PROBLEM_FILE),
        ("reference/rows.py", REFERENCE),
        ("grader.toml", SETTINGS),
    ):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def open_session(folder: Path, mode: str) -> Session:
    """A session on a course in `folder`, whose sandbox has the walls of `mode`."""
    checks = all_checks()
    course = load_course(folder / "course", language(checks))
    session = Session(course, checks, ("numpy",), folder / "truth", unsafe=mode == "off")
    session.sandbox.__exit__(None, None, None)
    session.sandbox = Sandbox(
        ("numpy",),
        sealed=mode != "off",
        namespaces=mode == "full",
        hidden=[folder / "course", folder / "truth"],
    )
    return session


@contextmanager
def arena(mode: str) -> Iterator[Arena]:
    """Everything an attack is tried on. Not in pytest's tmp_path, whose parents are closed."""
    with tempfile.TemporaryDirectory(prefix="grader-hostile-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # so that only the walls stand between a cell and the course
        write_course(folder)
        other = subprocess.Popen(["sleep", "600"], env={"SECRET": CANARY, "PATH": os.defpath})
        try:
            with open_session(folder, mode) as session:
                bystander = session.sandbox.open({"homework.py": CANARY.encode()})
                yield Arena(session, mode, folder, bystander, other.pid)
                bystander.close()
        finally:
            other.kill()
            other.wait()


def part_of(report: Report, name: str) -> PartReport:
    (found,) = [part for problem in report.problems for part in problem.parts if part.name == name]
    return found


def rendered(report: Report) -> dict[str, str]:
    """Every form of the report, without what differs from run to run."""
    steady = report.model_copy(update={"seconds": 0.0, "created": "", "digest": ""})
    return {name: render(steady) for name, render in FORMATS.items()}


def hidden_digits(session: Session) -> list[str]:
    """The leading digits of every number in a hidden input, as they would be printed."""
    found = []
    for part in ("attacked", "beside"):
        prepared = prepare(session.course, dict(session.checks), session.truth, PROBLEM, part)
        for case in (case for one in prepared for case in one.ask.cases if not case.public):
            for leaf in leaves(case.inputs):
                if isinstance(leaf, np.ndarray):
                    found += digits_of(leaf)
    return found


def digits_of(array: np.ndarray[Any, np.dtype[Any]]) -> list[str]:
    """The leading digits of its numbers, as they would be printed."""
    return [
        f"{abs(value):.12f}".replace(".", "").lstrip("0")[:7]
        for value in array.ravel()
        if abs(value) > 1e-3
    ]
