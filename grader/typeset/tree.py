"""LaTeX as a MathML tree: what latex2mathml makes of it, mended where that is not MathML."""

from __future__ import annotations

import re
import unicodedata
from xml.etree.ElementTree import Element

from grader.errors import AuthorError
from grader.typeset.brackets import CLOSING, OPENING
from grader.typeset.letters import in_alphabet

_ENTITY = re.compile(r"&#x([0-9A-Fa-f]{1,6});")
_BEGIN_END = re.compile(r"\\(begin|end)\{([^}]*)\}")
# Arguments that are words and not formulas, in which a space is no product.
_NAMED = re.compile(
    r"\\begin\{array\}\s*\{[^{}]*\}"
    r"|\\(?:text\w*|mbox|mathrm|operatorname\*?|begin|end|h?space|color)\s*\{[^{}]*\}"
)
_WRITTEN_SPACE = re.compile(r"(?<=[A-Za-z0-9})\]])\s+(?=[A-Za-z0-9\\])(?!\\[,;:!> \\])")
_COMMAND_BEFORE = re.compile(r"\\[A-Za-z]+$")
_UNBRACED = re.compile(r"\\[dt]?(?:frac|binom)\s*[^{\s]")
_UPRIGHT = re.compile(r"[^\W\d_]+(?:\s[^\W\d_]+)*")
# Elements with a fixed number of children, of which each has its own meaning.
ARITY = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "mroot": 2,
         "msubsup": 3, "munderover": 3}  # fmt: skip
# Constructs that the converter does not know, written by means of those that it does.
_REWRITTEN = (
    (re.compile(r"\\(begin|end)\{aligned\}"), r"\\\1{align*}"),
    (re.compile(r"\\(begin|end)\{gathered\}"), r"\\\1{matrix}"),
    (re.compile(r"\\(begin|end)\{dcases\}"), r"\\\1{cases}"),
    (re.compile(r"\\operatorname\*?\{(\w+)(?:\\[,; ]|~|\s)\s*(\w+)\}"), r"\\operatorname{\1\2}"),
    (re.compile(r"\\tag\*?\{([^{}]*)\}"), r"\\qquad\\text{(\1)}"),
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\arg(?![A-Za-z])"), r"\\operatorname{arg}"),
)
# Words and signs whose subscript stands below them where there is room.
LIMIT_SIGNS = frozenset("∑∏⋃⋂⨁⨂")
LIMIT_WORDS = frozenset("max min lim sup inf argmax argmin limsup liminf".split())  # noqa: SIM905
# Between two factors: an author's space, which shows in a terminal and not in a browser.
WRITTEN_SPACE = "0.001em"


class BadFormula(AuthorError):
    """The LaTeX is not a formula, or has something in it that cannot be shown; says what."""


def read_latex(latex: str, *, display: bool = False) -> Element:
    """The formula's `math` element. Raises BadFormula."""
    _check_nesting(latex)
    from latex2mathml.converter import Converter

    text = _with_written_spaces(latex)
    for pattern, replacement in _REWRITTEN:
        text = pattern.sub(replacement, text)
    try:
        found: Element = Converter(display="block" if display else "inline").convert_to_element(
            text
        )
    except Exception as error:  # the converter raises a different class for every misprint
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(error).__name__).replace(" Error", "").lower()
        raise BadFormula(f"it does not render ({words})") from error
    _mend(found)
    if display:
        _limits_below(found)
    return found


def _with_written_spaces(latex: str) -> str:
    """LaTeX drops the space between two factors. On paper the fonts keep them apart; in a
    terminal the author's own space does, so it is kept as a space of (nearly) no width."""
    if _UNBRACED.search(latex):  # a space may stand between the arguments of \\frac a b
        return latex

    def kept(piece: str) -> str:
        return _WRITTEN_SPACE.sub(
            lambda match: match[0] if _COMMAND_BEFORE.search(piece, 0, match.start())
            else rf"\hspace{{{WRITTEN_SPACE}}}", piece,
        )  # fmt: skip

    pieces = re.split(f"({_NAMED.pattern})", latex)
    return "".join(piece if index % 2 else kept(piece) for index, piece in enumerate(pieces))


