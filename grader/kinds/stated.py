"""The numbers that an answer states, and which of them counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from grader.kinds.given import Given, but_other_cases
from grader.kinds.marker import Unclear, unclear
from grader.kinds.quantity import exactly, same_quantity, shown, value_of
from grader.maths import Expr, Number, Symbols, Unreadable, number, read, substitute
from grader.writing import Role, Statement, statements
from grader.writing.arithmetic import unmarked, with_arithmetic
from grader.writing.concluding import CHANGED
from grader.writing.numerals import places_of, plain_numerals, worked_out
from grader.writing.scripts import as_typed

# More numbers than any working has, few enough that each can be compared with each.
MAX_NUMBERS = 60
# Of the numbers beside the one that counts; each takes as long as the answer itself.
MAX_RIVALS = 8
_TEXT = re.compile(r"(?:\\[,;: ]|~|\s)*\\(?:text|textrm|mathrm|mbox|textit)\s*\{([^{}]*)\}\s*$")
# Many in a row mean no more than one, and cost a pattern that looks for their end a lot.
_BLANKS = re.compile(r"[ \t]{2,}")
# Before a number that is not what is asked for: `0.25 at step 4000`, `as in table 3`.
_ASIDE = re.compile(
    r"(?:(?<!arrive )(?<!arrives )(?<!peaks )\bat|\b(?:per|over|steps?|section|table|fig\w*\.?|"
    r"eq\w*\.?|question|page|line))\s*$", re.IGNORECASE
)  # fmt: skip
# What code comes to, in the remark behind it.
_RESULT = re.compile(
    r"(?<=[\d)])[ \t]+#[ \t]*(?:[=≈~→]|->|=>|~=)?[ \t]*"
    r"(?=[-−]?[\d.]+(?:e[-+]?\d+)?\s*(?:`|$))", re.MULTILINE,
)  # fmt: skip
_UNKNOWN = re.compile(r"unknown (?:symbol|function)")
_NUMBERED = re.compile(r"\d\s+(\(\d{1,3}\))$")
_VALUE = r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?: ?(?:thousand|million|billion|[kKMB]\b))?"
_AGAIN = re.compile(
    rf"(?<![\w.*/^+-])(?P<first>{_VALUE})(?P<unit> [a-z]+)? ?"
    rf"\((?:[≈~=] ?|about |approx\. |exactly |precisely )?(?P<again>{_VALUE})\)"
)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
_REMARK = re.compile(
    r"\((?=[^()]*(?:[^\W\d_]{2}|\b(?:e\. ?g|i\. ?e|z\. ?B)\.))(?![^()]*(?:sqrt|exp|log)\b)[^()]*\)"
)
_SCALE = re.compile(r"(?i)\s*(?:thousand|million|billion|trillion|[kMGBT]|%)s?\s*")
_MEASURE = re.compile(
    r"(?:[kKMGT]i?B|bits?|bytes?|[mnµu]?s|sec(?:ond)?s?|min(?:ute)?s?|hours?|h|days?|points?|"
    r"[kMGT]?FLOPs?|degrees?|°|dB|[kcm]?m|k?g|[kMG]?Hz|dozens?|hundreds?)(?![^\W\d_])"
)


@dataclass(frozen=True)
class Side:
    """A number as it stands in a chain of equalities."""

    value: Expr
    written: str


@dataclass(frozen=True)
class Stated:
    """A number that an answer states: the last of a chain; `sides` are those before it."""

    value: Expr
    written: str
    role: Role
    hedged: bool = False
    sides: tuple[Side, ...] = ()
    listed: bool = False  # nothing but a comma parts it from the number before it
    before: str = ""  # the words before it
    changed: str = ""  # words behind it that make another number of it
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """How the numbers of an answer are read: what its symbols are, which words may follow."""

    values: Mapping[str, int | float | Fraction] | None = None
    units: tuple[str, ...] = ()
    thousands: bool = False  # what `12,288` is where the answer leaves it open
    by_habit: bool = True
    given: Given = field(default_factory=dict)  # values that the question gives to names

    @property
    def symbols(self) -> Symbols:
        return Symbols().declare(dict.fromkeys(self.values or {}, "real"))

    def side(self, text: str) -> Expr:
        """The number that one side is. Raises Unreadable."""
        text = worked_out(without_units(text, self.units), self.values or ())
        known = {name: number(exactly(value)) for name, value in (self.values or {}).items()}
        return value_of(substitute(read(text, self.symbols), known))


def authors_number(text: str) -> Expr:
    """The number that a problem file gives, as arithmetic and nothing else. Raises Unclear."""
    try:
        return value_of(read(text.strip(), Symbols()))
    except Unreadable as error:
        raise unclear(error) from error


def read_quantity(
    text: str,
    values: Mapping[str, int | float | Fraction] | None = None,
    units: tuple[str, ...] = (),
    *,
    thousands: bool = False,
) -> Expr:
    """The one number that `text` comes to; symbols stand for their `values`. Raises Unclear."""
    found = stated_numbers(text, Reading(values, units, thousands))
    return the_one(found, lambda _: None).value


def stated_numbers(text: str, reading: Reading) -> list[Stated]:
    """Every number that the text states, in order. Raises Unclear where there is none."""
    text = _BLANKS.sub(" ", unmarked(_RESULT.sub(r" ≈ ", as_typed(text))))
    text = plain_numerals(text, thousands=reading.thousands, by_habit=reading.by_habit)
    text = _said_once(text, reading)
    remarks = [match.span() for match in _REMARK.finditer(text)]
    found: list[Stated] = []
    why: Unclear | None = None
    between = False
    for one in but_other_cases(statements(with_arithmetic(text)), reading.given):
        sides, error = _sides(one, reading)
        if not sides:
            why = error or why
            if one.is_equation and one.role > Role.GIVEN and re.search(r"\d", one.last):
                raise why or Unclear("the last side of this cannot be read", one.last)
            continue
        if len(found) == MAX_NUMBERS:
            raise Unclear(f"there are more than {MAX_NUMBERS} numbers here; write one alone")
        role = one.role
        if any(start <= one.start < end for start, end in remarks) or _ASIDE.search(one.before):
            role = min(role, Role.GIVEN)
        last = sides[-1]
        digits = re.sub(r"(?<=\d)[.,' ](?=\d{3}\b)", "", last.written)
        if digits in reading.given and len(one.sides) == 1 and role is Role.STATED:
            spoken_of = re.search(r"[^\W\d_]", one.before) and not one.hedged
            role = Role.GIVEN if spoken_of else role  # `the 4000 of the paper come to 0.5`
        _refuse_measure(text, last.written, reading.units)
        listed = bool(found) and one.before.strip(" \n") in ("", ",", ";", "/", "|")
        # `between 3 and 4`, `3 to 4`
        joint = one.before.strip().casefold()
        hedged = one.hedged or (bool(found) and (joint == "to" or between))
        between = bool(_BETWEEN.search(one.before))
        changed = CHANGED.match(one.behind)
        words = changed[0].strip(" ,;") if changed else ""
        found.append(
            Stated(
                last.value, last.written, role, hedged, sides[:-1], listed, one.before, words
            )
        )  # fmt: skip
    if not found:
        if not text.strip():
            raise Unclear("the answer is empty")
        raise why or Unclear(
            f"there is no number here; write one, such as {_example(reading)}", text
        )
    return found


def _said_once(text: str, reading: Reading) -> str:
    """`about 0.4 (0.405)` with the more exact of the two alone, where the other is that, rounded:
    side by side they would be a product."""

    def the_exact_one(found: re.Match[str]) -> str:
        pair = [Stated(number(0), found[name].strip(), Role.STATED) for name in ("first", "again")]
        try:
            pair = [replace(one, value=reading.side(one.written)) for one in pair]
        except Unreadable:
            return found.group()
        rough, exact = sorted(pair, key=lambda one: places_of(one.written) or 0, reverse=True)
        same = _is_rounded_from(rough, exact.value)
        return f"{exact.written}{found['unit'] or ''}" if same else found.group()

    return _AGAIN.sub(the_exact_one, text)


def _example(reading: Reading) -> str:
    return "12 345" if reading.thousands else "0.25"


def _sides(one: Statement, reading: Reading) -> tuple[tuple[Side, ...], Unclear | None]:
    """The sides that are numbers; those with symbols in them are steps."""
    if not set(one.signs) <= {"=", "≈"}:
        return (), Unclear(f"`{one.written[:60]}` is no number; write one number")
    found: list[Side] = []
    error = None
    for side in one.sides:
        if not side:
            continue
        refuse_numbered(side)
        try:
            found.append(Side(reading.side(side), _written(side)))
            error = None
        except Unreadable as reason:
            error = unclear(reason)
    if error is not None and (not _UNKNOWN.search(str(error)) or _is_garbled(one, found)):
        return (), error  # the last side decides, and it is no step in symbols
    return tuple(found), error


def _is_garbled(one: Statement, found: Sequence[Side]) -> bool:
    """Whether the last side may be the number that those before it come to: it has digits, and none
    of those is a number by itself."""
    last = next((side for side in reversed(one.sides) if side), "")
    alone = any(places_of(side.written) is not None for side in found)
    return bool(re.search(r"\d", last)) and not alone


def refuse_numbered(side: str) -> None:
    """`42 (2)` may be a product, or 42 with the number of an equation."""
    if tail := _NUMBERED.search(side):
        raise Unclear(
            f"`{tail[1]}` after a number can be a factor or the number of an equation; "
            "write * before it or leave it out"
        )


def _written(side: str) -> str:
    side = without_units(" ".join(side.split()), ()).lstrip("~ ")
    return side if len(side) <= 60 else side[:59] + "…"


def without_units(text: str, units: Sequence[str]) -> str:
    """A number without the words that may follow it."""
    text = text.strip()
    for unit in sorted(units, key=len, reverse=True):
        text = re.sub(
            rf"(?:\\(?:text|mathrm)\{{\s*)?(?<![A-Za-z\\])\\?{re.escape(unit)}\s*\}}?\.?\s*$",
            "", text,
        ).rstrip()  # fmt: skip
    word = _TEXT.search(text)
    if word is None or not re.search(r"\d", text[: word.start()]):
        return text
    counts = _MEASURE.fullmatch(word[1].strip()) or _SCALE.fullmatch(word[1])
    return text if counts else text[: word.start()]


def _refuse_measure(text: str, written: str, units: Sequence[str]) -> None:
    at = text.find(written)
    if at < 0 or not written:
        return
    after = re.compile(r"[$`]?\s*(?:\\[,;: ])*\s*(?:\\(?:text|mathrm)\{\s*)?").match(
        text, at + len(written)
    )
    found = _MEASURE.match(text, after.end()) if after else None
    if found and found.group() not in units:
        allowed = f", or with {' or '.join(units)} after it" if units else ""
        raise Unclear(f"`{found.group()}` stands after the number; write the number alone{allowed}")


def the_one(found: Sequence[Stated], is_right: Callable[[Expr], bool | None]) -> Stated:
    """The number that counts: of those that are called the answer, else of those that conclude,
    the last. Raises Unclear where another could be meant as well and that would make a difference.

    `is_right` judges a number; an answer that says the same twice, rounded, is one number.
    """
    live = [one for one in found if one.role is not Role.DENIED]
    if not live:
        raise Unclear(f"the answer says only what it is not: {found[-1].written}; write what it is")
    top = max(one.role for one in live)
    chosen = [one for one in live if one.role is top][-1]
    if chosen.changed:
        raise Unclear(
            f"`{chosen.changed}` behind the number makes another one of it; write what it comes to"
        )
    rivals = [one for one in live if one is not chosen and not _restates(one, chosen)]
    if chosen.hedged and rivals:
        raise _both(rivals[-1], chosen)
    more_exact = [one for one in live if one is not chosen and _rounds(chosen, one)]
    exact: list[Stated | Side] = [*more_exact, *_exact_sides(chosen)]
    right = is_right(chosen.value)
    if right is False and (better := [one for one in exact[:MAX_RIVALS] if is_right(one.value)]):
        # The number itself may close with its rounding; of a formula the number is asked for.
        one = next((one for one in better if places_of(one.written) is not None), None)
        if one is None:
            raise _both(better[0], chosen)
        return replace(chosen, value=one.value, written=one.written)
    equals = [one for one in rivals if one.role is top]
    if right is not False:
        if equals and (top <= Role.STATED or any(one.listed for one in (*equals, chosen))):
            raise _both(equals[-1], chosen)
        return chosen
    order = {id(one): at for at, one in enumerate(live)}
    for one in rivals[-MAX_RIVALS:]:
        settled = top is Role.BOXED or (
            chosen.role > one.role and order[id(one)] < order[id(chosen)]
        )
        if not settled and is_right(one.value):
            raise _both(one, chosen)
    return chosen


def _both(one: Stated | Side, other: Stated) -> Unclear:
    return Unclear(f"both `{one.written}` and `{other.written}` could be meant; write one alone")


def _exact_sides(one: Stated) -> list[Side]:
    return [side for side in one.sides if _is_rounded_from(one, side.value)]


def _restates(one: Stated, other: Stated) -> bool:
    return _rounds(one, other) or _rounds(other, one)


def _rounds(one: Stated, other: Stated) -> bool:
    """Whether the first is the second, or what it is rounded."""
    return one.value == other.value or _is_rounded_from(one, other.value)


def _is_rounded_from(rounded: Stated, value: Expr) -> bool:
    places = places_of(rounded.written)
    if places is None or not isinstance(rounded.value, Number):
        return False
    if isinstance(value, Number):
        # A little more than half a unit: of two ways to round a half both are right.
        return abs(value.value - rounded.value.value) <= Fraction(51, 100) * Fraction(10) ** places
    return bool(same_quantity(rounded.value, value, decimals=-places)) if places <= 0 else False


def is_rounded(one: Stated, truth: Expr) -> bool:
    """Whether a number that is not the truth is the truth in fewer digits."""
    places = places_of(one.written)
    return places is not None and one.value != truth and _is_rounded_from(one, truth)


def broken_steps(one: Stated) -> tuple[str, ...]:
    """What to say of each step of a chain that does not follow from the one before it."""
    sides = [*one.sides, Side(one.value, one.written)]
    found = []
    for at, (side, following) in enumerate(pairwise(sides), start=1):
        if at > MAX_RIVALS:
            break
        stated = Stated(following.value, following.written, Role.STATED)
        if side.value == following.value or _is_rounded_from(stated, side.value):
            continue
        if same_quantity(side.value, following.value) is False:
            comes_to = f": {side.written} is {shown(side.value)}" if "…" not in side.written else ""
            found.append(
                f"your step `{side.written} = {following.written}` does not follow"
                + (comes_to if shown(side.value) != side.written else "")
            )
    return tuple(found)
