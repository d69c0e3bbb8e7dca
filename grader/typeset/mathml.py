"""A formula as MathML for a browser."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

from grader.typeset.tree import WRITTEN_SPACE, read_latex

_THIN = "0.167em"
_ROWS = ("math", "mrow", "mtd", "mstyle", "msqrt")
_FACTOR_SIGNS = ("∑", "∏", "∫", "∂", "∇")


def mathml(latex: str, *, display: bool = False) -> str:
    """The formula as MathML, everything in it escaped. Raises BadFormula."""
    tree = read_latex(latex, display=display)
    _space_names(tree)
    return tostring(tree, encoding="unicode")


def _space_names(element: Element) -> None:
    """A thin space between a name such as sin and what it is beside, as LaTeX sets it."""
    for child in list(element):
        if child.get("width") == WRITTEN_SPACE:
            element.remove(child)  # only a terminal needs it
        _space_names(child)
    if element.tag not in _ROWS:
        return
    pairs = list(zip(list(element), list(element)[1:], strict=False))
    for left, right in reversed(pairs):
        if (_is_name(left) and _is_factor(right)) or (_is_name(right) and _is_factor(left)):
            element.insert(list(element).index(right), Element("mspace", width=_THIN))


def _is_name(element: Element) -> bool:
    """Whether it is a name of several letters, with or without scripts."""
    while element.tag not in ("mi", "mo", "mn", "mtext", "mspace") and len(element):
        if element.tag == "mrow" and len(element) > 1:
            return False
        element = element[0]
    return element.tag == "mi" and len(element.text or "") > 1


def _is_factor(element: Element) -> bool:
    """Whether it is multiplied by standing beside: no sign, no bracket, no space, no words."""
    while element.tag == "mrow" and len(element):
        element = element[0]
    if element.tag == "mo":
        return (element.text or "") in _FACTOR_SIGNS
    return element.tag not in ("mspace", "mtext") and bool(element.text or len(element))
