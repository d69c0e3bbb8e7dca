"""The formula in an answer: which one it is, and what else the answer says of it."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from grader.kinds.conclusion import Asked, Conclusion, conclude, named_in, pieces
from grader.kinds.formula.angles import with_closed_angles
from grader.kinds.formula.bracketed import with_indices
from grader.kinds.formula.columns import with_columns
from grader.kinds.formula.comprehended import with_comprehensions
from grader.kinds.formula.counted import with_counts
from grader.kinds.formula.elsewhere import asked_elsewhere
from grader.kinds.formula.entries import by_entries, is_by_entries, timeless, with_deltas
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import symbols_of_part
from grader.kinds.formula.onehot import with_one_hot
from grader.kinds.formula.prompted import (
    arguments_in,
    is_factor,
    meant_by,
    used_for,
    with_differences,
)
from grader.kinds.formula.ranges import with_ranges
from grader.kinds.formula.redefining import LISTED, MAX_DEFINITIONS, Redefined, redefined_in
from grader.kinds.formula.renaming import Said, read_renamed
from grader.kinds.formula.spellings import (
    known_names,
    with_accents_on_slopes,
    with_own_names,
    with_plain_names,
    with_softmax,
    with_steps_above,
    with_underscores,
    without_unapplied,
)
from grader.kinds.formula.subjects import about_this
from grader.kinds.formula.symbols import BadSymbol, with_steps
from grader.kinds.formula.updates import with_updates
from grader.kinds.formula.usual import Usual, usual_in
from grader.kinds.formula.vectors import with_one_matrix
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Marking, Unclear, unclear
from grader.kinds.renaming import Readings, Renamed
from grader.maths import (
    Expr,
    Name,
    Symbols,
    Unreadable,
    free_names,
)
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import Statement, statements
from grader.writing.grids import with_grids

_ORDER = re.compile(r"\s*\$*\s*(?:O|\\mathcal\s*\{?\s*O\s*\}?|\\?Theta|Θ)\s*(?:\\left)?\s*\(")


# `where a and b are the second and the first`: what a reader of formulas cannot check.
_REORDERED = re.compile(
    r"\bare (?:[\w ]+ )?(?:of )?the (?:last|second|third|reverse)\b|\bin reverse\b|\bswapped\b"
)
# Of code: a name that gets another value later, in whole or in part.
_CHANGED = re.compile(r"\b([A-Za-z]\w*)\s*(?:\[[^\]\n]*\]\s*(?:[-+*/]|\*\*)?=(?!=)|(?:[-*/])=)")
_CHANGED_IN_WHOLE = re.compile(r"\b([A-Za-z]\w*)\s*[-*/]=")
# What comes out at the right of this is no name's definition: Var(x) = d.
_STATISTIC = re.compile(
    r"\s*(?:\\[a-z]+\s*\{\s*)?(?:[Vv]ar|VAR|Cov|[Ss]td|SD|E)\s*\}?\s*(?:\\left\s*)?[(\[{]"
)
# `s = (s_1, …, s_n)`: a vector is its entries.
_ITS_ENTRIES = re.compile(r"\s*(?:\\left)?[(\[]\s*(?P<name>\\?[A-Za-z]+)_\{?\s*[01]\b.*", re.DOTALL)
_DIMENSIONAL = re.compile(r"[\s-]*dimensional\b")
_OF_DIMENSION = re.compile(r"\bdimension(?:ality)?\s*$")


@dataclass(frozen=True)
class Answered:
    """What an answer concludes with, and every admissible reading of it."""

    readings: Sequence[Renamed[Expr]]
    conclusion: Conclusion[Sequence[Renamed[Expr]]]
    symbols: Symbols
    indices: tuple[str, ...] = ()  # the answer gives the entry with these indices
    redefined: tuple[Redefined, ...] = ()  # declared names with other meanings

    @property
    def is_renamed(self) -> bool:
        return any(one.letters and not one.said for one in self.readings)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(one.note for one in self.readings[:1] if one.note)


def answered(part: FormulaPart, text: str, symbols: Symbols, marking: Marking) -> Answered:
    """Raises Unclear."""
    formulas = [one for one in marking.parts.values() if isinstance(one, FormulaPart)]
    lefts = [left for one in (part, *formulas) for left in one.left]
    text = with_steps_above(with_accents_on_slopes(text))
    text = with_indices(with_comprehensions(text, part, symbols), part, symbols, lefts)
    symbols = without_unapplied(part, text, symbols)
    text = with_softmax(with_counts(part, text, symbols))
    if not symbols.matrices:  # else a blank may stand for a product of matrices
        text = with_grids(text)
    if is_by_entries(part, symbols):
        text = with_deltas(text)
    text = with_columns(with_one_hot(with_updates(with_one_matrix(text, part, symbols))))
    asked = Asked(
        tuple(dict.fromkeys(with_steps(part.left))),
        _known_elsewhere(part, marking),
        marking.whole,
        marking.place_among(part),
        as_factor=is_factor(part.left, marking.prompt),
        about_this=about_this(part, symbols, marking),
    )
    is_name = with_own_names(text, known_names(symbols))
    cut = pieces(text, is_name)
    stated = statements(cut)
    if any(span.is_words and _REORDERED.search(span.text) for span in cut):
        raise Unclear("the words say that the letters stand in another order; write the problem's")
    elsewhere = [
        left
        for other in marking.parts.values()
        if isinstance(other, FormulaPart) and other is not part
        for left in other.left
    ]
    about = [one for one in stated if not is_one_of(one.left, elsewhere)]
    redefined = tuple(redefined_in(part, about, symbols, marking.prompt, asked.own))
    taken = _named_by_others(part, symbols, marking)
    usual = functools.cache(lambda: usual_in(part.usual, symbols, taken))
    said = _definitions(stated, symbols, marking, usual)
    again = _CHANGED_IN_WHOLE.findall(text)
    _refuse_changed([it for it in again if is_one_of(it, asked.own)], text)
    said.forget(_CHANGED.findall(text))
    said.strange.update(taken)
    said.strange.update(used_for(marking.prompt, symbols) - {key_of(it) for it in said.equals})
    entries = by_entries(part, stated, symbols)
    left = Readings()

    def read_side(side: str, around: Symbols = symbols) -> Sequence[Renamed[Expr]]:
        side = with_closed_angles(side)
        side = with_plain_names(with_differences(side, marking.prompt, symbols), symbols)
        side = with_underscores(with_ranges(side, part, symbols), symbols)
        try:
            return read_renamed(side, around, said, left, usual)
        except Unreadable as error:
            if _ORDER.match(side) and "O" not in part.symbols:
                raise Unclear(
                    "this is an order of growth, and the formula itself is asked for: write what "
                    "stands between the brackets of O(…), with every factor"
                ) from error
            raise unclear(error) from error

    try:
        found = conclude(text, read_side, asked, is_name)
    except Unclear:
        if entries is None:
            raise
        around = entries.symbols
        found = conclude(text, lambda side: read_side(timeless(side), around), asked, is_name)
        if free_names(found.value[0].expr) & set(entries.indices):
            return Answered(found.value, found, entries.symbols, entries.indices, redefined)
        raise
    left_side = found.statement.left.rstrip(" -*/")
    _refuse_changed([it for it in again if is_one_of(it, [left_side])], text)
    return Answered(found.value, found, symbols, redefined=redefined)


def _refuse_changed(again: Sequence[str], text: str) -> None:
    """Raises Unclear where there are such names: each is worked out, and multiplied later."""
    if again:
        raise Unclear(f"`{again[0]}` gets another value later; write what it comes to", text)


def _known_elsewhere(part: FormulaPart, marking: Marking) -> list[str]:
    """What the problem calls by a name and this part does not ask for: left sides of its other
    parts, and symbols. An equation for one of these is not the answer."""
    own = [key_of(left) or left for left in with_steps(part.left)]
    if not own and marking.whole:
        others = [one for one in marking.parts.values() if isinstance(one, FormulaPart)]
        return [left for other in others for left in other.left]
    if not own:
        return []
    names: list[str] = []
    for other in (*marking.parts.values(), part):
        if isinstance(other, FormulaPart):
            names += other.symbols
            names += [it for spellings in other.aliases.values() for it in with_steps(spellings)]
            names += other.left if other is not part else ()
    alike = {name.casefold() for name in own}  # C_t may be what another part calls c_t
    return [n for n in dict.fromkeys(names) if (key_of(n) or n).casefold() not in alike]


def _named_by_others(part: FormulaPart, symbols: Symbols, marking: Marking) -> dict[str, str]:
    """What the problem's other parts declare and this one does not, by keys: no letters of the
    student's own. A letter alone for a number is free for another one."""
    found: dict[str, str] = {}
    for other in marking.parts.values():
        if isinstance(other, FormulaPart) and other is not part:
            with suppress(BadSymbol):
                theirs = symbols_of_part(other)
                found |= {
                    key: name
                    for key, name in theirs.declared_keys.items()
                    if len(key) > 1 or name not in theirs.scalars
                }
    for name, spellings in part.usual.items():  # W_i, which is usual for a W_u of theirs
        if key_of(name) in found.keys() - symbols.keys.keys():
            keys = (key_of(it) for it in spellings)
            found |= {key: name for key in keys if key and "_" in key}
    return {key: name for key, name in found.items() if key not in symbols.keys}


