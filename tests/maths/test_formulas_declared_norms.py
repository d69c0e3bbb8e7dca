"""A problem may call a squared norm by a name of its own, and a student write it out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.maths import Shape, Symbols, read

SQUARED = ("‖x_n‖^2", "‖x_n‖²", "‖x_n‖_2^2", "x_n^T x_n", r"x_n^\top x_n", "<x_n, x_n>", "|x_n|^2")
LENGTH = replace(Symbols.of(s="positive"), aliases=dict.fromkeys(SQUARED, "s"))
VECTOR = Symbols.of(x=Shape("D", 1))


@pytest.mark.parametrize(
    "text",
    [
        r"e^{\lVert x_n\rVert^2}",
        r"e^{\left\lVert \mathbf{x}_n \right\rVert^2}",
        r"e^{\|x_n\|^2}",
        r"e^{\|x_n\|_2^2}",
        r"e^{\Vert x_n\Vert^2}",
        "e^{||x_n||^2}",
        "e^(‖x_n‖²)",
        r"e^{|x_n|^2}",
        r"e^{x_n^T x_n}",
        r"e^{\mathbf{x}_n^\top\mathbf{x}_n}",
        r"e^{\langle x_n, x_n\rangle}",
    ],
)
def test_a_declared_norm_is_read_however_it_is_written(text: str) -> None:
    assert read(text, LENGTH) == read("e^s", LENGTH)


@pytest.mark.parametrize("text", [r"\Vert x\Vert^2", r"\|x\|^2", r"\lVert x\rVert^2", "||x||^2"])
def test_bars_that_open_and_close_alike(text: str) -> None:
    assert read(text, VECTOR) == read("norm(x)^2", VECTOR)


def test_two_norms_side_by_side() -> None:
    assert read(r"\Vert x\Vert \Vert x\Vert", VECTOR) == read(r"\|x\| \|x\|", VECTOR)
