"""otter-grader: `otter run` with the zip that `otter generate` makes of a test a function."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

from homework import CASES, NAMES, REFERENCE

from graders.rival import Made, NotThere, Rival, all_right

TEST = """
from otter.test_files import test_case

OK_FORMAT = False
name = "{name}"
points = 1


@test_case(points=1)
def test_{name}(env):
    import numpy as np
    right = {{}}
    exec({reference!r}, right)
    for seed in range({cases}):
        x = np.random.default_rng(seed).normal(size=(4, 4))
        assert np.allclose(env["{name}"](x), right["{name}"](x))
"""


class Otter(Rival):
    name: ClassVar[str] = "otter run"
    packages: ClassVar[tuple[str, ...]] = ("otter-grader", "ipykernel", "numpy")

    def prepare(self) -> None:
        tests = self.folder / "tests"
        tests.mkdir(exist_ok=True)
        for name in NAMES:
            text = TEST.format(name=name, cases=CASES, reference=REFERENCE)
            (tests / f"{name}.py").write_text(text)
        self.run([self.bin / "otter", "generate", "-t", tests, "-o", "autograder.zip"], self.folder)
        if not (self.folder / "autograder.zip").exists():
            raise NotThere("`otter generate` made no autograder.zip")

    def grade(self, submission: Path) -> Made:
        output = self.folder / "out" / submission.name
        output.mkdir(parents=True, exist_ok=True)
        results = output / "results.json"
        results.unlink(missing_ok=True)
        command = [self.bin / "otter", "run", "-a", self.folder / "autograder.zip", "-o", output]
        seconds, said = self.run([*command, submission / "hw.py"], self.folder)
        try:
            tests = json.loads(results.read_text())["tests"]
        except (OSError, ValueError, KeyError):
            return Made(seconds, None, said)
        passed = {
            name: any(one["name"].startswith(name) and one.get("score") for one in tests)
            for name in NAMES
        }
        return Made(seconds, all_right(passed))
