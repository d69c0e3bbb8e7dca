"""Files made to be too much for whoever reads them: each costs itself, and the report names it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hostile_course import PROBLEM, RIGHT_BESIDE, Arena, part_of
from hostile_table import answer

from grader.grading import grade, scanning
from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.mentions import TOO_MANY
from grader.submission import Submission

RIGHT = (RIGHT_BESIDE + answer("return right")).encode()


def notebook(*cells: tuple[str, str], times: int = 1) -> bytes:
    made = [{"cell_type": kind, "source": source} for kind, source in cells]
    return json.dumps({"cells": made * times}).encode()


def functions(count: int) -> bytes:
    return b"".join(b"def f%d():0\n" % number for number in range(count))


def code(count: int) -> str:
    return f"it has {count:,} characters of code; only files of up to 500,000 are read"


DEEP = "it cannot be parsed: maximum recursion depth exceeded during ast construction"

# what -> (name, content, the notes that the report must have)
FILES: dict[str, tuple[str, bytes, tuple[str, ...]]] = {
    "ninety thousand cells": (
        "big.ipynb", notebook(*(("code", f"x{number} = 1") for number in range(90_000))),
        ("big.ipynb: it has 90,000 cells; only notebooks of up to 2,000 are read",)),
    "a cell of seven megabytes": (
        "big.ipynb", notebook(("code", "f()\n" * 1_800_000)), (f"big.ipynb: {code(7_200_000)}",)),
    "cells of seven megabytes together": (
        "big.ipynb", notebook(("code", "f()\n" * 1000), times=1_800),
        (f"big.ipynb: {code(7_200_000)}",)),
    "two hundred thousand functions": (
        "big.py", functions(200_000), (f"big.py: {code(len(functions(200_000)))}",)),
    "five thousand functions": (
        "big.py", functions(5_000),
        ("big.py: it defines 5,000 names; only the first 2,000 are looked at",)),
    "five thousand names in one assignment": (
        "big.py", b"=".join(b"a%d" % number for number in range(5000)) + b"=1\n",
        ("big.py: it defines 5,000 names; only the first 2,000 are looked at",)),
    "two thousand functions of fifty long names each": (
        "big.py", b"".join(
            b"def f%d(%s):0\n" % (n, b",".join(b"a%d_%d" % (n, k) for k in range(25)))
            for n in range(1_900)),
        ()),
    "a hundred thousand headings": (
        "answers.md", b"# a\n" * 100_000,
        ("answers.md, line 1: too long: only the first 200000 characters are read",
         "answers.md, line 1: more than 3000 labels and headings: the rest is not read")),
    "two thousand brackets": (
        "big.py", b"x = " + b"[" * 2000 + b"]" * 2000,
        ("big.py, line 1: syntax error: too many nested parentheses",)),
    "a sum of a hundred thousand": (
        "big.py", b"x = 1" + b" + 1" * 100_000, (f"big.py: {DEEP}",)),
    "a thousand and a half times elif": (
        "big.py", b"if a: x = 1\n" + b"elif b: x = 1\n" * 1500, ()),
    "syntax errors without end": (
        "big.py", b"x = 1 1\n" * 60_000,
        tuple(f"big.py, line {line}: syntax error: invalid syntax" for line in range(1, 5))),
    "a YAML file without end": (
        "answers.yaml", b"a: b\n" * 100_000,
        ("answers.yaml, line 1: longer than 200000 characters",)),
}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("what", FILES)
def test_the_right_answer_beside_it_counts(what: str, arena_of: Callable[[str], Arena]) -> None:
    name, data, notes = FILES[what]
    submission = Submission("hw", {name: data, "right.py": RIGHT})
    report = grade(arena_of("full").session, submission, [PROBLEM])
    assert report.notes == notes
    assert part_of(report, "attacked").score.earned == 4.0
    assert part_of(report, "beside").score.earned == 2.0


MANY: dict[str, tuple[dict[str, bytes], str]] = {
    "files of two thousand definitions": (
        {f"a{number:03}.py": functions(2_000) for number in range(12)},
        ": it holds more than can be looked at beside your other files"),
    "notebooks of long answers": (
        dict.fromkeys(
            (f"a{number:03}.ipynb" for number in range(40)),
            notebook(("markdown", "# a\n" + "é" * 190_000))),
        ", line 1: it holds more than can be looked at beside your other files"),
}  # fmt: skip


@pytest.mark.parametrize("what", MANY)
def test_many_that_are_too_much_together(what: str, arena_of: Callable[[str], Arena]) -> None:
    files, words = MANY[what]
    submission = Submission("hw", {**files, "right.py": RIGHT})
    report = grade(arena_of("full").session, submission, [PROBLEM])
    assert report.notes
    assert {note.partition(".")[2].lstrip("ipynb") for note in report.notes} == {words}
    assert len(report.notes) < len(files), "as many as there is room for are looked at"
    assert part_of(report, "attacked").score.earned == 4.0
    assert part_of(report, "beside").score.earned == 2.0


def test_what_was_not_seen_is_not_there(
    arena_of: Callable[[str], Arena], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a file that is left out could hold what a rule forbids, and be imported."""
    monkeypatch.setattr(scanning, "MAX_PYTHON_BYTES", 2_000)
    files = {"helper.py": b"VALUE = 1\n#" + b"-" * 2_000, "right.py": b"import helper\n" + RIGHT}
    report = grade(arena_of("full").session, Submission("hw", files), [PROBLEM])
    assert report.notes[0] == "helper.py: left out, there are 0 MB of Python in smaller files"
    assert report.notes[1].startswith(
        "right.py, line 1 failed and was skipped: ModuleNotFoundError"
    )
    assert part_of(report, "attacked").score.earned == 4.0


def test_a_hundred_faults_are_named(arena_of: Callable[[str], Arena]) -> None:
    files = {f"a{number:03}.ipynb": b"" for number in range(130)}
    submission = Submission("hw", {**files, "right.py": RIGHT})
    report = grade(arena_of("full").session, submission, [PROBLEM])
    assert (len(report.notes), report.notes[-1]) == (101, "30 more faults of this kind were found")


def test_a_generated_file_does_not_use_up_the_room_of_others() -> None:
    """What the rules of a part look at is still known of the small file, whatever it is called."""
    lines = [f"def g{n}(x):\n    return g{n - 1}(x) + np.a{n}\n" for n in range(600)]
    files = {"aaa.py": "".join(lines).encode(), "right.py": RIGHT}
    uses = {source["path"]: source["uses"] for source in scan(files)["sources"]}
    listed = [entry[0] for entries in uses["right.py"].values() for entry in entries]
    assert listed
    assert TOO_MANY not in listed
    assert TOO_MANY in [entry[0] for entries in uses["aaa.py"].values() for entry in entries]
