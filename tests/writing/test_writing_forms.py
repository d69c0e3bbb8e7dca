"""Matrices drawn with blanks, tables and words of other languages, as the reader takes them."""

from __future__ import annotations

import pytest

from grader.writing.glossary import in_english
from grader.writing.grids import with_grids
from grader.writing.scripts import as_typed
from grader.writing.tabular import as_lines


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("r = [f(a) g(b); -g(b) f(a)]", "r = [[f(a), g(b)], [-g(b), f(a)]]"),
        ("[a, b; c, d]", "[[a, b], [c, d]]"),
        ("[a + b  c; d  e]", "[[a + b, c], [d, e]]"),
        ("|  a   b |\n| -c   d |", "[[a, b], [-c, d]]\n"),
        ("M = ⎡ a  b ⎤\n    ⎣ c  d ⎦", "M = [[a, b], [c, d]]\n"),
        ("[a; b]", "[a; b]"),
        ("[a b; c]", "[a b; c]"),
        ("[2 a; 3 b]", "[2 a; 3 b]"),
        ("| a | b |\n| c | d |", "| a | b |\n| c | d |"),
        ("|x|", "|x|"),
    ],
)
def test_a_drawn_matrix_is_a_list_of_rows(written: str, read: str) -> None:
    assert with_grids(written) == read


def test_a_cell_is_told_by_its_row_and_its_column() -> None:
    table = "Costs:\n| kind | work | memory |\n|---|:--:|---|\n| first | $|n|$ | 1 |\nend"
    assert as_lines(table) == "Costs:\nfirst, work: $|n|$\n\nfirst, memory: 1\n\nend"


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("在 f 之前", "在 before f"),
        ("n 小于 d", "n < d"),
        ("n이 폭 d보다 작을 때", "n < d 때"),
        ("nがdより大きい", "n > d"),
        ("无法并行", "cannot parallel"),
        ("Die Summe ist nicht vor dem Rest", "Die Summe ist not before Rest"),
        ("pour x, a note", "pour x, a note"),
        ("the 점수 of it", "the score of it"),
        ("scored", "scored"),
    ],
)
def test_known_words_are_put_in_english(written: str, english: str) -> None:
    assert " ".join(in_english(written, {"score": ["점수", "scored by"]}).split()) == english


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        (r"\left\lbrack u, v \right\rbrack", r"\left[ u, v \right]"),
        (r"\lbrackets u", r"\lbrackets u"),
        (r"u^{\left< t-1 \right>}", "u^{<t-1>}"),
        (r"u^{\left\lt t \right\gt}", "u^{<t>}"),
        (r"u^{t < 3}", r"u^{t < 3}"),
        (r"{\tilde{u}}^{<t>} + {\hat v}_i", r"\tilde{u} ^{<t>} + \hat v _i"),
        (r"\frac{\hat{u}}{\hat{v}}^2", r"\frac{\hat{u}}{\hat{v}}^2"),
    ],
)
def test_commands_are_read_as_the_signs_they_are(written: str, typed: str) -> None:
    read = as_typed(written)
    assert len(read) == len(written)
    assert " ".join(read.split()) == typed
