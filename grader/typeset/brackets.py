"""Brackets: which belong together, and how they are drawn around something tall."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from grader.typeset.boxes import Box, beside

OPENING = frozenset("([{⟨⌊⌈")
CLOSING = frozenset(")]}⟩⌋⌉")
BARS = frozenset("|‖")
FENCED = "fenced"  # an element of our own: attributes `open` and `close`, children what is inside

# top, middle piece, bottom, and the piece in the very middle of a brace
_TALL = {
    "(": "⎛⎜⎝⎜", ")": "⎞⎟⎠⎟", "[": "⎡⎢⎣⎢", "]": "⎤⎥⎦⎥", "{": "⎧⎪⎩⎨", "}": "⎫⎪⎭⎬",
    "⌊": "⎢⎢⎣⎢", "⌋": "⎥⎥⎦⎥", "⌈": "⎡⎢⎢⎢", "⌉": "⎤⎥⎥⎥", "|": "││││", "‖": "‖‖‖‖",
}  # fmt: skip


def grouped(children: list[Element]) -> list[Element]:
    """`children` with each pair of brackets and what stands between as one `fenced` element.

    A bracket without its partner stays as it is. Bars are the same on both sides: the second of
    two closes, unless a bracket around them closes first, as in P(a|b).
    """
    found: list[Element] = []
    opened: list[int] = []  # positions in `found` of brackets that are still open
    for child in children:
        bracket = _bracket(child)
        text = bracket.text if bracket is not None else ""
        if text in CLOSING:
            while opened and found[opened[-1]].text in BARS:
                opened.pop()
        closes = text in CLOSING or (text in BARS and opened and found[opened[-1]].text == text)
        if bracket is not None and closes and opened:
            start = opened.pop()
            fenced = _fenced(found[start], found[start + 1 :], bracket)
            found[start:] = [_with_scripts_of(child, fenced)]
            continue
        if text in OPENING | BARS and bracket is child:
            opened.append(len(found))
        found.append(child)
    return found


def delimited(row: Element) -> Element | None:
    r"""The `fenced` element that \left and \right, or `cases`, made of `row`; None for others."""
    children = list(row)
    if not children or not _is_delimiter(children[0], "prefix"):
        return None
    if _is_delimiter(children[-1], "postfix"):
        return _fenced(children[0], children[1:-1], children[-1])
    return _fenced(children[0], children[1:], None)


def _is_delimiter(element: Element, form: str) -> bool:
    return element.get("fence") == "true" and element.get("form") == form


def _bracket(element: Element) -> Element | None:
    """The bracket or bar: the element itself, or what its script is attached to."""
    if element.tag in ("msub", "msup", "msubsup"):
        element = element[0]
    known = element.tag == "mo" and element.text in OPENING | CLOSING | BARS
    return element if known else None


def _fenced(start: Element, inside: list[Element], end: Element | None) -> Element:
    found = Element(
        FENCED, {"open": start.text or "", "close": end.text or "" if end is not None else ""}
    )
    found.extend(inside)
    return found


def _with_scripts_of(child: Element, base: Element) -> Element:
    if child.tag == "mo":
        return base
    found = Element(child.tag)
    found.extend([base, *child[1:]])
    return found


def around(box: Box, opening: str, closing: str) -> Box:
    """`box` between brackets of its own height; two lines are spread, to have a middle."""
    if box.height == 2:
        middle = " " * box.width
        box = Box((box.lines[0], middle, box.lines[1]), 1)
    pieces = [box]
    if opening:
        pieces = [_tall(opening, box), *pieces]
    if closing:
        pieces = [*pieces, _tall(closing, box)]
    return beside(pieces)


def _tall(bracket: str, box: Box) -> Box:
    if box.height == 1:
        return Box((bracket,))
    if bracket not in _TALL:  # ⟨ and ⟩ have no pieces
        lines = [" "] * box.height
        lines[box.baseline] = bracket
        return Box(tuple(lines), box.baseline)
    pieces = _TALL[bracket]
    lines = [pieces[0], *[pieces[1]] * (box.height - 2), pieces[2]]
    if box.height > 2:
        lines[(box.height - 1) // 2] = pieces[3]
    return Box(tuple(lines), box.baseline)
