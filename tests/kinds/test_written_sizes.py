# ruff: noqa: E501
"""Sizes in letters, code and words of one's own: read where the course or the answer says what they are."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

SORTING = r"""
id: shelf/sorting
title: A shelf
prompt: A shelf has $s$ rows of $b$ books each, and a book has $p$ pages.
parts:
  work:
    asks: growth
    points: 1
    variables: [s, b]
    usual: {s: rows, b: [row_length, X]}
    answer: s b^2
    mistakes: [{name: the rows are compared with each other, answer: s^2 b}]
  depth:
    asks: growth
    points: 1
    variables: [s]
    usual: {s: rows}
    answer: s
  stored:
    asks: shape
    points: 1
    aliases: {s: [], b: [], p: [pages]}
    usual: {s: rows, b: [row_length, R]}
    answer: (s, b)
    mistakes: [{name: the pages are an axis, answer: "(s, b, p)"}]
"""
SIZES = """
[sizes]
rows = ["R", "S", "n_rows", "rows", "number of rows", "board count"]
row_length = ["m", "B", "row_len", "row_length", "books per row", "row length"]
floors = ["F", "n_floors", "number of floors", "floors"]
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = write_course(tmp_path_factory.mktemp("shelf"), {"shelf": SORTING})
    (root / "grader.toml").write_text(SIZES, encoding="utf-8")
    return open_course(root)


GROWTH = [
    # usual names
    ("work", "$O(R m^2)$", "correct"),
    ("work", r"`O(n_rows * row_len**2)`", "correct"),
    ("work", r"$\Theta(\text{n\_rows} \cdot \text{row\_len}^2)$", "correct"),
    ("work", "O(rows × row_length²)", "correct"),
    ("work", "O(R X²)", "correct"),
    ("depth", "O(R) comparisons", "correct"),
    # a mistake that is known, and one that is not
    ("work", "$O(R^2 m)$", "wrong"),
    ("work", "$O(R m)$", "unread"),
    # p is something else in this problem
    ("depth", "O(p)", "unread"),
    # what the answer says
    ("work", "$O(k q^2)$, where $k$ is the number of rows and $q$ the row length", "correct"),
    ("work", "With $q$ books per row and a board count of $k$ it takes $O(k q^2)$.", "correct"),
    ("depth", "O(F), where F is the number of rows", "correct"),
    ("depth", "O(R), where R is the number of floors", "unread"),
    ("depth", "O(q), where q is the number of floors", "unread"),
    ("work", "$O(k q^2)$, where $q$ is the number of rows and $k$ the row length", "wrong"),
    # in words
    ("work", "linear in the number of rows and quadratic in the row length", "correct"),
    ("work", "Quadratic in b and linear in s.", "correct"),
    ("depth", "It grows linearly with the number of rows.", "correct"),
    ("work", "quadratic in the number of rows and linear in the row length", "wrong"),
    ("work", "quadratic in the row length", "unread"),
    ("work", "linear in the number of rows, not quadratic in the row length", "unread"),
    # a heading, and what explains it
    ("work", "### Sorting: O(s·b²)\n- linear in the rows\n- quadratic in what is in one", "correct"),
    ("work", "# Sorting: O(s²·b)\n- linear in what is in a row", "wrong"),
    # an amount, a sum in words, and what is said of a factor
    ("depth", "O(s) comparisons, slow beyond ~700 rows", "correct"),
    ("depth", "~700 rows", "wrong"),
    ("work", "s rows, each with b·b comparisons: s·b²", "correct"),
    ("work", "s rows, each with b comparisons: s·b", "wrong"),
    ("work", "b comparisons for each of b places, i.e. O(s b^2) for all rows", "correct"),
    ("work", "O(s b^2) is what it costs; O(s b) per book", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "text", "verdict"), GROWTH)
def test_growth(shelf: Course, part: str, text: str, verdict: str) -> None:
    assert judged(shelf, ("shelf/sorting", part), text)[0] == verdict


def test_what_was_read_is_said(shelf: Course) -> None:
    notes = judged(shelf, ("shelf/sorting", "work"), "$O(R m^2)$")[2]
    assert notes == ("read R as s, m as b: so it is usually called",)
