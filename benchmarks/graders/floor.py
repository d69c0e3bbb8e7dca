"""What grading costs without walls, limits or a report, as `floors.py` measures it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from homework import SECONDS, loops, write_submission

from graders.rival import Made

FLOORS = {"one process": "alone", "bare fork": "fork"}
# torch is imported before the clock starts, as in a process that is kept warm.
_WITH_TORCH = (
    "import runpy, sys, torch; del sys.argv[0]; runpy.run_path(sys.argv[0], None, '__main__')"
)


@dataclass(frozen=True)
class Floor:
    """One `way` of `floors.py`; the first line of each submission may import something heavy."""

    way: str
    folder: Path
    first_line: str

    def each(self, students: int) -> dict[str, float]:
        """What each submission of a class but loopers takes, on a clock and of the processor."""
        calm = [number for number in range(students) if not loops(number)]
        found = self._run(calm)
        return {name: found[name] / len(calm) for name in ("seconds", "processor")}

    def made_of(self, number: int) -> str:
        """What it makes of one bad submission."""
        if self.way == FLOORS["one process"] and loops(number):
            return "never ends, and nobody after it is graded"
        (right,) = self._run([number])["right"]
        return "killed" if right is None else str(Made(0.0, right))

    def _run(self, numbers: list[int]) -> dict[str, Any]:
        places = [
            str(write_submission(self.folder / f"s{number:05d}", number, self.first_line))
            for number in numbers
        ]
        program = Path(__file__).with_name("floors.py")
        imports = ["-c", _WITH_TORCH] if self.first_line else []
        command = [sys.executable, *imports, str(program), self.way, str(SECONDS), *places]
        said = subprocess.run(command, capture_output=True, check=True, text=True)
        found: dict[str, Any] = json.loads(said.stdout)
        return found
