"""The growth class in an answer, in the problem's variables or in letters of the student's own."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.kinds.conclusion import Asked, Conclusion, Step, conclude, named_in, pieces
from grader.kinds.growth.adjectives import in_formulas
from grader.kinds.growth.constants import with_constants
from grader.kinds.growth.explained import with_size_alone_marked
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.growth.labelled import (
    with_headings_opened,
    with_labels_outside,
    with_orders_marked,
    with_words_marked,
)
from grader.kinds.growth.mentioned import (
    of_an_example,
    of_one_only,
    refuse_if_mentioned,
    refuse_if_taken_back,
)
from grader.kinds.growth.spoken import with_clauses_read, with_independence_read
from grader.kinds.growth.subjects import about_this
from grader.kinds.growth.tables import asked_cells
from grader.kinds.growth.worded import with_counts_named, with_sizes_named
from grader.kinds.kinds_of_size import Names
from grader.kinds.marker import Marking, Unclear, unclear
from grader.kinds.renaming import Readings, Renamed, Search, nearest
from grader.kinds.sizes import assignments, exchanged, explained, usual_names
from grader.maths import (
    Expr,
    Name,
    Symbols,
    UnknownName,
    Unreadable,
    free_names,
    substitute,
    to_text,
)
from grader.maths.growth import Growth, read_growth
from grader.maths.growth.reader import FUNCTIONS
from grader.maths.tree.names import key_of
from grader.writing import Role, Statement, statements

# Letters of its own that an answer explains. A growth class has few variables, those among them.
MAX_SAID = 20
# So many in a row mean no more than one, and cost patterns that begin with blanks their square.
_BLANKS = re.compile(r"\s{40,}")
# `l'attention`: no letter with a prime.
_ELIDED = re.compile(
    r"(?<![\w$`\\])(?:[cdjlmnstCDJLMNST]|[Qq]u|[dD]ell|[nN]ell|[aA]ll)['’](?=[a-zà-ÿA-Z]{2})"
)
_THAT_IS = re.compile(
    r"(?<!\w)(?:i\.\s?e\.|d\.\s?h\.|c\.-à-d\.|т\.\s?е\.|es decir|ou seja|cioè)(?=[\s,])"
)
# `logn`: a logarithm that touches its letter.
_TOUCHING = re.compile(r"(?<![A-Za-z])(log|ln|lg)([A-Za-z])(?![A-Za-z(\[{'’])")
# Functions that need no brackets; `max` before a blank is a word.
_BEFORE_NAMES = FUNCTIONS - {"max", "min"}
_SYMBOL = re.compile(r"\$\s*([A-Za-z](?:_\w)?)\s*\$")
# Words of one letter, and the words of a text that has them.
_JOINING = ("y", "e", "o", "u", "a")
_ROMANCE = re.compile(
    r"\b(?:la|le|les|un|el|los|las|del|da|do|della|il|com|con)\s+\w{3}", re.IGNORECASE
)


@dataclass(frozen=True)
class Answered:
    """What an answer concludes with, and every admissible reading of it."""

    readings: Sequence[Renamed[Growth]]
    conclusion: Conclusion[Sequence[Renamed[Growth]]]
    beside: Sequence[Step[Sequence[Renamed[Growth]]]] = ()
    lacking: Unclear | None = None  # why it counts only where it is right or a known mistake
    counted: Unclear | None = None  # why it is never right

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(one.note for one in self.readings[:1] if one.note)


def answered(part: GrowthPart, text: str, marking: Marking) -> Answered:
    """Raises Unclear."""
    variables = part.variables
    text = _written_out(text)
    usual = {**part.usual, **_names_of(part)}
    text = _BLANKS.sub(lambda run: "\n\n" if "\n" in run[0] else " ", text)
    text = with_headings_opened(asked_cells(part, text, marking))
    text = with_counts_named(with_size_alone_marked(text, usual), variables, usual)
    clauses = with_clauses_read(text, variables, usual)
    free = with_independence_read(with_constants(clauses.text), variables, usual)
    spoken = in_formulas(free.text, variables, usual)
    text = with_labels_outside(spoken.text)
    text = with_words_marked(with_sizes_named(text, variables, usual), usual)
    text = with_orders_marked(text, usual)

    joins = _JOINING if _ROMANCE.search(text) else ()

    def is_name(word: str) -> bool:
        if word in joins and word not in variables:
            return False
        product = len(word) <= 3 and all(letter in variables for letter in word)  # nk, nkd
        return product or len(word) == 1 or word in variables or word.casefold() in _BEFORE_NAMES

    stated = statements(pieces(text, is_name))
    left = Readings()
    letters, likely, others = explained(usual, text)
    usual = {name: (*likely.get(name, ()), *them) for name, them in usual.items()}
    if said_to_be := exchanged(usual, text):
        name, other = said_to_be
        raise Unclear(f"here {name} is what this problem calls {other}; write it in its letters")
    explicit = {key for them in likely.values() for key in them}
    guarded = (_meant_otherwise(variables, marking) - explicit) | others
    said = _said([one for one in stated if one.role is Role.GIVEN], variables)
    said |= {letter: Name(name) for letter, name in letters.items()}

    def read_side(side: str) -> Sequence[Renamed[Growth]]:
        try:
            return _read_renamed(side, variables, said, left, guarded, usual)
        except Unreadable as error:
            raise unclear(error) from error

    place = marking.place_among(part)
    asked = Asked(
        whole=marking.whole,
        place=place,
        what="growth class",
        about_this=about_this(part, marking),
    )
    found = conclude(text, read_side, asked, is_name)
    refuse_if_mentioned(found.statement, found.text)
    counted = of_an_example(found.statement, text)
    mine = asked.about_this(stated)
    refuse_if_taken_back(mine)
    lacking = (
        clauses.lacking or free.lacking or spoken.lacking or of_one_only(found.statement, mine)
    )
    beside = [one.last for one in mine if one.role is Role.GIVEN]
    return Answered(found.value, found, _worth(beside, read_side, found.text), lacking, counted)


def _worth(
    given: Sequence[str], read: Callable[[str], Sequence[Renamed[Growth]]], chosen: str
) -> list[Step[Sequence[Renamed[Growth]]]]:
    """The classes that are said in passing, but for names alone."""
    found: list[Step[Sequence[Renamed[Growth]]]] = []
    for text in dict.fromkeys(given):
        if text != chosen and key_of(text) is None and len(found) < MAX_SAID:
            with contextlib.suppress(Unclear):
                found.append(Step(text, read(text)))
    return found


def _written_out(text: str) -> str:
    """With what is short for words, and ends no sentence, as words."""
    text = re.sub(r"\b([Ss]eq)\.(?=\s)", r"\1", text)
    text = _ELIDED.sub(" ", re.sub(r"n['’]t\b", " not", text))
    text = _TOUCHING.sub(r"\1 \2", text)
    return _THAT_IS.sub("that is", text)


def _meant_otherwise(variables: Sequence[str], marking: Marking) -> set[str | None]:
    """Letters that mean something else in this problem: variables of its other parts, and symbols
    of its prompt."""
    others = [one for part in marking.parts.values() for one in getattr(part, "variables", ())]
    asked = _SYMBOL.findall(marking.prompt)
    return {key_of(name) for name in (*others, *asked)} - {key_of(name) for name in variables}


def _said(given: Sequence[Statement], variables: Sequence[str]) -> dict[str, Expr | None]:
    """What the answer says that letters of its own are: key -> growth, None where that cannot be
    read. Raises Unclear where it gives one of the variables another meaning."""
    keys = {key_of(name): name for name in variables}
    found: dict[str, Expr | None] = {}
    for name, meaning in named_in(given):
        key = key_of(name) or name
        if key_of(key) != key:
            continue  # a step of time, h_{t-1}, is no size
        try:
            expression: Expr | None = read_growth(meaning, variables).expression
        except Unreadable:
            expression = None
        if key not in keys:
            if len(found) < MAX_SAID:
                found.setdefault(key, expression)
        elif isinstance(expression, Expr) and free_names(expression) - {keys[key]}:
            raise Unclear(f"here {name} is {meaning[:40]}, and in this problem it is not", meaning)
    return found


def _names_of(part: GrowthPart) -> dict[str, Sequence[str]]:
    """What each variable is called: by the part's words and by the usual names."""
    return {it: (*part.usual.get(it, ()), *part.words.get(it, ())) for it in part.variables}


