"""Grades a file the naive way: in its own process, without walls or limits. For controls.

    python hostile_naive.py FILE

It does what graders do that were written in an afternoon: one published case; numpy's own
comparison, with numpy as the student left it; the error that compiling may raise; the text of any
other; a report from before, if there is one in the folder. It prints "ready", a report, and a line
on the next student, who is right.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

REPORT = "grader-hostile-report.json"


def main() -> None:
    print("ready", flush=True)
    earned = _earned(Path(sys.argv[1]).read_text(encoding="utf-8"))
    before = Path(REPORT)
    report = before.read_text() if before.exists() else json.dumps({"score": {"earned": earned}})
    print(report, flush=True)
    right = (
        "import numpy as np\ndef attacked(x):\n    e = np.exp(x)\n    return e / e.sum(1)[:, None]"
    )
    # Not getrusage, which also counts what this process was before it became this program.
    status = Path("/proc/self/status").read_text().split("VmHWM:")[1]
    peak = int(status.split()[0]) >> 10
    print(json.dumps({"next": _earned(right), "peak_mb": peak}), flush=True)


def _earned(source: str) -> float:
    x = np.arange(8.0).reshape(2, 4)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    truth = e / e.sum(axis=-1, keepdims=True)
    module: dict[str, Any] = {"__name__": "attack"}
    try:
        code = compile(source, "attack.py", "exec")
    except SyntaxError:
        return 0.0
    try:
        exec(code, module)
        return 4.0 if np.allclose(module["attacked"](x), truth) else 0.0
    except Exception as error:
        print(f"it raised {error}", flush=True)
        return 0.0


if __name__ == "__main__":
    main()
