"""Which of the formulas in an answer is the answer, and what its other sides say.

Nothing here looks at what is right. What concludes is told by boxes, by words, by the left side
that the part asks for and by order; where that leaves two, a person reads the answer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from grader.kinds.lefts import has_base_of, is_one_of
from grader.kinds.marker import Unclear
from grader.kinds.solving import names_in, solved
from grader.maths.tree.functions import function_named
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import Role, Statement, spans, statements
from grader.writing.cases import by_cases
from grader.writing.concluding import CHANGED, GOES_ON
from grader.writing.scripts import as_typed
from grader.writing.spans import Span
from grader.writing.statements import ADDS
from grader.writing.unmarked import unmarked

T = TypeVar("T")

# What an honest answer has; each is read once.
MAX_STATEMENTS = 60
MAX_SIDES = 40
# Other formulas of an answer, which are judged as well where the one that concludes is wrong.
MAX_OTHERS = 20
# Words may stand around a formula. A sign or a number beside it would belong to it.
_GOES_BEFORE = re.compile(r"(?:[\d+*/^×·−]\s*|(?<=\w)\s*-)$")
_GOES_AFTER = re.compile(
    r"\s*(?:[+*/^×·−=≈%](?!\*|\w[\w ]*\*)|\d|(?:thousand|million|billion|[kKMGB])\b)|-\d"
)
_BULLET = re.compile(r"(?:^|\n)\s*(?:[-*+]|\d{1,3}[.)]|\(?[a-z]\))\s+$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)([^*_]+)(?<=\S)\1")
_OR = re.compile(
    r"[\s,;]*(?:or(?: rather| maybe| perhaps)?|maybe|perhaps|possibly)[\s,:]*(?:it is)?\s*",
    re.IGNORECASE,
)
# At the edge of a formula beside words: what belongs to it stands among the words.
_OPENS = re.compile(r"\s*[+*/@^·×÷]")
_STAYS_OPEN = re.compile(r"[-+*/@^·×÷−(\[]\s*$")
_ARITHMETIC = re.compile(
    r"[+\-−*/·×]|\^\s*\{?\s*[-−\d]|\\(?:cdot|times|[dt]?frac|sqrt|ln|log|exp)(?![A-Za-z])"
)

# `m, n`: what is spoken of, and no formula.
_NAMES = re.compile(r"\s*[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)+\s*")
_DERIVATIVE = re.compile(
    r"\s*(?:\\[dt]?frac\s*\{\s*(?:\\partial|∂|d)|(?:\\partial|∂|d)\s*[A-Za-z\\]+\s*/)"
)


# `is the activation`, and nothing that says more than that the two are one.
_IS = re.compile(
    r"\s*(?:is|are|denotes?|means|stands for|being|the)\b"
    r"(?:(?!\b(?:of|and|or|than|to|in|on|at|for|not|less|more|smaller|larger)\b|\n\s*[-*+•\d(\n])[^.,;])*$"
)


@dataclass(frozen=True)
class Step(Generic[T]):
    """One side of a chain: what was written, and what was read; None where it was not."""

    text: str
    value: T | None
    sign: str = "="  # what stands before it


@dataclass(frozen=True)
class Conclusion(Generic[T]):
    """The formula that is the answer.

    `steps` are the sides before it in its chain, `rounded` the decimal after it, and `others` the
    formulas elsewhere in the answer that could be read and were not taken.
    """

    value: T
    text: str
    statement: Statement
    steps: tuple[Step[T], ...] = ()
    rounded: Step[T] | None = None
    others: tuple[Step[T], ...] = ()
    asides: tuple[Step[T], ...] = ()  # those said in passing in the same piece of mathematics
    given: tuple[Statement, ...] = field(default=())  # equations that define something on the way
    equation: str = ""  # the last side of a longer equation, where the answer itself is none


@dataclass(frozen=True)
class Asked:
    """What the part says of the left side: its own ones, and those of the problem's other parts.
    `whole`: the text answers all parts of a question, so that a formula must say what it is."""

    own: Sequence[str] = ()
    others: Sequence[str] = ()
    whole: bool = False
    # Of the parts that are answered by the same text and have no left side: how many there are,
    # and which this is.
    place: tuple[int, int] = (0, 1)
    what: str = "formula"
    # What is asked for stands as a factor before something in an equation of the prompt: `PE(pos +
    # k) = r PE(pos)` gives r.
    as_factor: bool = False
    # Leaves out what the words around it say is of something else; not where `whole` says how many
    # formulas there must be.
    about_this: Callable[[Sequence[Statement]], Sequence[Statement]] = lambda stated: stated


def pieces(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the mathematics of an answer, marked as such or not."""
    text = as_typed(text)
    found = spans(text)
    if all(span.is_words for span in found):
        return unmarked(text, is_name)
    if found and all(span.is_words or span.kind == "fence" for span in found):
        return [one for span in found for one in _lines(span)]
    return found


