"""check50: a check for each function, each of which it runs in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

from homework import CASES, NAMES, REFERENCE, SECONDS

from graders.rival import Made, Rival, all_right

HEAD = """
import check50
import check50.py
import numpy as np

{reference}
RIGHT = dict(globals())
"""
CHECK = """

@check50.check(timeout={seconds})
def check_{name}():
    "{name}"
    hw = check50.py.import_("hw.py")
    for seed in range({cases}):
        x = np.random.default_rng(seed).normal(size=(4, 4))
        if not np.allclose(hw.{name}(x), RIGHT["{name}"](x)):
            raise check50.Failure("another result")
"""


class Check50(Rival):
    name: ClassVar[str] = "check50"
    packages: ClassVar[tuple[str, ...]] = ("check50", "numpy")

    def prepare(self) -> None:
        checks = [CHECK.format(name=name, cases=CASES, seconds=SECONDS) for name in NAMES]
        text = HEAD.format(reference=REFERENCE) + "".join(checks)
        (self.folder / "__init__.py").write_text(text)
        (self.folder / ".cs50.yml").write_text("check50:\n  files:\n    - !include 'hw.py'\n")

    def grade(self, submission: Path) -> Made:
        results = self.folder.parent / f"{submission.name}.json"
        results.unlink(missing_ok=True)
        command = [self.bin / "check50", "--dev", self.folder, "-o", "json"]
        seconds, said = self.run([*command, "--output-file", results], submission)
        try:
            found = json.loads(results.read_text())["results"]
        except (OSError, ValueError, KeyError):
            return Made(seconds, None, said)
        passed = {one["description"]: one["passed"] is True for one in found}
        return Made(seconds, all_right(passed))
