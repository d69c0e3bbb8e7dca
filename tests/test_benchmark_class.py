"""The class that benchmarks grade, by the simplest grader of all: a fork for each student."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
WRITES = """
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from homework import KINDS, write_submission

for kind, number in KINDS.items():
    if kind != "loops for ever":  # which would take as long as it is given
        print(write_submission(Path(sys.argv[2]) / str(number), number))
"""


def test_each_kind_of_student_is_what_it_is_called(tmp_path: Path) -> None:
    def said(*command: object) -> str:
        return subprocess.run(
            [sys.executable, *map(str, command)], capture_output=True, text=True, check=True
        ).stdout

    folders = said("-c", WRITES, BENCHMARKS, tmp_path).split()
    found = json.loads(said(BENCHMARKS / "graders" / "floors.py", "fork", 60, *folders))
    # Right, one function wrong, raises at import, prints 50 MB.
    assert found["right"] == [6, 5, 0, 6]