def _lines(span: Span) -> list[Span]:
    if span.is_words:
        return [span]
    found, at = [], span.start
    for line in span.text.split("\n"):
        code = re.sub(r"^\s*return\b|#.*$", lambda m: " " * len(m.group()), line)
        if code.strip() and not re.match(r"\s*(?:def|import|from|for|if|class)\b", line):
            found.append(Span("inline", code, at))
        at += len(line) + 1
    return found


def conclude(
    text: str, read: Callable[[str], T], asked: Asked, is_name: Callable[[str], bool]
) -> Conclusion[T]:
    """The answer in `text`. `read` raises Unclear. Raises Unclear where nothing could be read, or
    where what concludes could not."""
    if not text.strip():
        raise Unclear("the answer is empty")
    found = pieces(text, is_name)
    usable = _usable(text, found, asked)
    chosen = _added_up(_concluding(_but_pieces(usable), asked), usable)
    _refuse_torn(chosen, found, asked)
    value, at = _read_last(chosen, read, asked)
    sides = _sides(chosen)
    steps = tuple(
        Step(side, _tried(side, read), sign)
        for side, sign in zip(sides[:at], ("", *chosen.signs), strict=False)
    )
    rounded = Step(sides[at + 1], _tried(sides[at + 1], read), "≈") if at + 1 < len(sides) else None
    said = [one for one in usable if one.role >= min(chosen.role, Role.STATED)]
    beside = [one for one in usable if one.role < Role.STATED and one.start == chosen.start]
    others, asides = (_others(found, chosen, read) for found in (said, beside))
    longer = [one.last for one in said if one.is_equation and len(one.last) > len(chosen.last)]
    equation = longer[-1] if longer and len(chosen.sides) == 1 else ""
    return Conclusion(value, sides[at], chosen, steps, rounded, others, asides, equation=equation)


def _usable(text: str, found: list[Span], asked: Asked) -> list[Statement]:
    """What may be the answer of all that is stated. Raises Unclear where nothing is."""
    stated = [one for all_cases in statements(found) for one in by_cases(all_cases, asked.own)]
    stated = stated[:MAX_STATEMENTS]
    if asked.as_factor:
        stated = [solved(one, asked.own) for one in stated]
    named = [names_in(one.last) for one in stated]
    stated = [_as_definition(one, stated, named) for one in stated]
    usable = [
        one
        for one in (stated if asked.whole else asked.about_this(stated))
        if one.role is not Role.DENIED
        and (_is_of(one, asked.own) or not _is_of(one, asked.others) or _is_update(one))
        and _has_answer(one)
        and not _is_mention(one)
    ]
    if asked.whole:
        usable = _of_this_part(usable, asked)
    if not usable:
        raise Unclear(_nothing(stated, asked), text)
    return usable


def _but_pieces(usable: Sequence[Statement]) -> list[Statement]:
    """Without formulas alone that are a piece of an equation before them, which they speak of."""
    found: list[Statement] = []
    for one in usable:
        alone = len(one.sides) == 1 and one.role <= Role.STATED and not one.hedged
        piece = tokens(one.last)
        if not alone or not any(_is_within(piece, tokens(it.last)) for it in found if it.left):
            found.append(one)
    return found


def _is_within(piece: Sequence[str], whole: Sequence[str]) -> bool:
    spans = (whole[at : at + len(piece)] for at in range(len(whole) - len(piece) + 1))
    return len(piece) < len(whole) and any(it == piece for it in spans)


def _concluding(usable: Sequence[Statement], asked: Asked) -> Statement:
    """The last of those that conclude most. Raises Unclear where that leaves it open."""
    best = max(_rank(one, asked) for one in usable)
    ranked = [one for one in usable if _rank(one, asked) == best]
    _refuse_hedge([*ranked, *_offered_with(ranked[-1], usable)], asked)
    if not best[-1] and len({one.last for one in ranked}) > 1:  # names, and nothing is said of them
        message = f"there are {len(ranked)} names here; write one {asked.what}"
        raise Unclear(message, ranked[-1].last)
    if any(one.by_case for one in usable[usable.index(ranked[-1]) :]):
        message = f"there is a {asked.what} for each of several cases; write the one asked for"
        raise Unclear(message, ranked[-1].last)
    return ranked[-1]


