# ruff: noqa: E501
"""The rotation of the positional encoding: one object, many writings, judged by its identities."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from formulas_declared import ROTATION

from grader.maths import Decided, Name, Prover, add, compare, holds, multiply, read, substitute

TRUTH = read(
    r"\begin{bmatrix}\cos(\lambda k) & \sin(\lambda k)\\ -\sin(\lambda k) & \cos(\lambda k)\end{bmatrix}",
    ROTATION,
)
ENCODING = read(r"[\sin(\lambda pos), \cos(\lambda pos)]", ROTATION)
MOVED = substitute(ENCODING, {"pos": add(Name("pos"), Name("k"))})

WRITINGS = [
    r"\begin{bmatrix}\cos\lambda k & \sin\lambda k\\ -\sin\lambda k & \cos\lambda k\end{bmatrix}",
    r"\begin{pmatrix}\cos(k\lambda) & \sin(k\lambda)\\ \sin(-k\lambda) & \cos(-k\lambda)\end{pmatrix}",
    r"\left[\begin{matrix}\cos{\left(\lambda k\right)} & \sin{\left(\lambda k\right)}\\"
    r"- \sin{\left(\lambda k\right)} & \cos{\left(\lambda k\right)}\end{matrix}\right]",
    "[[cos(lambda*k), sin(lambda*k)], [-sin(lambda*k), cos(lambda*k)]]",
    "np.array([[np.cos(λ*k), np.sin(λ*k)], [-np.sin(λ*k), np.cos(λ*k)]])",
    r"\begin{bmatrix}\cos\lambda k & -\sin\lambda k\\ \sin\lambda k & \cos\lambda k\end{bmatrix}^\top",
    r"\begin{bmatrix}\cos\lambda k & -\sin\lambda k\\ \sin\lambda k & \cos\lambda k\end{bmatrix}^{-1}",
    r"\begin{bmatrix}\sin(\lambda k+\frac{\pi}{2}) & \cos(\lambda k-\frac{\pi}{2})\\"
    r"\cos(\lambda k+\frac{\pi}{2}) & \cos\lambda k\end{bmatrix}",
    r"\cos(\lambda k) I + \sin(\lambda k)\begin{bmatrix}0&1\\-1&0\end{bmatrix}",
    r"\begin{bmatrix}1-2\sin^2(\lambda k/2) & 2\sin(\lambda k/2)\cos(\lambda k/2)\\"
    r"-2\sin(\lambda k/2)\cos(\lambda k/2) & 2\cos^2(\lambda k/2)-1\end{bmatrix}",
]
TRANSPOSED = "[[cos(lambda*k), -sin(lambda*k)], [sin(lambda*k), cos(lambda*k)]]"


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as made:
        yield made


@pytest.mark.parametrize("writing", WRITINGS)
def test_every_writing_is_proved(writing: str, prover: Prover) -> None:
    answer = read(writing, ROTATION)
    same = compare(answer, TRUTH, ROTATION, prover=prover)
    assert same.equal
    moves = holds(multiply(answer, ENCODING), MOVED, ROTATION, prover=prover)
    assert moves.equal
    if "{-1}" not in writing:  # an inverse is not written out, so it stays numeric
        assert (same.verdict, moves.verdict) == (Decided.PROVED, Decided.PROVED)


def test_the_transposed_one_is_refuted_at_a_place_to_check_by_hand() -> None:
    answer = read(TRANSPOSED, ROTATION)
    found = holds(multiply(answer, ENCODING), MOVED, ROTATION)
    assert found.verdict is Decided.REFUTED
    assert dict(found.point) == {"k": "2", "lambda": "3", "pos": "1"}
    # sin(3·1)cos(3·2) − cos(3·1)sin(3·2) = sin(3·(1−2)), and not sin(3·(1+2))
    assert (found.student_value, found.truth_value) == ("-0.1411200081", "0.4121184852")
    assert found.reason == (
        "-0.1411200081 instead of 0.4121184852 in row 1, column 1 at k = 2, lambda = 3, pos = 1"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        "[[sin(lambda*k), cos(lambda*k)], [-cos(lambda*k), sin(lambda*k)]]",
        "[[cos(lambda*k), sin(lambda*k)], [sin(lambda*k), cos(lambda*k)]]",
        "[[cos(lambda*pos), sin(lambda*pos)], [-sin(lambda*pos), cos(lambda*pos)]]",
        "[[cos(k), sin(k)], [-sin(k), cos(k)]]",
    ],
)
def test_other_mistakes_are_refuted(wrong: str) -> None:
    found = compare(read(wrong, ROTATION), TRUTH, ROTATION, proof=False)
    assert found.verdict is Decided.REFUTED


def test_a_matrix_of_another_shape() -> None:
    found = compare(read("[cos(lambda*k), sin(lambda*k)]", ROTATION), TRUTH, ROTATION)
    assert found.verdict is Decided.REFUTED
    assert found.reason == "this is a 2×1 matrix, and the right answer is a 2×2 matrix"