def _read_renamed(
    text: str,
    variables: Sequence[str],
    said: Mapping[str, Expr | None],
    left: Readings,
    guarded: Collection[str | None],
    usual: Names,
) -> Sequence[Renamed[Growth]]:
    """The readings of a text: by what the answer says of its letters, else by usual names, else by
    elimination. Raises Unreadable."""
    known = {key: expression for key, expression in said.items() if expression is not None}

    def reading(letters: Mapping[str, str]) -> Growth:
        meant = {key_of(letter) or letter: Name(name) for letter, name in letters.items()}
        if any(key_of(name) != name for name in meant):
            raise Unreadable("a step of time is no size", text, 0)
        names = {**known, **meant}
        found = read_growth(text, list(dict.fromkeys([*variables, *names])))
        expression = substitute(found.expression, names)
        return replace(found, expression=expression, variables=tuple(variables))

    def used(letters: Mapping[str, str]) -> Collection[str]:
        names = [*variables, *known, *(key_of(letter) or letter for letter in letters)]
        return free_names(read_growth(text, list(dict.fromkeys(names))).expression)

    def searched(unknown: UnknownName, first: Mapping[str, str]) -> list[Renamed[Growth]]:
        search = Search(text, variables, reading, used, left)
        return [
            one
            for one in search.renamings(unknown, first)
            if {*said, *guarded}.isdisjoint(map(key_of, one.letters))
        ]

    try:
        found = reading({})
        letters = {
            name: to_text(meaning, Symbols()) for name, meaning in known.items() if name in text
        }
        return [Renamed(found, letters, said=True)]
    except UnknownName as unknown:
        names = usual_names(usual, text, {*said, *guarded, *map(key_of, variables)})
        readings = _by_usual_names(text, names, reading, used, searched)
        if readings:
            return [replace(one, unknown=unknown) for one in readings]
        return nearest(searched(unknown, {}), unknown)


def _by_usual_names(
    text: str,
    names: Mapping[str, Sequence[str]],
    read: Callable[[Mapping[str, str]], Growth],
    used: Callable[[Mapping[str, str]], Collection[str]],
    searched: Callable[[UnknownName, Mapping[str, str]], list[Renamed[Growth]]],
) -> list[Renamed[Growth]]:
    """The readings in which every name that is usual for a variable is one, and no other name
    stands for the same; what is not usual is searched for."""
    if not names:
        return []
    try:
        first = dict.fromkeys(names, "")
        there = {it: sizes for it, sizes in names.items() if (key_of(it) or it) in used(first)}
    except UnknownName:
        there = dict(names)
    except Unreadable:
        return []
    found: list[Renamed[Growth]] = []
    for letters in assignments(there):
        try:
            if set(letters.values()).isdisjoint(used(letters)):
                found.append(Renamed(read(letters), letters, usual=True))
        except UnknownName as unknown:
            found += searched(unknown, letters)
        except Unreadable:
            continue
    return [one for one in found if one.letters]