def _definitions(
    found: Sequence[Statement], symbols: Symbols, marking: Marking, usual: Callable[[], Usual]
) -> Said:
    """What the answer says that names of its own are."""
    said = Said()
    found = [one for one in found if not one.example]
    prompt, again = marking.prompt, set[str]()
    for name, text in itertools.islice(named_in(found), MAX_DEFINITIONS):
        if key_of(name) in symbols.keys or _is_phrase(name, symbols):
            continue
        if _STATISTIC.match(text) or LISTED.match(text):
            continue
        if re.search(rf"(?<![A-Za-z\\_]){re.escape(name)}(?![\w^'({{])", text):
            again.add(name)  # `s = s / 2`: what it is now is more than one equation says
            continue
        entries = _ITS_ENTRIES.match(text)
        if entries and key_of(entries["name"]) == key_of(name):
            continue
        if declared := meant_by(text, prompt, symbols):
            said.equals.setdefault(name, declared)
            said.strange.update(arguments_in(text))
            continue
        text = with_plain_names(with_differences(text, prompt, symbols), symbols)
        try:
            (only,) = read_renamed(text, symbols, said, Readings(0), usual)
        except Unreadable:
            if meaning := asked_elsewhere(text, symbols, marking):
                said.definitions.setdefault(name, meaning)
            elif not (_only_closes(name, found) or _is_dimension(name, found)):
                said.strange.add(name)
            continue
        if only.letters and not only.said:
            said.guessed.setdefault(name, (only.expr, text))
        elif isinstance(only.expr, Name):
            said.equals.setdefault(name, only.expr.key)
        else:
            said.definitions.setdefault(name, only.expr)
    said.strange.difference_update(said.equals, said.definitions, said.guessed)
    said.forget(again)
    said.strange.update(again)
    return said


def _only_closes(name: str, found: Sequence[Statement]) -> bool:
    """Whether a name stands at the end of an equation and in no other formula: then it is what the
    equation comes to, and not what its left side calls it."""
    written = tokens(name)
    return all(
        one.left != name
        and not any(
            len(side) > len(written)
            and any(side[at : at + len(written)] == written for at in range(len(side)))
            for side in map(tokens, one.sides[-1:])
        )
        for one in found
    )


def _is_dimension(name: str, found: Sequence[Statement]) -> bool:
    """Whether the words say what a name is, `d-dimensional vectors`, so that an equation that comes
    to it does not define it."""
    return all(one.left != name for one in found) and any(
        one.sides == (name,)
        and (_DIMENSIONAL.match(one.behind) or _OF_DIMENSION.search(one.before))
        for one in found
    )


def _is_phrase(text: str, symbols: Symbols) -> bool:
    return tuple(tokens(text)) in (phrase for phrase, _ in symbols.phrases)