def _check_nesting(latex: str) -> None:
    if latex.count("{") - latex.count(r"\{") != latex.count("}") - latex.count(r"\}"):
        raise BadFormula("a brace is not closed")
    open_environments: list[str] = []
    for kind, name in _BEGIN_END.findall(latex):
        if kind == "begin":
            open_environments.append(name)
        elif not open_environments or open_environments.pop() != name:
            raise BadFormula(rf"\end{{{name}}} has no \begin{{{name}}}")
    if open_environments:
        raise BadFormula(
            rf"\begin{{{open_environments[-1]}}} has no \end{{{open_environments[-1]}}}"
        )


def _mend(element: Element) -> None:
    for child in list(element):
        _mend(child)
    # The converter writes entities as text, for its own serialiser, which escapes nothing.
    raw = element.text or ""
    text = _ENTITY.sub(lambda match: chr(int(match[1], 16)), raw)
    _gather_matrix(element)
    _refuse_leftovers(element, raw)
    variant = element.get("mathvariant", "")
    letters = in_alphabet(text, variant)
    if letters != text:  # browsers know no alphabet but the one of the characters themselves
        text = letters
        del element.attrib["mathvariant"]
    if element.tag in ("mi", "mo") and len(element):
        element.tag = "mrow"  # what \mathbin and its like make of their argument
    elif element.tag in ("mi", "mo"):
        _mend_kind(element, text)
    element.text = text or None
    if element.tag not in ARITY:
        _fill_styles(element)
        _join_words(element)
        _cross_out(element)


def _gather_matrix(element: Element) -> None:
    """A matrix with a script on it arrives in pieces: bracket, table, bracket."""
    if element.tag in ARITY and len(element) == ARITY[element.tag] + 2:
        for index, table in enumerate(list(element)[1:-1], start=1):
            if table.tag == "mtable":
                row = Element("mrow")
                row.extend(element[index - 1 : index + 2])
                element[index - 1 : index + 2] = [row]
                return


def _refuse_leftovers(element: Element, text: str) -> None:
    if text.startswith("\\"):
        raise BadFormula(f"the command {text} is unknown")
    if text == "&":
        raise BadFormula("an & stands outside of a table")
    if "$" in text:
        raise BadFormula(r"a formula stands inside \text")
    if element.get("linebreak"):
        raise BadFormula(r"a \\ stands outside of a table; write \begin{aligned} around the lines")
    wanted = ARITY.get(element.tag)
    if wanted is not None and len(element) != wanted:
        raise BadFormula("something is missing in it")


def _mend_kind(element: Element, text: str) -> None:
    """Names are identifiers and brackets are operators, whatever the converter took them for."""
    if element.tag == "mo" and _UPRIGHT.fullmatch(text):
        element.tag = "mi"
        if len(text) == 1:
            element.set("mathvariant", "normal")
    elif text in ("⟨", "⟩", ";", ":", "~") and element.tag == "mi":
        element.tag = "mo"
        if text in OPENING | CLOSING:
            element.set("stretchy", "false")
            element.set("form", "prefix" if text in OPENING else "postfix")


def _fill_styles(row: Element) -> None:
    r"""What \textstyle is said of stands after it, and belongs inside."""
    for index, child in enumerate(row):
        if child.tag == "mstyle" and not len(child):
            following = list(row)[index + 1 :]
            child.extend(following)
            for moved in following:
                row.remove(moved)
            return


def _join_words(row: Element) -> None:
    r"""The letters of \mathrm{word} as one name."""
    previous: Element | None = None
    for child in list(row):
        upright = child.tag == "mi" and child.get("mathvariant") in ("normal", "monospace")
        if (
            upright
            and previous is not None
            and previous.get("mathvariant") == child.get("mathvariant")
        ):
            previous.text = (previous.text or "") + (child.text or "")
            row.remove(child)
        else:
            previous = child if upright else None


def _cross_out(row: Element) -> None:
    r"""What \not makes of the sign after it: one crossed-out character."""
    for slash, sign in zip(list(row), list(row)[1:], strict=False):
        if slash.tag == "mpadded" and len(slash) == 1 and slash[0].text == "⧸":
            sign.text = unicodedata.normalize("NFC", (sign.text or "") + "\u0338")
            row.remove(slash)


def _limits_below(element: Element) -> None:
    for child in element:
        _limits_below(child)
    if element.tag in ("msub", "msubsup") and element[0].text in LIMIT_WORDS | LIMIT_SIGNS:
        element.tag = {"msub": "munder", "msubsup": "munderover"}[element.tag]