def _others(
    found: Sequence[Statement], chosen: Statement, read: Callable[[str], T]
) -> tuple[Step[T], ...]:
    """The last sides of the others, each once, and of very many the last ones."""
    texts = dict.fromkeys(_sides(one)[-1] for one in reversed(found) if one is not chosen)
    tried = [(text, _tried(text, read)) for text in itertools.islice(texts, MAX_OTHERS)]
    return tuple(Step(text, value) for text, value in reversed(tried) if value is not None)


def _of_this_part(usable: Sequence[Statement], asked: Asked) -> list[Statement]:
    """Of a text that answers several parts, what can belong to this one: told by its left side, or
    by its place, where there are as many formulas as parts."""
    if asked.own:
        found = [one for one in usable if _is_of(one, asked.own)]
        return found or [one for one in usable if has_base_of(one.left, asked.own)]
    at, count = asked.place
    if count == 1:
        return list(usable)
    worth = [one for one in usable if _has_substance(one)]
    stated = [one for one in worth if one.role >= Role.STATED]
    return next(([them[at]] for them in (stated, worth) if len(them) == count), [])


def _as_definition(
    one: Statement, stated: Sequence[Statement], named: Sequence[set[str]]
) -> Statement:
    """`n = H` beside `2^{-8k/n}`: what a name in another formula is, is not the answer."""
    key = key_of(one.left) if one.left else None
    if key is None or one.role is Role.BOXED:
        return one
    used = any(
        key in names
        for other, names in zip(stated, named, strict=True)
        if other is not one and other.left != one.left and not _is_name_alone(other)
    )
    return replace(one, role=min(one.role, Role.GIVEN)) if used else one


def _is_name_alone(one: Statement) -> bool:
    return len(one.sides) == 1 and key_of(one.last) is not None


def _added_up(one: Statement, usable: Sequence[Statement]) -> Statement:
    """`c = a` and then `c += b` in code, as `c = (a) + (b)`."""
    if one.signs[:1] != (ADDS,):
        return one
    before = [other for other in usable if other is not one and other.left == one.left]
    terms = [f"({_sides(other)[-1]})" for other in [*before, one]]
    return replace(one, sides=(one.left, " + ".join(terms)), signs=("=",))


def _rank(one: Statement, asked: Asked) -> tuple[int, ...]:
    """What concludes comes first: a box, the left side asked for, words, an equation."""
    own = _is_of(one, asked.own)
    return (one.role is Role.BOXED, own, one.role >= Role.STATED, _has_substance(one))


def _has_substance(one: Statement) -> bool:
    """A name alone is mentioned, unless the words say that it is what comes out."""
    return len(one.sides) > 1 or one.role is Role.CONCLUDED or key_of(one.last) is None


def _sides(one: Statement) -> tuple[str, ...]:
    """Without what says only what kind of thing it is: `A = XX^T \\in R^{n×n}`."""
    at = next((at for at, sign in enumerate(one.signs) if sign == "∈"), None)
    return one.sides if at is None else one.sides[: at + 1]


def _has_answer(one: Statement) -> bool:
    sides = _sides(one)
    if not sides[-1] or "≠" in one.signs[: len(sides) - 1]:
        return False
    return len(sides) > 1 or not ("∈" in one.signs and len(tokens(sides[0])) <= 4)


def _is_update(one: Statement) -> bool:
    """`c = c + b`: what a name becomes, by what it was."""
    name, written = tokens(one.left), tokens(one.last)
    return bool(name) and any(written[at : at + len(name)] == name for at in range(len(written)))


def _is_mention(one: Statement) -> bool:
    """A sign or a function alone, `⊙ is the elementwise product`, or a list of names."""
    written = tokens(one.last)
    if len(one.sides) == 1 and _NAMES.fullmatch(one.last):
        return True
    alone = len(one.sides) == 1 and len(written) == 1 and written[0].startswith("\\")
    return alone and (function_named(written[0][1:]) is not None or key_of(one.last) is None)


def _is_of(one: Statement, lefts: Sequence[str]) -> bool:
    return is_one_of(one.left, lefts)


def _offered_with(one: Statement, usable: Sequence[Statement]) -> list[Statement]:
    """What `or` alone joins to it, whatever rank that has: `the answer is A or rather B`."""
    after = usable[usable.index(one) + 1 :][:1]
    return [other for other in after if _OR.fullmatch(other.before)]


def _refuse_hedge(ranked: Sequence[Statement], asked: Asked) -> None:
    hedged = [one for one in ranked if one.hedged]
    if hedged and len(ranked) > 1 and len({one.last for one in ranked}) > 1:
        shown = " or ".join(f"`{one.last[:60]}`" for one in ranked[-2:])
        raise Unclear(f"is it {shown}? write one {asked.what}", ranked[-1].last)


