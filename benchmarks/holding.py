"""For how long a submission can hold the grader, beside the budget that it has.

    python benchmarks/holding.py [--budget 10]

Each tries to use the grader's time in another way. On a quiet machine none may hold it for more
than its budget and 5 s: what is in flight when the budget is used up, and the end of its processes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from grader.checks import all_checks
from grader.course import load_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.submission import Submission

PARTS = 40
ROOM = 5.0
PART = """
  f{number}:
    asks: function
    call: f{number}(x)
    reference: many.double
    inputs: {{x: "normal[3]"}}
    points: 1
    limits: {{seconds: 2}}
    checks: [{{equals: {{cases: 2, public: 1}}}}]
"""
FORMULA = """
  g{number}: {{asks: formula, text: Sum., answer: a + x, symbols: {{a: real, x: real}}, points: 1}}
"""
LIAR = """
import os
from grader.sandbox.inside import serve
real = serve.Process.answer
def answer(self, request):
    if request["op"] == "reap":
        return {"ended": [[number, 9] for number in range(1, 60)]}
    return real(self, request)
serve.Process.answer = answer
"""
SPINNERS = "import os\nfor _ in range(10):\n    if os.fork() == 0:\n        while True: pass\n"


def functions(body: str, above: str = "") -> dict[str, bytes]:
    text = "".join(f"def f{number}(x):\n    {body}\n" for number in range(PARTS))
    return {"homework.py": (above + text).encode()}


def formulas(text: str) -> dict[str, bytes]:
    answers = "".join(f"g{number}: ${text}$\n\n" for number in range(PARTS))
    return {"answers.md": f"# hold/up\n\n{answers}".encode()}


HOLDERS: Mapping[str, dict[str, bytes]] = {
    "right answers": functions("return x + x"),
    "a loop in each function": functions("while True: pass"),
    "sleep in each function": functions("import time; time.sleep(1000)"),
    "a loop at the top level": functions("return x + x", "while True: pass\n"),
    "forty files with a loop each": {
        f"h{number}.py": f"while True: pass\ndef f{number}(x): return x\n".encode()
        for number in range(PARTS)
    },
    "ten forked spinners": functions("return x + x", SPINNERS),
    "spinners, and slow functions": functions("import time; time.sleep(1.5); return x", SPINNERS),
    "lies about its children, and exits": functions("import os; os._exit(0)", LIAR),
    "lies about its children, and loops": functions("while True: pass", LIAR),
    "a process that kills itself": functions("import os; os.kill(os.getpid(), 9)"),
    "feigned faults": functions(
        "return x",
        "from grader.sandbox.inside import serve\n"
        "serve.Process.answer = lambda self, request: {'kind': 'fault', 'trace': ''}\n",
    ),
    "a file slow to parse": {"slow.py": b"x = " + b"-" * 90 + b"f'" + b"{1}" * 160_000 + b"'"},
    "formulas of many terms": formulas(" + ".join(f"a x^{{{n}}}" for n in range(500))),
    "large powers": formulas("(4 a - x)^{600}"),
}  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--budget", type=float, default=10.0)
    budget: float = options.parse_args().budget
    with tempfile.TemporaryDirectory() as folder, open_session(Path(folder), budget) as session:
        grade(session, Submission("warm", HOLDERS["right answers"]), ["hold/up"])
        worst = 0.0
        for what, files in HOLDERS.items():
            started = time.monotonic()
            report = grade(session, Submission("held", files), ["hold/up"])
            seconds = time.monotonic() - started
            worst = max(worst, seconds)
            verdicts = sorted({str(one) for one in report.verdicts} - {"not attempted"})
            print(f"{what:<36} {seconds:6.1f} s   {', '.join(verdicts)}", flush=True)
    print(f"the longest {worst:.1f} s, with a budget of {budget:g} s and {ROOM:g} s of room")
    if worst > budget + ROOM:
        raise SystemExit(1)


def open_session(folder: Path, budget: float) -> Session:
    numbers = range(PARTS)
    parts = "".join(PART.format(number=n) + FORMULA.format(number=n) for n in numbers)
    for name, text in {
        "problems/up.yaml": f"id: hold/up\ntitle: Up\nprompt: Double.\nparts:{parts}",
        "reference/many.py": "def double(x):\n    return 2 * x\n",
        "grader.toml": f'secret = "kept"\nsubmission_seconds = {budget}\n',
    }.items():
        file = folder / "course" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    checks = all_checks()
    course = load_course(folder / "course", language(checks))
    return Session(course, checks, ("numpy",), folder / "truth")


if __name__ == "__main__":
    main()
