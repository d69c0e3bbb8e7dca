"""Cutting LaTeX into equations."""

import pytest

from grader.maths import equations

ONE = {
    "alone": (r"y = x^2", [("y", ["x^2"])]),
    "a full stop and a comma end it": (
        r"y = 0.5 x, z = 1 .",
        [("y", ["0.5 x"]), ("z", ["1"])],
    ),
    "a wide space parts two": (r"a = b \qquad c = d \quad e", [("a", ["b"]), ("c", ["d"])]),
    "a chain has two right sides": (r"a = b = c", [("a", ["b", "c"])]),
    "an equals sign below a sum is none": (
        r"s = \sum_{i=1}^{n} x_i",
        [("s", [r"\sum_{i=1}^{n} x_i"])],
    ),
    "nor is one inside brackets": (
        r"P(w = 1) = \frac{1}{2}",
        [("P(w = 1)", [r"\frac{1}{2}"])],
    ),
    "commas inside brackets part nothing": (
        r"\operatorname{A}(Q, K) = f(Q, K)",
        [(r"\operatorname{A}(Q, K)", ["f(Q, K)"])],
    ),
    "cases are one side": (
        r"M_{ij} = \begin{cases} 0 & j = i \\ 1 & j > i \end{cases}",
        [("M_{ij}", [r"\begin{cases} 0 & j = i \\ 1 & j > i \end{cases}"])],
    ),
    "lines of an alignment": (
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        [("a", ["b"]), ("c", ["d"])],
    ),
    "words before it": (r"\text{with } z = 1", [("z", ["1"])]),
    "a definition": (r"z := 1", [("z", ["1"])]),
    "none": (r"\sin x + 1 \le 2", []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), ONE.values(), ids=ONE)
def test_cut(text: str, wanted: list[tuple[str, list[str]]]) -> None:
    assert [(one.left, list(one.rights)) for one in equations(text)] == wanted


def test_lines_are_counted() -> None:
    found = equations("\n a = b, \\qquad\n c = d \\qquad\n   e\n = f")
    assert [(one.left, one.line) for one in found] == [("a", 2), ("c", 3), ("e", 4)]
    aligned = equations("\n\\begin{aligned}\n a &= b \\\\\n c &= d\n\\end{aligned}\n")
    assert [(one.left, one.line) for one in aligned] == [("a", 3), ("c", 4)]


@pytest.mark.parametrize(
    ("left", "same"),
    [
        ("P_{pos, 2i}", True),
        (r"P_{pos,\,2i}", True),
        (r"\mathrm{P}_{pos,2i}", True),
        ("P_{pos, 2i+1}", False),
        ("Q_{pos, 2i}", False),
    ],
)
def test_left_sides_are_compared_without_spaces_braces_and_fonts(left: str, same: bool) -> None:
    (one,) = equations(r"P_{pos,2i} = \sin(pos)")
    assert one.is_of(left) is same
