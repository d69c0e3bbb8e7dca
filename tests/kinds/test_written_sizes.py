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
  shelves:
    asks: growth
    points: 1
    variables: [s, b]
    usual: {s: rows, b: [row_length, X]}
    answer: s
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
  cover:
    asks: shape
    points: 1
    aliases: {s: [], b: [], p: [pages]}
    answer: (p)
    mistakes: [{name: a cover is given for each row, answer: (s)}]
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
    ("shelves", "linear in the number of rows", "correct"),
    ("shelves", "linear in the row length", "unread"),
    ("shelves", "quadratic in the number of rows", "unread"),
    ("shelves", "linear in the number of rows and in nothing else", "correct"),
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


SHAPES = [
    # usual names, and names that the answer explains
    ("(R, m)", "correct"),
    (r"$T \in \mathbb{R}^{R \times m}$", "correct"),
    ("`[n_rows, row_len]`", "correct"),
    ("(number of rows, books per row)", "correct"),
    ("# output: [n rows, row len]", "correct"),
    ("(self.n_rows, cfg.row_len)", "correct"),
    ("(k, q) where k is the number of rows and q the row length", "correct"),
    ("(q, k) where k is the number of rows and q the row length", "wrong"),
    ("(m, R)", "unread"),
    ("(S, R)", "correct"),  # R may be either size, and S is one of them
    ("(R, m, pages)", "wrong"),
    ("(F, m) where F is the number of floors", "unread"),
    # in code
    ("torch.zeros(s, b)", "correct"),
    ("self.table = nn.Parameter(torch.empty(n_rows, row_len))", "correct"),
    ("np.full((s, b), 7.0, dtype=float)", "correct"),
    ('get_variable("shelf", shape=[s, b])', "correct"),
    ("table = pages.sum((0, 1))  # (s, b)", "correct"),
    ("out = f(x.view(-1)).view(s, b)", "correct"),
    ("torch.zeros(b, s)", "wrong"),
    ("torch.zeros(s, b).T", "unread"),
    ("nn.Linear(s, b)", "unread"),
    ("torch.zeros(s, b).sum(0)", "unread"),
    ("x.permute(s, b)", "unread"),
    # in words
    ("an s by b grid", "correct"),
    ("a table with $s$ rows and $b$ columns", "correct"),
    ("a b-by-s grid", "wrong"),
    ("(s, b), a number for each book", "correct"),
    ("the transpose of an s × b table", "unread"),
    ("an $s \\times b$ table of p-dimensional vectors", "correct"),
]


@pytest.mark.parametrize(("text", "verdict"), SHAPES)
def test_shapes(shelf: Course, text: str, verdict: str) -> None:
    assert judged(shelf, ("shelf/sorting", "stored"), text)[0] == verdict


VECTORS = [
    ("It is p-dimensional.", "correct"),
    ("Each row is $s$-dimensional, and so is what comes out: $s$-dimensional", "wrong"),
    ("a vector of size $p$", "correct"),
    ("un vecteur de dimension $p$", "correct"),
    ("p 维向量", "correct"),
    ("p numbers", "correct"),
    ("two-dimensional", "unread"),
    ("it turns p-dimensional vectors into s-dimensional ones", "unread"),
    ("it turns s-dimensional vectors into b-dimensional ones", "unread"),
    ("p × 1", "unread"),
]


@pytest.mark.parametrize(("text", "verdict"), VECTORS)
def test_a_vector_by_its_length(shelf: Course, text: str, verdict: str) -> None:
    assert judged(shelf, ("shelf/sorting", "cover"), text)[0] == verdict
