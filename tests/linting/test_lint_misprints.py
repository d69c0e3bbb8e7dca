"""Typical misprints, put into the shipped prompts one at a time, are caught."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.checks import all_checks
from grader.course import load_course, shipped_course
from grader.grading import Session
from grader.kinds import language
from grader.linting.equations import equation_faults
from grader.linting.misprints import misprint_faults

SHIPPED = shipped_course()

# problem -> what is printed wrongly, and how
MISPRINTS = {
    "the exponent is rounded down": (
        "language-model/positional-encoding",
        r"base^{2i/d}",
        r"base^{\lfloor 2i/d \rfloor}",
        r"the formula `P_{pos,\,2i} = \sin\left(\frac{pos}{base^{\lfloor 2i/d \rfloor}}\right)` "
        "does not hold for `code`: in example 1, at pos = 1, i = 1, the reference gives 0.0998334 "
        "and the formula 0.841471",
    ),
    "sine and cosine are exchanged": (
        "language-model/positional-encoding",
        r"P_{pos,\,2i} = \sin",
        r"P_{pos,\,2i} = \cos",
        "in example 1, at pos = 0, i = 0, the reference gives 0 and the formula 1",
    ),
    "the sign of the exponent is flipped": (
        "positions/rotary",
        r"base^{-2j/d}",
        r"base^{2j/d}",
        r"does not hold for `code`, by way of `\theta_j` of line ",
    ),
    "the rotation is transposed": (
        "positions/rotary",
        r"\cos\phi & -\sin\phi \\ \sin\phi",
        r"\cos\phi & \sin\phi \\ -\sin\phi",
        "in case 1, at p = 0, j = 0, entry [0, 0], the reference gives ",
    ),
    "the root is left out": (
        "attention/roles",
        r"\sqrt{d_k}",
        r"d_k",
        "does not hold for `code`: in case 1, entry [0, 0], the reference gives ",
    ),
    "the square is left out": (
        "structured/attention",
        r"\|_F^2",
        r"\|_F",
        r"the formula `P = \left\| A A^T - I \right\|_F` does not hold for `penalty`: in case 1, "
        "the reference gives ",
    ),
    "the mask hides the diagonal": (
        "language-model/subsequent-mask",
        r"0 & j \le i \\ -\infty & j > i",
        r"0 & j < i \\ -\infty & j \ge i",
        "in case 1, at i = 0, j = 0, the reference gives 0 and the formula -inf",
    ),
    "epsilon stands outside of the root": (
        "companions/layer-norm",
        r"\sqrt{\sigma^2 + \epsilon}",
        r"\sqrt{\sigma^2} + \epsilon",
        "does not hold for `forward`: in case 1, at row = 0, entry [0, 0], the reference gives ",
    ),
    "the gates are exchanged": (
        "lstm/cell-forward",
        r"\Gamma_f \odot c^{\langle t-1\rangle} + \Gamma_u",
        r"\Gamma_u \odot c^{\langle t-1\rangle} + \Gamma_f",
        "in case 1, at column = 0, entry [0, 0], the reference gives ",
    ),
    "what is stacked stands upside down": (
        "lstm/cell-forward",
        r"[a^{\langle t-1\rangle}; x^{\langle t\rangle}]",
        r"[x^{\langle t\rangle}; a^{\langle t-1\rangle}]",
        "by way of `z` of line ",
    ),
}


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped course, to print wrongly; one cache serves all copies."""
    root = tmp_path_factory.mktemp("misprinted")
    shutil.copytree(SHIPPED / "reference", root / "reference")
    return root


def misprinted(root: Path, name: str, old: str, new: str) -> list[str]:
    text = (SHIPPED / f"problems/{name}.yaml").read_text(encoding="utf-8")
    prompt, formulas, rest = text.partition("\nformulas:\n")
    assert old in prompt
    shutil.rmtree(root / "problems", ignore_errors=True)
    (root / "problems").mkdir()
    (root / "problems/p.yaml").write_text(prompt.replace(old, new) + formulas + rest, "utf-8")
    checks = all_checks()
    course = load_course(root, language(checks))
    (file,) = course.problems.values()
    assert list(equation_faults(file)) == []
    with Session(course, checks, cache=root / "cache") as session:
        return [str(fault) for fault in misprint_faults(session, file)]


@pytest.mark.parametrize(("name", "old", "new", "words"), MISPRINTS.values(), ids=MISPRINTS)
def test_a_misprint_in_a_shipped_prompt_is_caught(
    shipped: Path, name: str, old: str, new: str, words: str
) -> None:
    assert misprinted(shipped, name, old, old) == []
    found = misprinted(shipped, name, old, new)
    assert found
    assert words in found[0]
