"""The atoms of a row: what each is in the sentence of a formula, and the space between two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from grader.typeset.boxes import Box, beside, text_box
from grader.typeset.brackets import CLOSING, OPENING, around


class Kind(Enum):
    LETTER = auto()  # an identifier, a number, anything that is multiplied by being written beside
    WORD = auto()  # sin, softmax: a name of several letters
    TEXT = auto()  # words with their own spaces
    SUM = auto()  # ∑ ∏ ∫
    BINARY = auto()  # + ·
    RELATION = auto()  # = ≤ ∈
    OPEN = auto()
    CLOSE = auto()
    PUNCTUATION = auto()
    TALL = auto()  # a stacked fraction
    SPACE = auto()


BINARY = frozenset("+−-±∓×·⋅⊙⊗⊕⊖∘∗*÷∪∩∧∨∖⋆")
RELATION = frozenset("=~≠<>≤≥≪≫≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇→←↔↦⇒⇐⇔⟶⟼∣≔:⊢⊥∥≺≻⪯⪰↑↓⟹⟸⟺")
SIGNS = ("+", "−", "±", "∓")
SUMS = frozenset("∑∏∫∐⋃⋂⨁⨂∮")
PUNCTUATION = frozenset(",;")


def kind_of(text: str) -> Kind:
    """What an operator is, from its character."""
    for characters, kind in (
        (BINARY, Kind.BINARY),
        (RELATION, Kind.RELATION),
        (SUMS, Kind.SUM),
        (PUNCTUATION, Kind.PUNCTUATION),
        (OPENING, Kind.OPEN),
        (CLOSING, Kind.CLOSE),
    ):
        if text.rstrip("\u0338") in characters:
            return kind
    return Kind.WORD if text == "mod" else Kind.LETTER


@dataclass(frozen=True)
class Atom:
    box: Box
    left: Kind  # what its left side is to its neighbour; differs from the right for brackets
    right: Kind
    subscripted: bool = False
    compound: bool = False  # a power or a root: with an exponent it needs parentheses
    open_ended: bool = False  # ends in a script that a letter right after would seem to belong to
    apart: bool = False  # its author put a space after it
    spaced: Box | None = None  # of a fraction on one line: how it looks where it stands alone

    @property
    def text(self) -> str:
        return self.box.lines[self.box.baseline]


def atom(text: str, kind: Kind) -> Atom:
    return Atom(text_box(text), kind, kind)


def space(width: int) -> Atom:
    return atom(" " * width, Kind.SPACE)


_NO_OPERAND = (Kind.BINARY, Kind.RELATION, Kind.OPEN, Kind.PUNCTUATION, Kind.SUM)
_FACTORS = (Kind.LETTER, Kind.WORD, Kind.SUM, Kind.TALL)


def with_signs(atoms: Sequence[Atom]) -> list[Atom]:
    """A plus or minus without a left operand is a sign, and belongs to what follows."""
    found: list[Atom] = []
    solid: Atom | None = None
    for index, each in enumerate(atoms):
        if each.left is Kind.BINARY and (
            solid is None or solid.right in _NO_OPERAND or index == len(atoms) - 1
        ):
            each = replace(each, left=Kind.LETTER, right=Kind.OPEN)
        found.append(each)
        if each.left is not Kind.SPACE:
            solid = each
    return found


def with_fractions(atoms: Sequence[Atom]) -> list[Atom]:
    """Fractions on one line as their neighbours ask for: a / (b + c), a/b + c, (a/b) ∑ᵢ …"""
    found: list[Atom] = []
    for index, each in enumerate(atoms):
        if each.spaced is not None:
            solid = [other for other in atoms[:index] if other.left is not Kind.SPACE]
            before = solid[-1].right if solid else None
            after = next((a.left for a in atoms[index + 1 :] if a.left is not Kind.SPACE), None)
            if before in (*_FACTORS, Kind.CLOSE) or after in (*_FACTORS, Kind.OPEN):
                found.append(in_parentheses(each.box))
                continue
            if Kind.BINARY not in (before, after) and before is not Kind.OPEN:
                each = replace(each, box=each.spaced, spaced=None)
        found.append(each)
    return found


def in_parentheses(box: Box) -> Atom:
    return Atom(around(box, "(", ")"), Kind.OPEN, Kind.CLOSE)


_ATTACHED = tuple("./!%…")  # signs that follow a factor without a space


def gap(left: Atom, right: Atom, *, tight: bool = False, spaced: bool = False) -> int:
    """How many spaces stand between two neighbours. `tight`: in a script. `spaced`: in a row of
    indices that have indices of their own, so that all are kept apart."""
    before, after = left.right, right.left
    if Kind.SPACE in (before, after) or _brings_space(left, right):
        return 0
    if after is Kind.TALL and left.text in SIGNS:
        return 1  # a minus would seem to be a part of the fraction's bar
    if before is Kind.OPEN or after in (Kind.CLOSE, Kind.PUNCTUATION):
        return 0
    loose = (Kind.BINARY, Kind.RELATION)
    if before in loose or after in loose or before is Kind.PUNCTUATION:
        return 0 if tight else 1
    if Kind.TEXT in (before, after) or right.text.startswith(_ATTACHED):
        return 0
    if after is Kind.OPEN:
        tall = left.box.height > 1 and right.box.height > 1
        return 1 if tall or before in (Kind.SUM, Kind.TALL) else 0
    if before is not Kind.LETTER or after is not Kind.LETTER:
        return 1 if left.text != "/" else 0
    indices = left.text[:1].isalpha() and right.text[:1].isalpha()
    return 1 if _kept_apart(left, right, tight) or (spaced and indices) else 0


def _brings_space(left: Atom, right: Atom) -> bool:
    after_words = left.right is Kind.TEXT and left.text.endswith(" ")
    return after_words or (right.left is Kind.TEXT and right.text.startswith(" "))


def _kept_apart(left: Atom, right: Atom, tight: bool) -> bool:
    """Whether two factors would run together without a space."""
    if not right.text[:1].isalnum() and right.text[:1] not in "√∂∇":
        return False
    if tight:
        return left.open_ended
    number_after = right.text[:1].isdigit() and left.text[-1:].isalpha()
    return left.apart or left.subscripted or left.open_ended or number_after


def joined(atoms: Sequence[Atom], *, tight: bool = False, cut: bool = False) -> Box:
    """The atoms as one box, with the space that each pair asks for. `cut`: out of a row in which
    signs are known already, so that a plus at the beginning is one between two terms."""
    ready = with_fractions(atoms if cut else with_signs(atoms))
    spaced = tight and any(each.subscripted for each in ready)
    pieces: list[Box] = []
    for index, each in enumerate(ready):
        if index:
            width = gap(ready[index - 1], each, tight=tight, spaced=spaced)
            pieces.append(text_box(" " * width))
        pieces.append(each.box)
    return beside(pieces)
