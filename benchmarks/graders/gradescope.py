"""gradescope-utils: a unittest for each function, with results as Gradescope's JSON."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import ClassVar

from homework import CASES, NAMES, REFERENCE

from graders.rival import Made, Rival, all_right

METHOD = """
    @weight(1)
    def test_{name}(self):
        import hw
        for seed in range({cases}):
            x = np.random.default_rng(seed).normal(size=(4, 4))
            self.assertTrue(np.allclose(hw.{name}(x), made.{name}(x)))
"""
PROGRAM = """
import unittest

import made
import numpy as np
from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner


class Test(unittest.TestCase):
{methods}

suite = unittest.defaultTestLoader.loadTestsFromTestCase(Test)
with open("results.json", "w") as file:
    JSONTestRunner(visibility="visible", stream=file).run(suite)
"""


class GradescopeUtils(Rival):
    name: ClassVar[str] = "gradescope-utils"
    packages: ClassVar[tuple[str, ...]] = ("gradescope-utils", "numpy")

    def prepare(self) -> None:
        methods = "".join(METHOD.format(name=name, cases=CASES) for name in NAMES)
        (self.folder / "made.py").write_text(REFERENCE)
        (self.folder / "run_tests.py").write_text(PROGRAM.format(methods=methods))

    def grade(self, submission: Path) -> Made:
        for name in ("made.py", "run_tests.py"):
            shutil.copy(self.folder / name, submission)
        results = submission / "results.json"
        results.unlink(missing_ok=True)
        seconds, said = self.run([self.bin / "python", "run_tests.py"], submission)
        try:
            tests = json.loads(results.read_text())["tests"]
        except (OSError, ValueError):
            return Made(seconds, None, said)
        passed = {
            name: any(f"test_{name}" in one["name"] and one["score"] for one in tests)
            for name in NAMES
        }
        return Made(seconds, None if said else all_right(passed), said)
