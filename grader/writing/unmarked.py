"""Mathematics that nothing marks as such: a line of an answer without dollars or backticks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from grader.maths.tree.functions import function_named
from grader.writing.broken import whole_lines
from grader.writing.scripts import FOREIGN, LATIN, NAMED, REMARK_IN_WORDS
from grader.writing.spans import Span

_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|>)\s+")
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9_*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![A-Za-z0-9_*])")
# A word of prose: letters that no bracket, index, power or sign follows at once, and no command.
# Every letter of a script that no formula is written in is prose.
_WORD = re.compile(
    rf"(?<![\\{NAMED}{{_^])(?:i\.\s?e|e\.\s?g|d\.\s?h|z\.\s?B)\.,?(?=\s)|"
    rf"(?<![\\{NAMED}{{_^])(?:[{LATIN}]{{2,}}(?:[-'’][{LATIN}]{{2,}})*(?:['’]s)?|[{LATIN}])"
    rf"(?![{NAMED}^(\[{{}}'])[,.:;!?]*|{FOREIGN.pattern}"
)
# Words of one letter, and no names: `é`, `à`.
_ACCENTED = frozenset("éèêàáâíìóòôúùÉÈÊÀÁÂ")
_MATHS = re.compile(r"[\w\\]")
_SPACE = re.compile(r"\s*")
# What a line says its formula is of, `for head h: 2^h`.
_COLON = re.compile(r"(?<=[\w)]):\s+(?=\S)")
# `small d / large n`: names that a slash parts, and no quotient.
_HANGING = re.compile(r"\s*(?:/\s*[A-Za-z]\w*(?:\s*/)?|[A-Za-z]\w*\s*/)\s*")
_DASH = re.compile(r"\s[-–]+$")
_DASHES = re.compile(r"\s*[—–]+\s+")  # no sign of arithmetic: it would touch what it is before
# Two words, of which the first opens no thing that may be meant to be taken away: `y - the label`.
_TWO_WORDS = re.compile(
    rf"(?i:\s*(?!(?:the|an?|its?|our|my|some|that|this)\b))[{LATIN}]+[,;]?\s+[{LATIN}]{{2}}"
)
_MENTIONED = re.compile(
    r"[\s,;(\[]*[A-Za-z](?:_\w+)?(?:\s*[x×]\s*[A-Za-z\d](?:_\w+)?)*[\s,;:=—–-]*"
)
# What a line says of its formula behind an arrow, or behind two blanks and the sign of a remark. It
# is tried where blanks begin: at each of thousands in a row it would look through all that follow.
_REMARK = re.compile(
    r"(?<!\s)(?:\s+(?:(?:#|//)\s*)?(?:←|<--+)\s*|\s{2,}(?://|#|--)\s*(?=[^\W\d_])|\s+—\s+(?=[^\W\d_][^=^()]*$))"
    r"(?P<words>\S.*)$"
)
# `, axis=1)`: how a function of code is told what to do, and no words around a formula.
_KEYWORD = re.compile(r",\s*(?P<word>[a-z]\w*)\s*=\s*[-\w.]+\s*(?=[,)])")
# A line of code or of plain mathematics: a name, a sign, and no two words side by side after it.
_ASSIGNED = re.compile(
    r"\s*[A-Za-z_]\w*(?:\.\w+|\[[^\[\]]*\])*\s*\+?=(?!=)(?![^\n]*(?:\w\s+[^\W\d]|[.:!?]\s|\\))"
    r"(?P<code>[^\n]*?)\s*;?\s*"
)

# Behind code one blank is enough before the sign of a remark; `# of heads` is a number of them.
_REMARK_ON_CODE = re.compile(r"\s#\s+(?!of\b)(?P<words>\S.*)$")
# The same behind an equation; a slash before a name in small letters alone may divide by it.
_REMARK_ON_EQUATION = re.compile(rf"(?<!\s)\s+{REMARK_IN_WORDS}(?P<words>\S.*)$")
_EQUATION = re.compile(r"[^=\n]*[\w)\]}]\s*=[^=][^\n]*")


def unmarked(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the formulas of each line. `is_name` knows the names that may stand in a
    formula: every other word of two letters or more, and a letter alone between words, is prose."""
    found: list[Span] = []
    at = 0
    for line in whole_lines(text, lambda piece: _has_prose(piece, is_name)).split("\n"):
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else 0
        plain = _EMPHASIS.sub(lambda m: f"{' ' * len(m[1])}{m[2]}{' ' * len(m[1])}", line)
        if plain.lstrip().startswith(("#", "%", "//")):  # a heading, or a remark in code
            found.append(Span("words", plain, at))
            at += len(line) + 1
            continue
        remark = _REMARK.search(plain, start) or _remark_on_code(plain, start)
        formula = plain[: remark.start()] if remark else plain
        code = _ASSIGNED.fullmatch(formula, start)
        if code and not FOREIGN.search(formula):
            found.append(Span("inline", formula[start : code.end("code")], at + start))
        else:
            found += _cut(formula, start, at, is_name)
        if remark:
            # It speaks of its own line: no word of it is about the formula of the next one.
            found.append(Span("words", f"{remark['words']}\n\n", at + remark.start("words")))
        at += len(line) + 1
    return found


