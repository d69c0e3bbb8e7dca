"""Whose code is alike: through new names and orders, and not by what all have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from class_course import lines, run, write_class

from grader.cli.common import open_course
from grader.course.asked import Asked
from grader.kit.starter import starter_source
from grader.likeness import groups_of, pairs_in, work_of
from grader.likeness.pairs import MOST_SHARING

SHIPPED = Path(__file__).parents[2]
MEANS = '''
def running_means(values, width):
    """The mean of each window."""
    total = sum(values[:width])
    means = [total / width]
    for place in range(width, len(values)):
        total += values[place] - values[place - width]
        means.append(total / width)
    return means
'''
COUNTS = """
def word_counts(text):
    counts = {}
    for word in text.lower().split():
        cleaned = "".join(sign for sign in word if sign.isalnum())
        if cleaned:
            counts[cleaned] = counts.get(cleaned, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
"""
ANN = "import numpy as np\n" + MEANS + COUNTS
# By nobody who saw the others'.
OWN = """
from collections import Counter
import re


def running_means(values, width):
    return [sum(values[i : i + width]) / width for i in range(len(values) - width + 1)]


def word_counts(text):
    found = Counter(re.findall(r"[a-z0-9]+", text.lower()))
    ranked = list(found.most_common())
    while True:
        swapped = False
        for i, j in zip(range(len(ranked)), range(1, len(ranked))):
            if ranked[i][1] == ranked[j][1] and ranked[i][0] > ranked[j][0]:
                ranked[i], ranked[j] = ranked[j], ranked[i]
                swapped = True
        if not swapped:
            return ranked
"""


def renamed(text: str) -> str:
    for old, new in {
        "values": "xs", "width": "k", "total": "acc", "means": "out", "place": "t",
        "counts": "table", "word": "w", "cleaned": "c", "sign": "ch", "item": "kv",
    }.items():  # fmt: skip
        text = re.sub(rf"\b{old}\b", new, text)
    return text.replace('"""The mean of each window."""', "# mean of windows\n")


def notebook(*cells: str) -> bytes:
    made = [{"cell_type": "code", "source": text.splitlines(keepends=True)} for text in cells]
    return json.dumps({"cells": made}).encode()


@pytest.mark.parametrize(
    ("files", "alike"),
    [
        ({"hw.py": ANN.encode()}, True),
        ({"other.py": renamed(ANN).encode()}, True),
        ({"hw.py": (renamed(COUNTS) + "\n\n" + renamed(MEANS)).encode()}, True),  # another order
        ({"hw.py": renamed(ANN).replace("    ", "\t").encode()}, True),
        ({"a.py": MEANS.encode(), "b.py": renamed(COUNTS).encode()}, True),
        ({"hw.ipynb": notebook("x = 1\n", renamed(MEANS), renamed(COUNTS))}, True),
        ({"hw.py": b"def broken(:\n" + renamed(ANN).encode()}, True),
        ({"hw.py": OWN.encode()}, False),
        ({"hw.txt": ANN.encode()}, False),  # no code
        ({"hw.ipynb": b"[" * 100_000}, False),
        ({}, False),
    ],
)
def test_who_is_like_ann(files: dict[str, bytes], alike: bool) -> None:
    works = {"ann": work_of({"hw.py": ANN.encode()}), "bob": work_of(files)}
    assert bool(pairs_in(works, at_least=0.6)) is alike


def test_the_places() -> None:
    works = {
        "ann": work_of({"hw.py": ANN.encode()}),
        "bob": work_of({"hw.ipynb": notebook("x = 1\n", renamed(COUNTS))}),
    }
    (pair,) = pairs_in(works, at_least=0.6)
    assert (pair.names, len(pair.shared)) == (("ann", "bob"), 1)
    here, there = pair.shared[0].passages
    assert (here.file, here.cell, here.first, here.last) == ("hw.py", None, 12, 18)
    assert (there.file, there.cell, there.first, there.last) == ("hw.ipynb", 2, 2, 8)
    assert here.lines == tuple(COUNTS.strip().split("\n"))


def test_what_all_were_given_and_what_many_have_is_left_out() -> None:
    starter = work_of({"starter.py": MEANS.encode()})
    two = {name: work_of({"hw.py": MEANS.encode() + b"x = 1\n"}) for name in ("ann", "bob")}
    assert len(pairs_in(two, at_least=0.6)) == 1
    assert pairs_in(two, [starter], at_least=0.6) == []
    many = {
        f"s{number}": work_of({"hw.py": f"{MEANS}\nx = {number}\n".encode()})
        for number in range(MOST_SHARING + 1)
    }
    assert pairs_in(many, at_least=0.6) == []
    # Not so what is the same from end to end: each is shown beside the next.
    same = {f"s{number:02d}": two["ann"] for number in range(MOST_SHARING + 1)}
    assert len(pairs_in(same, at_least=0.6)) == MOST_SHARING


def test_who_is_connected_is_shown_together() -> None:
    works = {
        name: work_of({"hw.py": text.encode()})
        for name, text in {
            "ann": MEANS, "bob": MEANS + COUNTS, "eve": COUNTS, "joe": OWN, "kim": renamed(OWN),
        }.items()
    }  # fmt: skip
    groups = groups_of(pairs_in(works, at_least=0.6))
    assert [[pair.names for pair in group] for group in groups] == [
        [("joe", "kim")],
        [("bob", "eve"), ("ann", "bob")],
    ]


def test_what_is_printed(tmp_path: Path) -> None:
    write_class(
        tmp_path,
        {
            "ann": {"hw.py": COUNTS},
            "bob": {"b.py": renamed(COUNTS).replace("{}", "{}  # \x1b[31m")},
            "eve": {"hw.py": OWN},
        },
    )
    (tmp_path / "in" / "pat.zip").write_bytes(b"PK nonsense")
    done = run(tmp_path, "alike", "in")
    assert done.stderr == "pat: not compared: in/pat.zip: it is not a zip archive, or is damaged\n"
    expected = Path(__file__).with_name("printed.txt").read_text(encoding="utf-8")
    assert "\n".join(lines(done)) + "\n" == expected


def test_starters_that_were_left_as_they_were_are_nobodys(tmp_path: Path) -> None:
    course, _ = open_course(str(SHIPPED))
    problems = tuple(file.problem for file in course.problems.values())
    starter = starter_source(Asked("all", problems, course.references, {}))
    works = {name: work_of({"hw.py": starter.encode()}) for name in ("ann", "bob")}
    assert len(pairs_in(works, at_least=0.6)) == 1
    write_class(tmp_path, {name: {"hw.py": starter} for name in works})
    assert lines(run(tmp_path, "alike", "in", "--course", str(SHIPPED))) == [
        "2 submissions; pairs that are alike in 60 % or more: 0"
    ]
