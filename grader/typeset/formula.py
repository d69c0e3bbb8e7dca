"""One formula, from LaTeX to the lines that are shown."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from grader.typeset.boxes import Box
from grader.typeset.breaking import GLUE, fitted, one_line
from grader.typeset.layout import Layout, needs_plain_letters
from grader.typeset.tree import BadFormula, read_latex


def prefers_plain_letters(formulas: Iterable[str]) -> bool:
    """Whether formulas that are read together are better off without small letters below."""
    for latex in formulas:
        try:
            if needs_plain_letters(read_latex(latex)):
                return True
        except BadFormula:
            continue
    return False


def in_one_line(latex: str, *, plain_letters: bool = False, glue: bool = False) -> str:
    """The formula as text without line breaks; its source if it cannot be shown so.

    With `glue`, spaces at which a line must not be broken are GLUE.
    """
    try:
        tree = read_latex(latex)
        text = one_line(
            Layout(plain_letters=plain_letters or needs_plain_letters(tree)).atoms(tree)
        )
    except BadFormula:
        text = " ".join(latex.split())
    return text if glue else text.replace(GLUE, " ")


def displayed(latex: str, width: int, *, plain_letters: bool = False) -> list[str]:
    """The formula in two dimensions, in lines of at most `width` columns where it can be broken;
    its source if it cannot be shown."""
    try:
        tree = read_latex(latex, display=True)
    except BadFormula:
        return [line.strip() for line in latex.strip().split("\n")]
    plain = plain_letters or needs_plain_letters(tree)
    try:
        boxes = _rows(tree, Layout(flat=False, plain_letters=plain), width)
    except BadFormula:
        boxes = None
    if boxes is None:
        return _wrapped(in_one_line(latex, plain_letters=plain, glue=True), width)
    lines: list[str] = []
    for number, box in enumerate(boxes):
        if number and max(box.height, boxes[number - 1].height) > 1:
            lines.append("")
        lines += [line.rstrip() for line in box.lines]
    return lines


def _rows(tree: Element, layout: Layout, width: int) -> list[Box] | None:
    boxes = fitted(layout.atoms(tree), width)
    if boxes is not None:
        return boxes
    table = _only_table(tree)
    if table is None:
        return None
    found: list[Box] = []
    for row in table:  # too wide as a table, so line by line
        line = Element("mrow")
        line.extend(child for cell in row for child in cell)
        boxes = fitted(layout.atoms(line), width)
        if boxes is None:
            return None
        found += boxes
    return found


def _only_table(tree: Element) -> Element | None:
    while tree.tag in ("math", "mrow") and len(tree) == 1:
        tree = tree[0]
    return tree if tree.tag == "mtable" else None


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    whole = text.split(" ")
    for word in (part for w in whole for part in ([w] if len(w) <= width else w.split(GLUE))):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"    {word}" if lines else word)
    return [line.replace(GLUE, " ") for line in lines]