def _has_prose(piece: str, is_name: Callable[[str], bool]) -> bool:
    words = (found.group().rstrip(",.:;!?") for found in _WORD.finditer(piece))
    return any(FOREIGN.match(word) or not is_name(word) for word in words)


def _remark_on_code(line: str, start: int) -> re.Match[str] | None:
    remark = _REMARK_ON_CODE.search(line, start)
    if remark and _ASSIGNED.fullmatch(line, start, remark.start()):
        return remark
    remark = _REMARK_ON_EQUATION.search(line, start)
    return remark if remark and _EQUATION.fullmatch(line, start, remark.start()) else None


def _cut(line: str, start: int, at: int, is_name: Callable[[str], bool]) -> Iterator[Span]:
    pieces: list[tuple[int, int, bool]] = []  # begin, end, is prose
    keywords = {found.start("word") for found in _KEYWORD.finditer(line, start)}
    for match in _WORD.finditer(line, start):
        word = match.group().rstrip(",.:;!?")
        if match.start() in keywords:
            continue
        if (
            not FOREIGN.match(word)
            and is_name(word)
            and word not in _ACCENTED
            and not (len(word) == 1 and _between_words(line, match))
            and not _is_spoken(word, line, match.end(), is_name)
        ):
            continue
        if match.start() > start:
            pieces.append((start, match.start(), False))
        pieces.append((match.start(), match.end(), True))
        start = match.end()
    if start < len(line):
        pieces.append((start, len(line), False))
    merged = list(_merged(line, pieces))
    spoken = _Spoken(line, [(begin, end) for begin, end, prose in merged if prose])
    remark = 0  # where the last remark in brackets ends
    for begin, end, prose in merged:
        if not prose:
            begin, end = spoken.bare(begin, end)
            if begin < remark and _MENTIONED.fullmatch(line, begin, end):
                continue
            remark = max(remark, spoken.remark_after(end))
        colon = None if prose else _COLON.search(line, begin, end)
        if colon and _are_closed(line[begin : colon.start()]):
            if line[begin : colon.start()].strip(" ,;:."):
                yield Span("inline", line[begin : colon.start()], at + begin)
            yield Span("words", colon.group(), at + colon.start())
            begin = colon.end()
        if not prose:  # a comma before it ends what comes before
            begin += len(line[begin:end]) - len(line[begin:end].lstrip(" ,;"))
        if line[begin:end].strip(" ,;:."):
            yield Span("words" if prose else "inline", line[begin:end], at + begin)


def _are_closed(text: str) -> bool:
    """Whether all brackets are."""
    return all(text.count(opened) == text.count(closed) for opened, closed in ("()", "[]", "{}"))


