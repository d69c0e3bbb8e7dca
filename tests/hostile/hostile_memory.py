"""Grades answers that are out for the grader's memory, in a process of its own.

    python hostile_memory.py FOLDER [--whole]

Without `--whole` all but those that take long and are like another. Prints one line of JSON: for
each answer what it got, and how much memory this process took beyond what a right answer takes.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from grader.checks import all_checks
from grader.course import load_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.submission import Submission

REFERENCE = """
import numpy as np


def turned(x, positions):
    t = positions[:, None] * 0.5 ** np.arange(x.shape[1] // 2)
    z = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * t)
    return np.stack([z.real, z.imag], -1).reshape(x.shape)


def stepped(params, rate):
    return {"W": params["W"] - rate, "b": [params["b"][0] - rate]}
"""
PROBLEM = """
id: memory/parts
title: Memory
prompt: Two functions.
parts:
  turned:
    asks: function
    call: turned(x, positions)
    reference: memory.turned
    points: 2
    inputs: {n: 5..5, x: "normal[n, 6]", positions: "arange[n](1)"}
    checks:
      - property: {holds: depends_on_differences, input: positions}
      - equals: {cases: 12, public: 1}
    draw: {rows: row, columns: column}
  stepped:
    asks: function
    call: stepped(params, rate)
    reference: memory.stepped
    points: 1
    inputs: {params: {W: "normal[2, 3]", b: ["normal[3]"]}, rate: {value: 0.5}}
    checks:
      - equals: {cases: 2}
      - property: {holds: leaves_inputs_unchanged, cases: 2}
"""
RIGHT = """

def stepped(params, rate):
    return {"W": params["W"] - rate, "b": [params["b"][0] - rate]}
"""

# A frame that its encoder did not write, to every descriptor that there is.
_FORGED = """
import json, os, struct

def _send(value, buffers):
    tree = json.dumps({"d": [["kind", "returned"], ["value", value], ["changed_inputs", {"l": []}],
                             ["inputs_after", None], ["printed", ""]]}).encode()
    data = struct.pack("<4sIQ", b"GRD1", len(tree), len(buffers)) + tree + buffers
    for number in range(3, 64):
        try:
            while data:
                data = data[os.write(number, data):]
        except OSError:
            pass

def _entry(shape, start, size, dtype="float64"):
    return {"a": {"dtype": dtype, "shape": shape, "at": [start, size], "library": "numpy",
                  "layout": "plain"}}
"""


def turned(body: str, setup: str = "") -> str:
    head = f"import numpy as np\n{setup}\n\ndef turned(x, positions):\n"
    return head + "".join(f"    {line}\n" for line in body.splitlines()) + RIGHT


def stepped(line: str, w: str, b: str) -> str:
    head = "def stepped(params, rate):\n    b = params['b'][0]\n"
    return f"{head}    {line}\n    return {{'W': {w}, 'b': [{b}]}}\n"


def forged(value: str, buffers: str) -> str:
    return turned(f"_send({value}, {buffers})\nreturn x", _FORGED)


ANSWERS = {
    "right": REFERENCE,
    "many rows": turned("return np.zeros((12000, 1))"),
    "eight million rows": turned("return np.zeros((8_000_000, 1))"),
    "rows of nothing": turned("return np.zeros((10**12, 0))"),
    "as much as may travel, every time": turned("return np.zeros((1000, 200))"),
    "400 000 numbers": turned("return [1] * 399_999"),
    "pairs of numbers": turned("return [[0.5, 0.5]] * 100_000"),
    "many arrays": turned("return [np.zeros(0)] * 20_000"),
    "33 axes": turned("return np.zeros((1,) * 33)"),
    "one buffer forty times": forged("{'l': [_entry([125000], 0, 10**6)] * 40}", "bytes(10**6)"),
    "buffers that overlap": forged(
        "{'l': [_entry([120000], 8 * i, 960000) for i in range(40)]}", "bytes(960400)"
    ),
    "millions of brackets": forged("[[]] * 400_000", "b''"),
    "nothing, and 2**62 of it": forged("_entry([2**62, 0, 2**62], 0, 0)", "b''"),
    "a Boolean that is seven": forged("_entry([5, 6], 0, 30, 'bool')", "bytes([7]) * 30"),
    "an input changed in a dictionary": stepped("params['W'] -= rate", "params['W']", "b - rate"),
    "an input changed in a list": stepped("b -= rate", "params['W'] - rate", "b"),
    "an input with one more key": stepped("params['c'] = 1", "params['W'] - rate", "b - rate"),
}
# As "400 000 numbers", which takes seconds, too.
LONG = ("pairs of numbers", "many arrays")


def write_course(root: Path) -> None:
    for name, text in (
        ("problems/memory.yaml", PROBLEM),
        ("reference/memory.py", REFERENCE),
        ("grader.toml", ""),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def main() -> None:
    folder = Path(sys.argv[1])
    write_course(folder / "course")
    checks = all_checks()
    course = load_course(folder / "course", language(checks))
    found: dict[str, object] = {}
    with Session(course, checks, ("numpy",), folder / "truth", unsafe=True) as session:
        left_out = () if "--whole" in sys.argv else LONG
        for what in (one for one in ANSWERS if one not in left_out):
            source = ANSWERS[what]
            report = grade(session, Submission(what, {"hw.py": source.encode()}), ["memory/parts"])
            if what == "right":
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            found[what] = {
                part.name: [part.verdict.value, part.message, list(part.notes)]
                for part in report.problems[0].parts
            }
    found["kilobytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps(found))


if __name__ == "__main__":
    main()
