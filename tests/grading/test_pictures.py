"""Pictures of what a function returned: of a public case, whatever came back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.checks.figures import HeatMap
from grader.grading import Session
from grader.report import PartReport

PROBLEM = """
id: small/pictures
title: Pictures
prompt: Write `weights(x)`, which returns a matrix and a vector.
parts:
  code:
    asks: function
    call: weights(x)
    reference: pictures.weights
    returns: [matrix, vector]
    inputs:
      n: 2..2
      m: 3..3
      x: normal[n, m]
      words: {value: [one, two, three]}
    points: 2
    checks:
      - equals: {cases: 3, name: hidden}
      - equals: {cases: 3, public: 1}
    draw: {output: matrix, rows: row, columns: {input: words}, beside: vector}
"""
REFERENCE = """
def weights(x):
    return x, x.sum(axis=1)
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("pictures") / "course"
    write_course(root, {"pictures": PROBLEM}, {"pictures": REFERENCE}, 'secret = "kept"\n')
    with open_session(root, truth_cache, ("numpy",)) as opened:
        yield opened


def drawn(session: Session, source: str) -> tuple[PartReport, list[HeatMap]]:
    part = part_of(graded(session, {"hw.py": source}), "code")
    return part, [figure for figure in part.figures if isinstance(figure, HeatMap)]


def test_a_right_answer_is_drawn(session: Session) -> None:
    part, (figure,) = drawn(session, REFERENCE)
    assert part.verdict.value == "correct"
    assert figure.title == "case 1: your matrix, and vector before the bar"
    assert (figure.row_name, figure.rows) == ("row", ("1", "2"))
    assert (figure.column_name, figure.columns) == ("", ("one", "two", "three"))
    sums = [sum(value for value in row if value is not None) for row in figure.values]
    assert figure.beside == pytest.approx(sums)


RETURNED: dict[str, tuple[str, list[list[float | None]], list[float]]] = {
    "lists": ("[[1, 2, 3], [4, 5, 6]], [7, 8]", [[1, 2, 3], [4, 5, 6]], [7, 8]),
    "the matrix alone": ("np.ones((2, 3)), None", [[1, 1, 1]] * 2, []),
    "axes of length 1": ("np.ones((1, 2, 3, 1)), np.ones((2, 1))", [[1, 1, 1]] * 2, [1, 1]),
    "one row": ("np.arange(3.0), 5.0", [[0, 1, 2]], [5]),
    "not finite": (
        "np.array([[1.0, np.nan, np.inf]]), np.array([2.0])", [[1, None, None]], [2],
    ),
    "Booleans": ("np.array([[True, False, True]]), 0", [[1, 0, 1]], [0]),
    "a dictionary": ("dict(matrix=np.ones((1, 3)), vector=[2.0])", [[1, 1, 1]], [2]),
    "another number beside": ("np.ones((2, 3)), np.ones(5)", [[1, 1, 1]] * 2, []),
}  # fmt: skip


@pytest.mark.parametrize("case", RETURNED)
def test_whatever_is_a_matrix_is_drawn(case: str, session: Session) -> None:
    text, values, beside = RETURNED[case]
    part, (figure,) = drawn(
        session, f"import numpy as np\n\n\ndef weights(x):\n    return {text}\n"
    )
    assert part.verdict.value in ("wrong", "partly")
    assert [list(row) for row in figure.values] == values
    assert list(figure.beside) == beside


NOT_DRAWN = {
    "nothing": "None",
    "text": '"a", "b"',
    "a cube": "np.ones((2, 3, 4)), np.ones(2)",
    "complex numbers": "np.ones((2, 3)) * 1j, np.ones(2)",
    "an empty matrix": "np.ones((0, 3)), np.ones(0)",
    "uneven rows": "[[1, 2], [3]], [1, 2]",
    "too much": "np.ones((2, 60_000)), np.ones(2)",
    "an error": "1 / 0",
}


@pytest.mark.parametrize("text", NOT_DRAWN.values(), ids=NOT_DRAWN)
def test_what_is_none_is_not(text: str, session: Session) -> None:
    source = f"import numpy as np\n\n\ndef weights(x):\n    y = x\n    return {text}\n"
    part, figures = drawn(session, source)
    assert part.verdict.value in ("wrong", "crashed")
    assert figures == []


def test_labels_that_do_not_fit_become_numbers(session: Session) -> None:
    source = "import numpy as np\n\n\ndef weights(x):\n    return np.ones((2, 70)), np.ones(2)\n"
    _, (figure,) = drawn(session, source)
    assert figure.columns == tuple(str(n) for n in range(1, 61))
    assert figure.title.endswith("before the bar (the first 2 × 60 of 2 × 70)")


def test_the_numbers_are_those_of_the_public_case(session: Session) -> None:
    """The first check has hidden cases only: nothing of them may be drawn."""
    source = (
        "import numpy as np\n\nseen = []\n\n\n"
        "def weights(x):\n    seen.append(1)\n    return x * len(seen), x.sum(axis=1)\n"
    )
    part, (figure,) = drawn(session, source)
    right, (truth,) = drawn(session, REFERENCE)
    assert part.checks[1].cases == right.checks[1].cases == 3
    assert figure.values == truth.values