class _Spoken:
    """A line with what is prose in it, and the partner of each bracket."""

    def __init__(self, line: str, prose: list[tuple[int, int]]) -> None:
        self.line = line
        self.begins = [begin for begin, _ in prose]
        self.ends = [end for _, end in prose]
        self.partners = _brackets(line)

    def bare(self, begin: int, end: int) -> tuple[int, int]:
        """A formula without the dash before the words that speak of it, and without a bracket whose
        partner stands among words: `(O(1) steps)`, `O(n) (n = the length)`."""
        line = self.line
        end = begin + len(line[begin:end].rstrip(" —"))
        dash = _DASH.search(line, begin, end)
        if dash and _TWO_WORDS.match(line, end):
            end = dash.start()
        first = begin + len(line[begin:end]) - len(line[begin:end].lstrip(" ,;"))
        if line[first : first + 1] == "(" and self._is_prose(self.partners.get(first, -1)):
            begin = first + 1
        for at in range(begin, end):
            # With a blank before it and words in it, it opens a remark: `n^2 (at step = n)`.
            remark = line[at - 1 : at].isspace() and not line[at + 1 : end].strip()
            if line[at] in "([" and (remark or self._is_prose(self.partners.get(at, -1))):
                return begin, at
        last = begin + len(line[begin:end].rstrip(" ,;."))
        partner = self.partners.get(last - 1, begin)
        if line[last - 1 : last] in (")", "]") and (partner < begin or self._is_prose(partner)):
            end = last - 1
        opened = _DASHES.match(line, begin, end)
        return (opened.end() if opened else begin), end

    def remark_after(self, end: int) -> int:
        """Where brackets with words in them end that follow at once, `O(n) (n — the length)`: what
        stands in them alone is only spoken of. 0 where there are none."""
        blank = _SPACE.match(self.line, end)
        start = blank.end() if blank else end
        close = self.partners.get(start, -1)
        if self.line[start : start + 1] not in ("(", "[") or close < 0:
            return 0
        return close if bisect_left(self.begins, start) < bisect_left(self.begins, close) else 0

    def _is_prose(self, at: int) -> bool:
        which = bisect_right(self.begins, at) - 1
        return at >= 0 and which >= 0 and at < self.ends[which]


def _brackets(line: str) -> dict[int, int]:
    """Of each bracket the place of its partner."""
    opened: dict[str, list[int]] = {"(": [], "[": []}
    found: dict[int, int] = {}
    for at, sign in enumerate(line):
        if sign in opened:
            opened[sign].append(at)
        elif sign in ")]" and (begins := opened["(" if sign == ")" else "["]):
            begin = begins.pop()
            found[begin], found[at] = at, begin
    return found


def _between_words(line: str, match: re.Match[str]) -> bool:
    """`a` in `is a sum`: a letter alone with prose on both sides, or the article before a word."""
    after = re.compile(r"\s+[A-Za-z]{2,}(?![(_^\[])").match(line, match.end())
    return after is not None and match.group() in ("a", "A", "I")


def _is_spoken(word: str, line: str, at: int, is_name: Callable[[str], bool]) -> bool:
    """A function that is only named: `sin for the even ones`, `the sum of them`."""
    if function_named(word) is None and word not in ("sum", "prod"):
        return False
    after = re.compile(rf"\s+([{LATIN}]{{2,}})(?![{NAMED}^(\[{{}}.])").match(line, at)
    return after is not None and not is_name(after[1])


def _merged(line: str, pieces: list[tuple[int, int, bool]]) -> Iterator[tuple[int, int, bool]]:
    """Pieces of one kind side by side as one; what holds no mathematics goes with the prose."""
    current: tuple[int, int, bool] | None = None
    for begin, end, prose in pieces:
        piece = line[begin:end]
        is_prose = prose or not _MATHS.search(piece) or _HANGING.fullmatch(piece) is not None
        if current and current[2] == is_prose:
            current = (current[0], end, is_prose)
            continue
        if current:
            yield current
        current = (begin, end, is_prose)
    if current:
        yield current
