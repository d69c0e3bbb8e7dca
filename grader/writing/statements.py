"""What a piece of mathematics states: chains of sides with relation signs between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.maths.tree.functions import words
from grader.writing.broken import whole_rows
from grader.writing.concluding import (
    DENIES_BEFORE,
    EXAMPLE,
    EXAMPLE_ENDS,
    HEDGED,
    IS_THE_ANSWER,
    STRONGLY,
    Role,
    role_of,
)
from grader.writing.decoration import BOX, braces, undecorated
from grader.writing.scripts import FOREIGN
from grader.writing.spans import Span

_TOKEN = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\*?\}|\\[A-Za-z]+|\\.|:=|==|\+=|<=|>=|!=|=>|->|.",
                    re.DOTALL)  # fmt: skip
_OPEN = frozenset("([{") | {"\\{", "\\lbrace", "\\langle", "⟨", "\\lfloor", "\\lceil"}
_CLOSE = frozenset(")]}") | {"\\}", "\\rbrace", "\\rangle", "⟩", "\\rfloor", "\\rceil"}
_EQUAL = words("= := == ≡ ≔ ≜ \\coloneqq \\eqqcolon \\triangleq \\equiv \\doteq")
_ABOUT = words("≈ ≃ \\approx \\simeq \\cong \\approxeq")
_MEMBER = words("∈ \\in \\subset \\subseteq")
_UNEQUAL = words(
    "< > ≤ ≥ <= >= != ≠ ≪ ≫ ∝ \\le \\leq \\leqslant \\ge \\geq \\geqslant \\lt \\gt \\ll \\gg "
    "\\neq \\ne \\propto \\sim"
)
# Of code: what is added to what the name held before.
ADDS = "+="
SIGNS = (
    {ADDS: ADDS}
    | dict.fromkeys(_EQUAL, "=")
    | dict.fromkeys(_ABOUT, "≈")
    | dict.fromkeys(_MEMBER, "∈")
    | dict.fromkeys(_UNEQUAL, "≠")
)
_IMPLIES = frozenset(
    words(
        "\\Rightarrow \\Longrightarrow \\implies \\iff \\Leftrightarrow \\therefore \\because "
        "\\rightarrow \\longrightarrow \\to ⇒ ∴ ⟹ ⟺ → => ->"
    )
)
_WIDE = frozenset(("\\quad", "\\qquad", ",", ";"))
_WORDS = re.compile(
    r"\\(?:text|textrm|textit|textbf|mathrm|mbox|operatorname)\s*\{([^{}]*)\}"
    r"|\\(?:forall|text)(?![A-Za-z])|∀"
)
_WORD_ALONE = re.compile(
    r"(?:for|where|with|if|and|or|otherwise|when|else|all|each|so|thus|hence|given|because|since|"
    r"that is|i\.?e\.?|as|therefore|s\.?t\.?)", re.IGNORECASE
)  # fmt: skip
_NUMBERED = re.compile(r"\s*\(\s*(?:\d{1,3}|[*†]|[a-z])\s*\)\s*$")
# Of another script's words those that deny: what they deny is for a person to read.
_DENIES = re.compile("[不非无無没沒]|ない|아니|не")
# `2^{-8h/H} (h = 1, …, H)`: an equation in brackets behind a formula is a condition on it.
_BEHIND = re.compile(
    r"(?<=[\s}\w)])\s(?:\\q?quad\s*)?\((?P<condition>[^()]*"
    r"(?:[=≠≤≥∈]|\s[<>]\s|\\(?:neq?|leq?|geq?|ll|gg|in|lt|gt)(?![A-Za-z]))[^()]*)\)\s*[.,;]?\s*$"
)
# `[h, x] is the concatenation of …`: what is spoken of, and no answer where there is another.
_DESCRIBES = re.compile(
    r"\s*(?:is|are|denotes?|means|represents?|stands for)\s+(?:an? |the )?(?:element|concat|"
    r"previous|current|dimension|length|size|width|depth|index|input|sequence|matri|vector|scal)|"
    r"\s*(?:表示|是|为|는|은|は)\S", re.IGNORECASE
)  # fmt: skip
# `a dense T × T matrix`: the size of something, and no answer.
_SIZE = re.compile(r"\s*[A-Za-z0-9_{}\\]+\s*(?:\\times(?![A-Za-z])|×)\s*[A-Za-z0-9_{}\\]+\s*")
_SIZED = re.compile(
    r"[\s-]*(?:\w+ )?(?:matri\w+|tables?|tensors?|grids?|maps?|projections?|arrays?|"
    r"blocks?|的?矩阵|行列|행렬|матриц\w*)",
    re.I,
)
_VALUE = re.compile(r"[\d.,\s]+")
_BLANKS = (r"\,", r"\;", r"\:", r"\!", r"\ ")
# How far one looks for the sign of an equation after a comma: every comma does.
_AHEAD = 300


@dataclass(frozen=True)
class Statement:
    """One chain: `sides[0] signs[0] sides[1] …`; a formula alone is a chain of one side.

    Signs are `=`, `+=`, `≈`, `∈` (its right side says only what kind of thing it is) and `≠` for
    every relation that is no equality. `start` counts characters of the answer.
    """

    sides: tuple[str, ...]
    signs: tuple[str, ...]
    role: Role
    start: int
    written: str  # as it stands in the answer
    before: str = ""  # the words right before it
    behind: str = ""  # and right behind it
    hedged: bool = False  # the words around it offer it as one of several
    by_case: bool = False  # it holds in one case, and another formula in another
    example: bool = False  # the words before it say `e.g.`, or what is like it

    @property
    def is_equation(self) -> bool:
        return len(self.sides) > 1 and set(self.signs) <= {"=", "≈"}

    @property
    def left(self) -> str:
        """The side before the first sign; empty for a formula alone."""
        return self.sides[0] if len(self.sides) > 1 else ""

    @property
    def last(self) -> str:
        return self.sides[-1]


def statements(found: list[Span]) -> list[Statement]:
    """Every statement in the mathematics of a text, in order.

    A row that begins with a relation sign goes on with the chain before it, as does a formula that
    follows another with nothing but blanks between them.
    """
    result: list[Statement] = []
    said = ""  # the words right before the formula that comes next
    example = False
    for span in found:
        if span.is_words:
            said = span.text
            example = _is_in_example(said, example)
            if result and DENIES_BEFORE.match(said):
                result[-1] = replace(result[-1], role=Role.DENIED)
            elif result and IS_THE_ANSWER.match(said):
                result[-1] = replace(result[-1], role=Role.BOXED)
            elif result and _SIZE.fullmatch(result[-1].written) and _SIZED.match(said):
                result.pop()
            elif result and _is_spoken_of(result[-1], said):
                result[-1] = replace(result[-1], role=Role.GIVEN)
            if result and not result[-1].behind:
                result[-1] = replace(result[-1], behind=said)
            if result and HEDGED.search(said.split("\n\n")[0][:60]):
                result[-1] = replace(result[-1], hedged=True)
            continue
        hedged = bool(HEDGED.search(said[-60:]))
        for number, piece in enumerate(_pieces(span)):
            joins = not said.strip(" \n,.&") and result and piece.sides[0] == "" and piece.signs
            if joins and result:
                result[-1] = _joined(result[-1], piece)
                continue
            if piece.signs and not piece.sides[0] and (word := _LAST_WORD.search(said)):
                # `at step == n`, where only n is known for a name
                piece = replace(piece, sides=(word["name"], *piece.sides[1:]))
                said = said[: word.start()]
            role = Role.BOXED if BOX.search(piece.written) else role_of(said)
            condition = result[-1] if result and result[-1].role is Role.GIVEN else None
            # A display that follows another with no word between them says something of its own.
            apart = span.kind == "display" and number == 0 and not said
            listed = condition is not None and not apart and _AND.fullmatch(said)
            if piece.role is Role.GIVEN or (listed and len(piece.sides) > 1):
                role = min(role, Role.GIVEN)  # `where a = 1 and b = 2`: both are conditions
            if condition and len(piece.sides) == 1 and not ENDS.search(said):
                role = min(role, Role.GIVEN)  # `where h is the activation a`
            by_case = bool(
                listed and said.strip(" ,;.") and len(piece.sides) == 1 and condition
                and condition.signs
            )  # fmt: skip
            if example and _VALUE.fullmatch(piece.last) and piece.is_equation:
                role = min(role, Role.GIVEN)
            piece = replace(piece, role=role, before=said, hedged=hedged)
            result.append(replace(piece, by_case=by_case, example=example))
            said = ""
        said = ""
    return [one for one in result if any(side for side in one.sides)]


def _is_in_example(words: str, before: bool) -> bool:
    """Whether a formula behind these words is in a remark such as `(e.g., d = 3 and k = 4)`."""
    opens = [found.end() for found in EXAMPLE.finditer(words)]
    ended = max((found.start() for found in EXAMPLE_ENDS.finditer(words)), default=-1)
    return max(opens) > ended if opens else before and ended < 0


def _is_spoken_of(one: Statement, after: str) -> bool:
    """Whether the words only say what kind of thing it is, and none before it that it concludes."""
    alone = len(one.sides) == 1 and one.role is Role.STATED and not one.last[:1].isdecimal()
    return alone and bool(_DESCRIBES.match(after))


_LAST_WORD = re.compile(r"(?<![\w.'’-])(?P<name>[A-Za-z_]\w*)[ \t]*$")
# A new sentence, a new subject, or a word that concludes wherever it stands.
_ANEW = (
    r"\b(?:this|that|it|we|which|one|there|answer|total|result|sum)\s+"
    r"(?:is|are|has|have|gets?|obtains?|gives?|becomes?|equals?|makes?)\b"
)
ENDS = re.compile(
    rf"[.;!?](?:\s|$)|[。；]|[为是:：]\s*$|\n\s*\n|{_ANEW}|"
    r"\bthe\s[^,.;]*\b(?:is|are|equals|becomes)\s*$|"
    r"\bthen\s[^,.;]{1,60}\b(?:is|are|has|have|equals?|becomes)\b|"
    rf"{STRONGLY.pattern}",
    re.IGNORECASE,
)
_AND = re.compile(
    r"(?!.*\n\s*\n)[\s,;.]*(?:(?:and|otherwise|else|or else)(?:\s+also)?[\s,:]*)?", re.S
)


def _joined(first: Statement, more: Statement) -> Statement:
    role = max(first.role, Role.BOXED if BOX.search(more.written) else first.role)
    return replace(
        first,
        sides=(*first.sides, *more.sides[1:]),
        signs=(*first.signs, *more.signs),
        written=f"{first.written} {more.written}".strip(),
        role=role,
    )


def _pieces(span: Span) -> Iterator[Statement]:
    """The statements of one piece of mathematics. `role` is GIVEN for a condition."""
    rows = [span.text]
    if span.kind == "fence":
        rows = span.text.split("\n")
    at = span.start
    for row in rows:
        boxed = "\\boxed{}" if BOX.search(row) else ""
        plain = whole_rows(undecorated(row))
        behind = _BEHIND.search(plain)
        cut = list(_cut(plain[: behind.start()])) if behind else list(_cut(plain))
        cut += [(behind["condition"], True)] if behind else []
        for text, is_condition in cut:
            sides, signs = sides_of(text)
            if sides == ("",) or (is_condition and _NUMBERED.fullmatch(text)):
                continue
            role = Role.GIVEN if is_condition else Role.STATED
            yield Statement(sides, signs, role, at, boxed + " ".join(text.split()))
        for inner, below in braces(row):  # what is called below a brace is said in passing
            yield Statement((below, inner), ("=",), Role.GIVEN, at, f"{below} = {inner}")
        at += len(row) + 1


def _cut(text: str) -> Iterator[tuple[str, bool]]:
    """The text between separators, each with whether it is a condition on what came before."""
    first = True
    for piece, separator in _flat_pieces(text):
        # `\\text{the score} = a`: words on the left side
        condition = not _is_continued(piece) and (
            separator == "words" or (not first and separator == "wide")
        )
        yield piece, condition
        first = first and not piece.strip()


def _is_continued(piece: str) -> bool:
    return piece.lstrip(" &").startswith(tuple(SIGNS))


def _flat_pieces(text: str) -> list[tuple[str, str]]:
    """Cut at what separates statements outside of all brackets.

    A comma separates only where an equation, a condition or a list of values follows it: `(a, b)`
    is a pair, and `50, 439, 168` a number.
    """
    found: list[tuple[str, str]] = []
    begin, reason, depth = 0, "", 0
    tokens = [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    skip_to = 0
    for token, start, end in tokens:
        if start < skip_to:
            continue
        if token in _OPEN or token.startswith("\\begin{"):
            depth += 1
        elif token in _CLOSE or token.startswith("\\end{"):
            depth = max(0, depth - 1)
        elif depth == 0:
            cut = ""
            if token in ("\\\\", "\\cr") or token in _IMPLIES:
                cut = "row"
            elif token in _WIDE:
                cut = "wide" if _begins_anew(text, end, token) else ""
            elif (prose := _WORDS.match(text, start)) and _is_prose(prose):
                cut, end = "words", prose.end()
            elif (prose := FOREIGN.match(text, start)) and not _DENIES.search(prose.group()):
                cut, end = "row", prose.end()
            if cut:
                found.append((text[begin:start], reason))
                begin, reason, skip_to = end, cut, end
    found.append((text[begin:], reason))
    return found


def _is_prose(found: re.Match[str]) -> bool:
    """`\\text{ for }`, `\\text{where } i`, not `\\text{softmax}`."""
    inner = found[1]
    return inner is None or " " in inner.strip() or bool(_WORD_ALONE.fullmatch(inner.strip(" .,:")))


_SPACING = re.compile(r"(?:\s|\\[,;:! ]|\\q?quad(?![A-Za-z])|~|,)*")
_LIST = re.compile(r"(?:[\d.]+|\\[lc]?dots|…|\.\.\.|[A-Za-z])(?:\s|,|$|\\)")


def _begins_anew(text: str, at: int, token: str) -> bool:
    """Whether a new statement or a condition begins after a comma or a wide space."""
    spacing = _SPACING.match(text, at)
    at = spacing.end() if spacing else at
    rest = text[at : at + _AHEAD]
    wide = token.startswith("\\q") or "quad" in (spacing.group() if spacing else "")
    if not rest.strip() or rest.lstrip().startswith(("\\\\", "&")):
        return wide
    if _NUMBERED.match(rest) and wide:
        return True
    prose = _WORDS.match(rest)
    if prose and _is_prose(prose):
        return True
    depth = 0
    for match in _TOKEN.finditer(rest):
        piece = match.group()
        if piece in _OPEN or piece.startswith("\\begin{"):
            depth += 1
        elif piece in _CLOSE or piece.startswith("\\end{"):
            depth -= 1
        elif depth == 0:
            if piece in SIGNS:
                return match.start() > 0  # `, = b` goes on with the chain
            if piece in ("\\\\", ";") or (piece == "," and not wide):
                break
    return wide and bool(_LIST.match(rest)) is False and "\\dots" in rest


def sides_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sides of a chain, without the punctuation at their ends, and the signs between them."""
    text = _NUMBERED.sub("", text) if "quad" in text else text
    text = text.replace("&", " ") if "\\begin" not in text else _without_alignment(text)
    sides: list[str] = []
    signs: list[str] = []
    begin = depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in _OPEN or token.startswith("\\begin{"):
            depth += 1
        elif token in _CLOSE or token.startswith("\\end{"):
            depth = max(0, depth - 1)
        elif depth == 0 and token in SIGNS and not _is_superscript(text, match.start()):
            sides.append(text[begin : match.start()])
            signs.append(SIGNS[token])
            begin = match.end()
    sides.append(text[begin:])
    cleaned = [_without_end(side) for side in sides]
    cleaned = [side[1:].strip() if side.startswith(":") else side for side in cleaned]
    return tuple(cleaned), tuple(signs)


def _without_end(side: str) -> str:
    """Without the blanks and the punctuation around it."""
    side = side.strip()
    while side:
        if side.endswith(_BLANKS):
            side = side[:-2]
        elif side[-1] in ".,;:~ \t\n":
            side = side[:-1]
        else:
            break
    return side


_ANGLE = re.compile(r"[\^_]\s*\{?\s*<[^<>]{1,12}$")


def _is_superscript(text: str, at: int) -> bool:
    """Whether the < or > here are those of c^<t>, which are brackets."""
    if text[at] == "<":
        return bool(re.search(r"[\^_]\s*\{?\s*$", text[max(0, at - 8) : at]))
    return text[at] == ">" and bool(_ANGLE.search(text[max(0, at - 20) : at]))


def _without_alignment(text: str) -> str:
    """Without the & that stand outside of matrices."""
    depth, pieces = 0, []
    for match in _TOKEN.finditer(text):
        token = match.group()
        depth += token.startswith("\\begin{") - token.startswith("\\end{")
        pieces.append(" " if token == "&" and depth == 0 else token)
    return "".join(pieces)
