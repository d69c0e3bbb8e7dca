"""What has to be graded again when something of the course changes, and the words for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_course import FUNCTION, write_class

from grader.batch.keys import made_of, reason
from grader.cli.common import open_course

# `triple` has a module of its own, which no other reference imports.
TRIPLE = FUNCTION.format(name="triple", title="Thrice").replace("sums.triple", "more.triple")
HELPING = "from parts import three\n\n\ndef triple(x):\n    return three() * x\n"
FILES = {
    "problems/triple.yaml": TRIPLE,
    "reference/more.py": HELPING,
    "reference/parts.py": "def three():\n    return 3\n",
    "given/notes.txt": "n",
}
PROBLEMS = ["sums/double", "sums/square", "sums/triple", "sums/why"]
STOOD_IN = "a reference that can stand in for a student's function has changed"
REFERENCE = "its reference has changed"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("problems/square.yaml", "0.25", "0.5", {"sums/square": "the problem has changed"}),
        (
            "reference/more.py",
            "three() * x",
            "x * three()",
            {"sums/double": STOOD_IN, "sums/square": STOOD_IN, "sums/triple": REFERENCE},
        ),
        (  # what is imported, too
            "reference/parts.py",
            "3",
            "1 + 2",
            {"sums/double": STOOD_IN, "sums/square": STOOD_IN, "sums/triple": REFERENCE},
        ),
        (
            "reference/sums.py",
            "2 * x",
            "x + x",
            {"sums/double": REFERENCE, "sums/square": REFERENCE, "sums/triple": STOOD_IN},
        ),
        (
            "given/notes.txt",
            "n",
            "m",
            dict.fromkeys(PROBLEMS, "the files that students are given have changed"),
        ),
        (
            "grader.toml",
            "seconds = 1",
            "seconds = 2",
            dict.fromkeys(
                PROBLEMS, "the course's limits, tolerances, names or secret have changed"
            ),
        ),
    ],
)
def test_what_a_change_makes_stale(
    file: str, old: str, new: str, expected: dict[str, str], tmp_path: Path
) -> None:
    write_class(tmp_path, {})
    for name, text in FILES.items():
        (tmp_path / "course" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "course" / name).write_text(text, encoding="utf-8")

    def parts() -> dict[str, dict[str, str]]:
        return made_of(open_course(str(tmp_path / "course"))[0], "hw1", PROBLEMS)

    before = parts()
    assert parts() == before
    changed = tmp_path / "course" / file
    text = changed.read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new), encoding="utf-8")
    after = parts()
    assert {
        name: reason(before[name], after[name]) for name in PROBLEMS if before[name] != after[name]
    } == expected
