"""action.yml read once, and its check step run in a workspace as a runner would."""

from __future__ import annotations

import re
from pathlib import Path

from templates_support import Ran, environment, installed, read_yaml, run_shell

# How GitHub runs `shell: bash`.
BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")
ACTION = read_yaml("action.yml")
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}
# Which variable of a step carries which input.
CARRIED = {
    name: re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value)
    for step in STEPS.values()
    for name, value in step["env"].items()
}


class Checkout:
    """A runner's workspace with a submission in it, after the install step."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.work = folder / "work space"
        self.temp = folder / "temp"
        self.files = {name: folder / name for name in ("summary", "output", "path")}
        self.cache = cache
        self.work.mkdir(parents=True)
        self.temp.mkdir()
        self.venv = installed(folder / "venv")

    def put(self, text: str, to: str = "submission/homework.py") -> None:
        file = self.work / to
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def check(self, **inputs: str) -> Ran:
        """Run the check step with these inputs, the others as action.yml declares them.

        Names in capitals are variables of the job.
        """
        values = {name: given.get("default", "") for name, given in ACTION["inputs"].items()}
        values |= {name.replace("_", "-"): value for name, value in inputs.items()}
        variables = {name: value for name, value in inputs.items() if name.isupper()}
        env = {name: values[match[1]] for name, match in CARRIED.items() if match}
        for file in self.files.values():
            file.write_text("", encoding="utf-8")
        env |= {
            "VENV": str(self.venv),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(self.files["summary"]),
            "GITHUB_OUTPUT": str(self.files["output"]),
            "GITHUB_PATH": str(self.files["path"]),
            **variables,
        }
        return run_shell(STEPS["check"]["run"], self.work, environment(self.cache, env), BASH)

    def read(self, name: str) -> str:
        return self.files[name].read_text(encoding="utf-8")

    @property
    def reports(self) -> Path:
        (folder,) = self.temp.glob("grader-report.*")
        return folder