def _refuse_torn(chosen: Statement, found: Sequence[Span], asked: Asked) -> None:
    """A sign or a number beside the dollars would belong to the formula, as do words of
    arithmetic."""
    at = next(
        n
        for n, span in enumerate(found)
        if not span.is_words and span.start <= chosen.start <= span.start + len(span.text)
    )
    before = found[at - 1].text if at and found[at - 1].is_words else ""
    after = found[at + 1].text if at + 1 < len(found) and found[at + 1].is_words else ""
    before = "" if _BULLET.search(before) else before.split("\n")[-1]
    before, after = _EMPHASIS.sub(r"\2", before).rstrip("*_"), after.split("\n")[0]
    changed = CHANGED.match(after.lstrip("*_")) or GOES_ON.search(before)
    if changed:
        raise Unclear(
            f"`{changed[0].strip(' ,;')}` beside the {asked.what} makes another one of it; write "
            "all of it in signs", chosen.last,
        )  # fmt: skip
    own = found[at].text if found[at].kind == "inline" else ""
    beside = (
        _GOES_BEFORE.search(before)
        or _GOES_AFTER.match(after.lstrip("*_"))
        or (before.strip() and _OPENS.match(own))
        or (after.strip() and _STAYS_OPEN.search(own))
    )
    if beside:
        raise Unclear(
            f"`{beside[0].strip()}` stands beside the {asked.what}; write all of it between the "
            "dollars or backticks", chosen.last,
        )  # fmt: skip


_DECIMAL = re.compile(r"\s*[-−]?\d[\d\s.,{}\\]*(?:\\?%)?\s*(?:\\cdot\s*10.*|\\times\s*10.*)?")


def _read_last(chosen: Statement, read: Callable[[str], T], asked: Asked) -> tuple[T, int]:
    """The side that decides, and which it is: the last, unless that is a decimal that closes an
    exact chain. Raises Unclear."""
    sides = _sides(chosen)[:MAX_SIDES]
    if len(sides) > 1 and _is_unsolved(sides[0], asked.own) and _tried(sides[0], read) is None:
        message = f"`{sides[0][:60]}` stands on the left side; write it solved for what is asked"
        raise Unclear(message, sides[0])
    if len(sides) > 2 and chosen.signs[len(sides) - 2] == "≈" and _DECIMAL.fullmatch(sides[-1]):
        exact = _tried(sides[-2], read)
        if exact is not None:
            return exact, len(sides) - 2
    return read(sides[-1]), len(sides) - 1


def _is_unsolved(left: str, own: Sequence[str]) -> bool:
    """Any name may stand on the left side. What is made of the name asked for, such as its inverse
    or its double, is an equation that somebody has to solve first."""
    if is_one_of(left, own) or _DERIVATIVE.match(left):
        return False
    written = tokens(left)
    names = [tokens(name) for name in own]
    made = _ARITHMETIC.search(left) and any(
        written[at : at + len(name)] == name for name in names for at in range(len(written))
    )
    return bool(made or (written and written[0].isdecimal()))


def _tried(text: str, read: Callable[[str], T]) -> T | None:
    try:
        return read(text)
    except Unclear:
        return None


def _nothing(stated: Sequence[Statement], asked: Asked) -> str:
    if asked.whole:
        name = f" for `{asked.own[0]}`" if asked.own else ""
        return f"no equation{name} was found here; write one, or the part's name before the answer"
    if any(one.role is Role.DENIED for one in stated):
        return f"this says what it is not; write the {asked.what} itself"
    if stated:
        return f"none of the formulas here is the {asked.what} asked for; write it alone: $…$"
    return f"no {asked.what} was found here; write it between dollars: $…$"


def named_in(found: Sequence[Statement]) -> Iterator[tuple[str, str]]:
    """(a name, what it is equal to): of equations with a name alone or a derivative on the left,
    of those with a name on the right that no other equation defines, and of `h is the activation
    a` in words."""
    lefts = {one.left for one in found if one.is_equation}
    for one in found:
        if not one.is_equation:
            continue
        if _is_short_name(one.left) or _DERIVATIVE.match(one.left):
            yield from ((one.left, side) for side in reversed(one.sides[1:]))
        if len(one.sides) == 2 and one.last not in lefts and _is_short_name(one.last):
            yield one.last, one.left
    for one, other in itertools.pairwise(found):
        if len(one.sides) == len(other.sides) == 1 and _IS.match(other.before):
            name, meaning = one.sides[0], other.sides[0]
            if _is_short_name(name) and key_of(meaning) is not None:
                yield name, meaning


def _is_short_name(text: str) -> bool:
    key = key_of(text)
    return key is not None and len(key.split("_")[0].split("^")[0]) <= 8
