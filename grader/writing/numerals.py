"""Numbers as people write them, rewritten as the reader of formulas takes them.

`39.352.320`, `39{,}352{,}320` and `12'288` can be meant in one way only. `12,288` and `12.288` can
be meant in two; what else stands in the text may settle it, and otherwise whoever asks does.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_SPACES = " \u00a0\u2009\u202f"
_MARK = (
    r"\{[,.]\}|\\[,;: !]|,[ \u00a0](?=\d{3}(?!\d))|"
    rf"[{_SPACES}](?=\d{{3}}(?!\d))|[.,'’_٬٫](?=\d)"
)
_NUMERAL = re.compile(rf"(?<![\w.,\\])\d+(?:(?:{_MARK})\d+)*(?![{_SPACES}]?\d)(?!(?:{_MARK})\d)")
_SPLIT = re.compile(rf"({_MARK})")
_DECIMAL = frozenset((",", ".", "{,}", "{.}", "٫"))
# What stands before a power of ten has decimals.
_SCALE = re.compile(
    r"[eE][+-]?\d|\s*(?:\\cdot|\\times|[*×·])\s*10\s*(?:\^|\*\*|[⁻⁰¹²³⁴-⁹])|"
    r"(?:\s|\\,)*(?:million|billion|[MGB](?![A-Za-z]))"
)
_BRACKETS = {"(": ")", "[": "]"}
_NAMED = re.compile(r"[A-Za-z_}](?:\\left)?$")

_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12,
           "k": 3, "m": 6, "mio": 6, "g": 9, "b": 9, "bn": 9, "t": 12}  # fmt: skip
_MAGNITUDE = re.compile(
    r"(?P<digits>(?<![\w.])\d+(?:\.\d*)?|(?<![\w.])\.\d+)(?:\s|\\[,;: ]|~|\\text\{\s*|\{)*"
    r"(?:(?P<percent>\\?%|per ?cent\b)|(?P<word>(?i:thousand|million|billion|trillion)s?|"
    r"[Mm]io\.?|bn|[kKMGBT])(?![A-Za-z_^{(]))\s*\}?"
)
_TIMES = re.compile(r"(?<=[\d)\]])(\s*)[xX](?=\s*[\d(\[])")
_ROOT = re.compile(r"√\s*(\d+(?:\.\d+)?)")
_GOES_ON = re.compile(r"(?<=\d)\s*(?:\\[lc]?dots(?![A-Za-z])|…|\.{3})\s*$")
_WRAPPED = re.compile(r"\\(?:num|SI|qty)\s*\{([^{}]*)\}(?:\s*\{[^{}]*\})?")
_HALVES = {"½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)", "⅓": "(1/3)", "⅔": "(2/3)", "⅛": "(1/8)"}
_SCALED = re.compile(
    r"(?P<sign>[-−+]?)\s*(?P<digits>\d+(?:\.(?P<places>\d*))?)"
    r"(?:[eE](?P<e>[+-]?\d{1,3})|\s*(?:\\cdot|\\times|[*×·])\s*10\s*(?:\^|\*\*)\s*\{?\s*"
    r"(?P<ten>[+-−]?\d{1,3})\s*\}?)?"
    r"(?P<more>(?:\s|\\[,;: ]|~)*(?:\\?%|[A-Za-z.]+))?"
)


def plain_numerals(text: str, *, thousands: bool, by_habit: bool = True) -> str:
    """The text with every number as plain digits and a decimal point. Where the text leaves it
    open what `12,288` is, it is a whole number if `thousands`, and has decimals otherwise; without
    `by_habit` the other numbers of the text do not count."""
    settled = _habit(text) if by_habit else {}
    listed = _in_lists(text)

    def rewritten(match: re.Match[str]) -> str:
        groups, marks = _cut(match.group())
        if _separates(marks) and listed[match.start()]:
            return match.group()
        kind = _kind(groups, marks)
        if kind == "either" and _SCALE.match(text, match.end()):
            kind = "decimal"
        elif kind == "either":
            kind = settled.get(_comma_or_point(marks[0]), "thousands" if thousands else "decimal")
        if kind == "thousands":
            return "".join(groups)
        if kind == "decimal":
            return f"{''.join(groups[:-1])}.{groups[-1]}"
        return match.group()

    return _NUMERAL.sub(rewritten, text)


def open_numeral(text: str) -> str:
    """The first number that can be meant in two ways; empty if there is none."""
    listed = _in_lists(text)
    for match in _NUMERAL.finditer(text):
        groups, marks = _cut(match.group())
        if _kind(groups, marks) != "either" or _SCALE.match(text, match.end()):
            continue
        if not (_separates(marks) and listed[match.start()]):
            return match.group()
    return ""


def worked_out(text: str, names: Collection[str] = ()) -> str:
    """`6.5M`, `40.5 %`, `√64`, `4 x 5` as arithmetic; `names` are symbols, not magnitudes."""

    def scaled(match: re.Match[str]) -> str:
        if match["percent"]:
            return f"({match['digits']}/100)"
        if match["word"] in names:
            return match.group()
        word = match["word"].rstrip(".").lower()
        return f"({match['digits']}*10^{{{_POWERS[word.removesuffix('s') or word]}}})"

    for sign, value in _HALVES.items():
        text = re.sub(rf"(?<=\d){sign}", f"+{value}", text).replace(sign, value)
    text = _GOES_ON.sub("", text)
    text = _ROOT.sub(r"\\sqrt{\1}", _WRAPPED.sub(r"\1", text))
    if "x" not in names and not re.match(r"0x", text.strip()):
        text = _TIMES.sub(r"\1*", text)
    return _MAGNITUDE.sub(scaled, text)


def places_of(text: str) -> int | None:
    """The power of ten of the last digit that was written: -2 for `0.84`, 4 for `39.35M`; None for
    what is not one number."""
    match = _SCALED.fullmatch(re.sub(r"\\text\{\s*(\w+)\s*\}", r"\1", text.strip()))
    if match is None:
        return None
    power = int((match["e"] or match["ten"] or "0").replace("−", "-"))
    more = (match["more"] or "").strip(" ~.\\,;:").lower()
    if more.endswith("%") or more == "percent":
        power -= 2
    elif more:
        if more.removesuffix("s") not in _POWERS and more not in _POWERS:
            return None
        power += _POWERS.get(more, _POWERS.get(more.removesuffix("s"), 0))
    return power - len(match["places"] or "")


def _cut(numeral: str) -> tuple[list[str], list[str]]:
    pieces = _SPLIT.split(numeral)
    return pieces[::2], pieces[1::2]


def _separates(marks: list[str]) -> bool:
    """Whether these marks part entries where they stand in a list."""
    return any(mark[0] == "," for mark in marks)


def _kind(groups: list[str], marks: list[str]) -> str:
    """What the marks are: of thousands, of decimals, either, or of nothing that is known."""
    if not marks:
        return ""
    by_three = all(len(group) == 3 for group in groups[1:])
    first = 1 <= len(groups[0]) <= 3 and groups[0] != "0" * len(groups[0])
    if len(set(marks)) == 1:
        can_be_decimal = marks[0] in _DECIMAL and len(marks) == 1
        if by_three and first:
            return "either" if can_be_decimal else "thousands"
        if len(marks) > 1 and marks[0] == "," and _is_indian(groups):
            return "thousands"
        return "decimal" if can_be_decimal else ""
    whole = groups[:-1]
    grouped = all(len(group) == 3 for group in whole[1:]) and first
    same = len(set(marks[:-1])) == 1 and marks[-1] != marks[0]
    return "decimal" if same and grouped and marks[-1] in _DECIMAL else ""


def _is_indian(groups: list[str]) -> bool:
    """`1,23,456`."""
    return len(groups[0]) <= 2 and len(groups[-1]) == 3 and all(len(g) == 2 for g in groups[1:-1])


def _comma_or_point(mark: str) -> str:
    return "." if mark in (".", "{.}") else ","


def _habit(text: str) -> dict[str, str]:
    """What the numbers that can be meant in one way only tell of a comma and of a point; nothing
    where they contradict each other."""
    found: dict[str, set[str]] = {",": set(), ".": set()}
    other = {"thousands": "decimal", "decimal": "thousands"}
    listed = _in_lists(text)
    for match in _NUMERAL.finditer(text):
        groups, marks = _cut(match.group())
        kind = _kind(groups, marks)
        last = marks[-1] if marks else ""
        if kind not in other or last not in (",", ".", "{,}"):
            continue
        if _separates(marks) and listed[match.start()]:
            continue
        mark = _comma_or_point(last)
        found[mark].add(kind)
        found["." if mark == "," else ","].add(other[kind])
    return {mark: next(iter(kinds)) for mark, kinds in found.items() if len(kinds) == 1}


def _in_lists(text: str) -> list[bool]:
    """For each character whether it stands in a list or among arguments, where commas separate."""
    inside: list[bool] = []
    stack: list[tuple[str, bool]] = []
    for at, character in enumerate(text):
        if character in _BRACKETS:
            is_list = character == "[" or bool(_NAMED.search(text[max(0, at - 12) : at]))
            stack.append((_BRACKETS[character], is_list))
        elif stack and character == stack[-1][0]:
            stack.pop()
        inside.append(bool(stack) and stack[-1][1])
    return inside
