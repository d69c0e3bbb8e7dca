"""A MathML tree as atoms: on one line, or in two dimensions with fractions stacked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from grader.typeset.atoms import (
    Atom,
    Kind,
    atom,
    in_parentheses,
    joined,
    kind_of,
    space,
    with_signs,
)
from grader.typeset.boxes import Box, beside, padded, stacked, text_box
from grader.typeset.brackets import FENCED, around, delimited, grouped
from grader.typeset.letters import ACCENTS, OVERLINE, UNDERLINE, UNDERLINES, accented
from grader.typeset.scripts import cut_primes, fits_below, lowered, raised, small_letters
from grader.typeset.tables import table_box, table_line
from grader.typeset.tree import WRITTEN_SPACE, BadFormula

_BRACES = {"⏟", "⏞", "︸", "︷"}
_SHORT = 8  # columns: up to here a fraction needs no spaces around its slash
_TRANSPARENT = ("mrow", "mstyle", "mpadded", "math")


@dataclass(frozen=True)
class Layout:
    """How to set a tree. `flat`: on one line. `tight`: in a script."""

    flat: bool = True
    tight: bool = False
    plain_letters: bool = False  # no small letters below the line, only small numbers

    def atoms(self, element: Element) -> list[Atom]:
        """What `element` contributes to the row it stands in. Raises BadFormula."""
        if element.get("displaystyle") == "false" and not self.flat:
            return replace(self, flat=True).atoms(element)
        if element.tag in _TRANSPARENT:
            return self._row(element)
        method = _METHODS.get(element.tag)
        if method is None:
            raise BadFormula(f"{element.tag} cannot be shown as text")
        return [method(self, element)]

    def box(self, element: Element) -> Box:
        return joined(self.atoms(element), tight=self.tight)

    def _row(self, row: Element) -> list[Atom]:
        fenced = delimited(row)
        if fenced is not None:
            return [self._fenced(fenced)]
        found: list[Atom] = []
        for child in grouped(list(row)):
            if child.get("width") != WRITTEN_SPACE:
                found += self.atoms(child)
            elif found:
                found[-1] = replace(found[-1], apart=True)
        if len(found) == 1 and found[0].left is Kind.PUNCTUATION:  # 1{,}000
            return [replace(found[0], left=Kind.LETTER, right=Kind.LETTER)]
        return found

    def _inside(self, element: Element) -> Box:
        """The children of an element that is no row by itself, as a row."""
        row = Element("mrow")
        row.extend(list(element))
        return joined(self._row(row), tight=self.tight)

    # Leaves

    def _name(self, element: Element) -> Atom:
        text = element.text or ""
        word = len(text) > 1 and text.isascii() and text[0].isalpha()
        return atom(text, Kind.WORD if word else Kind.LETTER)

    def _number(self, element: Element) -> Atom:
        return atom(element.text or "", Kind.LETTER)

    def _operator(self, element: Element) -> Atom:
        text = {"∣": "|", "-": "−", "⋅": "·", "∗": "*"}.get(element.text or "", element.text or "")
        return atom(text, kind_of(element.text or ""))

    def _text(self, element: Element) -> Atom:
        return atom((element.text or "").replace("\u00a0", " "), Kind.TEXT)

    def _space(self, element: Element) -> Atom:
        width = element.get("width", "0em")
        if width.startswith(("-", "negative")):
            return space(0)
        number = width.removesuffix("em")
        em = float(number) if number.replace(".", "", 1).isdigit() else 0.3
        return space(max(1, round(2 * em)) if em else 0)

    def _phantom(self, element: Element) -> Atom:
        return space(self._inside(element).width)

    # Constructs

    def _fenced(self, element: Element) -> Atom:
        opening, closing = element.get("open", ""), element.get("close", "")
        box = self._inside(element)
        if self.flat:
            closing = closing or {"{": "}"}.get(opening, "")  # cases have no closing brace
            if not opening and len(box.lines[0]) > 1:
                box = in_parentheses(box).box  # a bar on the right, for the value at a place
        elif box.height > 1 and any(child.tag == "mtable" for child in element):
            box = beside([text_box(" "), box, text_box(" " if closing else "")])
        box = around(box, opening, closing)
        return Atom(box, Kind.OPEN if opening else Kind.LETTER, Kind.CLOSE)

    def _fraction(self, element: Element) -> Atom:
        over, under = element
        if element.get("linethickness") == "0":  # a binomial, whose parentheses stand around it
            if self.flat:
                text = f"{self.box(over).lines[0]} over {self.box(under).lines[0]}"
                return atom(text, Kind.TEXT)
            top = self.box(over)
            return Atom(stacked([top, self.box(under)], top.height - 1), Kind.TALL, Kind.TALL)
        return self._slashed(over, under) if self.flat else self._stacked_fraction(over, under)

    def _stacked_fraction(self, over: Element, under: Element) -> Atom:
        # A fraction within a fraction stays on one line.
        inner = replace(self, flat=True)
        top, bottom = inner.box(over), inner.box(under)
        bar = text_box("─" * (max(top.width, bottom.width) + 2))
        return Atom(stacked([top, bar, bottom], top.height), Kind.TALL, Kind.TALL)

    def _slashed(self, over: Element, under: Element) -> Atom:
        top, bottom = self.atoms(over), self.atoms(under)
        above = self._operand(top, product=True)
        below = self._operand(bottom, product=_is_differential(bottom))
        close, wide = (beside([above, text_box(slash), below]) for slash in ("/", " / "))
        simple = self.tight or close.width <= _SHORT or _is_differential(bottom)
        spaced = close if simple else wide
        return Atom(close, Kind.LETTER, Kind.LETTER, spaced=spaced, compound=True)

    def _operand(self, atoms: list[Atom], *, product: bool) -> Box:
        """One side of a slash, in parentheses unless it is one thing, or a product where it may."""
        box = joined(atoms, tight=self.tight)
        factors = with_signs(atoms)
        called = len(atoms) == 2 and atoms[0].left is Kind.WORD and atoms[1].left is Kind.OPEN
        called = called or _is_spelt(atoms)
        if any(each.spaced is not None for each in atoms):
            return in_parentheses(box).box
        if len(atoms) == 1 or called:
            return box
        if product and all(each.left in (Kind.LETTER, Kind.OPEN, Kind.SPACE) for each in factors):
            return box
        return in_parentheses(box).box

    def _root(self, element: Element) -> Atom:
        row = Element("mrow")
        row.extend(list(element))
        return self._rooted(row, "√")

    def _nth_root(self, element: Element) -> Atom:
        degree = raised(replace(self, flat=True, tight=True).box(element[1]).lines[0]).text
        if degree.startswith("^"):
            raise BadFormula("a root of this degree cannot be shown as text")
        return self._rooted(element[0], f"{degree}√")

    def _rooted(self, radicand: Element, sign: str) -> Atom:
        atoms = self.atoms(radicand)
        box = joined(atoms, tight=self.tight)
        bare = len(atoms) == 1 and box.height == 1 and atoms[0].left is Kind.LETTER
        if not bare or atoms[0].compound:
            box = in_parentheses(box).box
        root = beside([text_box(sign), box])
        return Atom(root, Kind.LETTER, Kind.LETTER, open_ended=True, compound=True)

    # Scripts

    def _sub(self, element: Element) -> Atom:
        return self._scripted(element[0], element[1], None)

    def _super(self, element: Element) -> Atom:
        return self._scripted(element[0], None, element[1])

    def _sub_super(self, element: Element) -> Atom:
        return self._scripted(element[0], element[1], element[2])

    def _script(self, element: Element | None) -> str:
        if element is None:
            return ""
        return replace(self, flat=True, tight=True).box(element).lines[0]

    def _scripted(self, base: Element, under: Element | None, over: Element | None) -> Atom:
        atoms = self.atoms(base)
        box = joined(atoms, tight=self.tight)
        below, above = self._script(under), self._script(over)
        if box.height > 1:
            if len(atoms) > 1 or atoms[0].right is not Kind.CLOSE:
                box = in_parentheses(box).box
            box = beside([box, _at_the_corners(box, below, above)])
            return Atom(box, Kind.OPEN, Kind.CLOSE)
        if len(atoms) > 1 or any(each.compound and over is not None for each in atoms):
            box = in_parentheses(box).box
        prime, above = cut_primes(above)
        is_sum = bool(atoms) and atoms[0].left is Kind.SUM
        sup = raised(above, limit=is_sum) if above else None
        # The limits of one sum are written in one way.
        plain = self.plain_letters or (is_sum and sup is not None and sup.text.startswith("^"))
        sub = lowered(below, plain_letters=plain) if below else None
        text = box.lines[0] + prime + (sub.text if sub else "") + (sup.text if sup else "")
        last = sup or sub
        kinds = (atoms[0].left, atoms[-1].right) if atoms else (Kind.LETTER, Kind.LETTER)
        if kinds[0] in (Kind.BINARY, Kind.RELATION):
            kinds = (Kind.LETTER, Kind.LETTER)
        if Kind.TEXT in kinds:
            kinds = (Kind.WORD, Kind.WORD)
        return Atom(
            text_box(text),
            *kinds,
            subscripted=sub is not None,
            compound=sup is not None,
            open_ended=bool(last and last.open_ended),
        )

    # Above and below

    def _under(self, element: Element) -> Atom:
        return self._limits(element[0], element[1], None)

    def _over(self, element: Element) -> Atom:
        base, mark = element
        text = mark.text or ""
        if text in _BRACES:
            return self._braced(base, text)
        if text in ACCENTS:
            return self._accented(base, ACCENTS[text])
        return self._limits(base, None, mark)

    def _under_over(self, element: Element) -> Atom:
        return self._limits(*element)

    def _accented(self, base: Element, mark: str) -> Atom:
        box = self.box(base)
        if box.height == 1:
            text = accented(box.lines[0], mark, without=small_letters())
            if text is not None:
                return atom(text, Kind.LETTER)
        if self.flat or mark in (OVERLINE, UNDERLINE):
            raise BadFormula("an accent over several letters cannot be shown on one line")
        sign = next(sign for sign, combining in ACCENTS.items() if combining == mark)
        return Atom(stacked([text_box(sign), box], box.baseline + 1), Kind.LETTER, Kind.LETTER)

    def _limits(self, base: Element, under: Element | None, over: Element | None) -> Atom:
        if under is not None and under.text in _BRACES:
            return self._braced(base, under.text or "")
        if under is not None and under.text in UNDERLINES:
            return self._accented(base, UNDERLINE)
        atoms = self.atoms(base)
        if self.flat:
            if over is not None and not (atoms and atoms[0].left is Kind.SUM):
                raise BadFormula("what stands above a sign cannot be shown on one line")
            return self._scripted(base, under, over)
        middle = joined(atoms)
        pieces = [middle]
        if over is not None:
            pieces = [text_box(self._script(over)), *pieces]
        if under is not None:
            pieces.append(text_box(self._script(under)))
        box = stacked(pieces, middle.baseline + (over is not None))
        kind = atoms[0].left if atoms else Kind.LETTER
        return Atom(box, kind, kind)

    def _braced(self, base: Element, brace: str) -> Atom:
        if self.flat:
            raise BadFormula("a brace below a formula cannot be shown on one line")
        box = self.box(base)
        side = max((box.width - 3) // 2, 0)
        ends = "╰┬╯" if brace in "⏟︸" else "╭┴╮"
        line = padded(ends[0] + "─" * side + ends[1] + "─" * side + ends[2], box.width)
        pieces = [box, text_box(line)] if brace in "⏟︸" else [text_box(line), box]
        at = box.baseline if brace in "⏟︸" else box.baseline + 1
        return Atom(stacked(pieces, at), Kind.TALL, Kind.TALL)

    # Tables

    def _table(self, element: Element) -> Atom:
        rows = [[self._inside(cell) for cell in row] for row in element if row.tag == "mtr"]
        rows = [row for row in rows if row]
        if not rows:
            raise BadFormula("a table has no rows")
        if self.flat:
            return atom(table_line(rows), Kind.TEXT)
        return Atom(table_box(element, rows), Kind.TALL, Kind.TALL)


def _is_spelt(atoms: list[Atom]) -> bool:
    """Whether the letters are those of a word, such as base, perhaps with a script at its end."""
    letters = all(each.text[:1].isascii() and each.text[:1].islower() for each in atoms)
    whole = not any(each.apart or len(each.text) > 1 for each in atoms[:-1])
    return len(atoms) >= 3 and letters and whole


def _is_differential(atoms: list[Atom]) -> bool:
    return len(atoms) == 2 and atoms[0].text in ("∂", "d", "𝑑")


def _at_the_corners(box: Box, below: str, above: str) -> Box:
    lines = [""] * box.height
    lines[0] = above
    lines[-1] = below
    width = max(text_box(line).width for line in lines)
    return Box(tuple(padded(line, width) for line in lines), box.baseline)


def needs_plain_letters(element: Element) -> bool:
    """Whether some short subscript has no small letters: W_f. Then W_i is not written Wᵢ."""
    if element.tag in ("msub", "msubsup", "munder", "munderover"):
        try:
            text = Layout(tight=True).box(element[1]).lines[0]
        except BadFormula:
            text = ""
        short = len(text) <= 2 and text.isascii() and text.isalpha() and text.islower()
        if short and not fits_below(text):
            return True
    return any(needs_plain_letters(child) for child in element)


_METHODS: dict[str, Callable[[Layout, Element], Atom]] = {
    "mi": Layout._name,
    "mn": Layout._number,
    "mo": Layout._operator,
    "mtext": Layout._text,
    "mspace": Layout._space,
    "mphantom": Layout._phantom,
    FENCED: Layout._fenced,
    "mfrac": Layout._fraction,
    "msqrt": Layout._root,
    "mroot": Layout._nth_root,
    "msub": Layout._sub,
    "msup": Layout._super,
    "msubsup": Layout._sub_super,
    "munder": Layout._under,
    "mover": Layout._over,
    "munderover": Layout._under_over,
    "mtable": Layout._table,
}
