"""What lint says of a curve: its claims, its examples and its mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.course import CourseFault

Lint = Callable[..., list[str]]

PROBLEM = """\
id: runs/two
title: Two runs
prompt: Hand in `loss.csv`.
parts:
  runs:
    asks: curve
    points: 3
    file: loss.csv
    x: epoch
    series: {a: [first], b: [second]}
    range: 0..9
    claims:
      lower: {asks: lowest}
      faster: {asks: fastest}
      gap: {asks: gap, at: first, between: [a, b]}
    examples:
      - |
        epoch,a,b
        1,2.0,1.0
        2,3.0,4.0
    mistakes:
      - {name: the first row is taken, claim: lower, instead: {at: first}}
"""


def test_a_sound_curve(lint_course: Lint) -> None:
    assert lint_course({"problems/two.yaml": PROBLEM}) == []


FAULTY = {
    "names of columns": (
        ("b: [second]", "b: [First]"),
        "10:5: parts.runs.series: `first` stands for a and for b",
    ),
    "names of claims": (
        ("lowest}", "lowest, aliases: [gap]}"),
        "12:5: parts.runs.claims: `gap` stands for gap and for lower",
    ),
    "a part of the same name": (
        ("  runs:\n", "  gap: {asks: prose, points: 1, rubric: [anything]}\n  runs:\n"),
        "16:7: parts.runs.claims.gap: the part `gap` has this name too; a label could mean either",
    ),
    "an example that cannot be read": (
        ("1,2.0,1.0", "1,2.0,x"),
        "17:9: parts.runs.examples.0: cannot be read: line 2: b is `x`, which is not a number; "
        "write one",
    ),
    "an example outside the range": (
        ("3.0,4.0", "3.0,40"),
        "17:9: parts.runs.examples.0: cannot be read: line 3: b is 40, which is not between 0 and "
        "9",
    ),
    "a mistake that no example shows": (
        ("{at: first}", "{share: 0.9}"),
        "22:9: parts.runs.mistakes.0: gives the right answer for every example; add one that "
        "brings it out",
    ),
    "a mistake like another": (
        ("instead: {at: first}}", "instead: {at: first}}\n      - {name: the other run is meant, "
         "claim: lower, instead: {asks: highest}}"),
        "23:9: parts.runs.mistakes.1: is recognised as `the first row is taken`, which comes "
        "first; keep one, or add an example that tells them apart",
    ),
    "a range without ends": (
        ("range: 0..9", "range: 0 to 9"),
        "11:5: parts.runs.range: `0 to 9` is not a range; write both ends, such as `0..1`",
    ),
    "an empty range": (
        ("range: 0..9", "range: 9..0"),
        "5:3: parts.runs: the range `9..0` is empty; write the smaller end first",
    ),
    "a key that is called otherwise now": (
        ("range: 0..9", "range: 0..9\n    percent: true"),
        "12:5: parts.runs.percent: unknown key; it is now `range`",
    ),
    "a gap of one series": (
        ("between: [a, b]", "between: [a, c]"),
        "5:3: parts.runs: the gap `gap` needs two of the series: `between: [a, b]`",
    ),
    "speed without a range": (
        ("    range: 0..9\n", ""),
        "5:3: parts.runs: the claim `faster` needs a `range` that begins at 0 or above",
    ),
    "one series alone": (
        ("{a: [first], b: [second]}", "{a: []}"),
        "5:3: parts.runs: the claim `lower` compares series, but there is only one",
    ),
    "a mistake about nothing": (
        ("claim: lower", "claim: lowest"),
        "5:3: parts.runs: a mistake is about `lowest`; the claims are lower, faster, gap",
    ),
    "an unknown key of a claim": (
        ("{asks: lowest}", "{asks: lowest, place: last}"),
        "13:29: parts.runs.claims.lower.place: unknown key; known are `aliases`, `asks`, `at`, "
        "`best`, `between`, `decimals`, `share`, `text`, `weight`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTY)
def test_faults(case: str, lint_course: Lint) -> None:
    (old, new), words = FAULTY[case]
    assert old in PROBLEM
    text = PROBLEM.replace(old, new, 1)
    try:
        found = lint_course({"problems/two.yaml": text}, run=False)
    except CourseFault as fault:  # refused when it is read, before lint
        found = str(fault).split("\n")
    assert found == [f"problems/two.yaml:{words}"]


def test_a_curve_that_earns_nothing(lint_course: Lint) -> None:
    text = PROBLEM.replace("    range", "    weight: 0\n    range")
    assert lint_course({"problems/two.yaml": text}, run=False) == []
    text = text.replace("{asks: ", "{weight: 0, asks: ")
    with pytest.raises(CourseFault) as fault:
        lint_course({"problems/two.yaml": text}, run=False)
    assert "parts.runs: everything has weight 0, so that nothing can be earned" in str(fault.value)
