"""The symbols of a formula in one case: what each of them is, and where its indices run."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from grader.binding.heads import Head, family_of, function_of, listed_in
from grader.binding.meanings import Block, names_in
from grader.binding.places import NoPlace, Piece, read_place
from grader.checks.describing import as_array
from grader.course.binding import RESULT, Binding
from grader.errors import AuthorError, GraderError, NoValue
from grader.maths import (
    Definition,
    Domain,
    Formula,
    Given,
    Grid,
    Indexed,
    Meaning,
    Name,
    Rows,
    Shape,
    Symbols,
    Unevaluable,
    Unreadable,
    read,
    read_side,
    substitute,
    worked_out,
)
from grader.maths.equality.balls import Eye
from grader.maths.equality.balls import Value as Balls
from grader.values import Value

MAX_STEPS = 400_000  # of one evaluation; the course's own formulas may be large
MAX_PLACES = 150  # index combinations of a case at which an equation is tried
Declared = Domain | Shape | Indexed

_RANGE = re.compile(r"(.+?)\.\.(.+)")


class Unbound(AuthorError, NoValue):
    """A binding that makes no sense here; `field` is where in the binding it stands."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NothingHere(GraderError):
    """An index has nowhere to run in this case, so that the formula says nothing about it."""


class Scope:
    """Declarations for the reader and meanings for the evaluation, in one case.

    Inputs and outputs go by their own names. An index or symbol hides what has its name, which is
    then `inputs.name`.
    """

    def __init__(
        self,
        binding: Binding,
        names: Mapping[str, Value],
        outputs: Iterable[str] = (),
        declared: Symbols | None = None,
    ) -> None:
        """`names` is everything that can be named; of these `outputs` come from the function.

        `declared` says what is not bound: functions, identities, where indices begin.
        """
        self._plain = declared or Symbols(first=0)
        self._names = names
        self._outputs = {*outputs, RESULT}
        self._declared: dict[str, Declared] = {}
        self._functions = dict(self._plain.functions)
        self.meanings: dict[str, Meaning] = {}
        self.ranges: dict[str, range] = {}
        for name, value in names.items():
            array = as_array(value)
            if array is not None and array.size:
                self._declare(name, Piece(array, (), Symbols(), name), _kind(array.shape))
        self._run(binding.indices)
        for name, text in binding.means.items():
            self._bind(name, text, f"means.{name}")

    # declarations

    @property
    def symbols(self) -> Symbols:
        """The declarations so far."""
        plain = Symbols(
            functions=self._functions,
            identity=self._plain.identity,
            einstein=self._plain.einstein,
            first=self._plain.first,
        )
        return plain.declare(self._declared)

    def _keep(self, name: str) -> None:
        """What has this name stays within reach once something else has it."""
        hidden = f"inputs.{name}"
        if name in self._names and name in self.meanings and hidden not in self.meanings:
            self.meanings[hidden] = self.meanings[name]
            self._declared[hidden] = self._declared[name]

    def _declare(self, name: str, meaning: Meaning | None, kind: Declared) -> None:
        self._keep(name)
        self._declared.pop(name, None)
        self._declared[name] = kind
        self.meanings.pop(name, None)
        if meaning is not None:
            self.meanings[name] = meaning

    def _run(self, indices: Mapping[str, str]) -> None:
        before = self.symbols  # so that no end of a range depends on another index
        for name, text in indices.items():
            match = _RANGE.fullmatch(text)
            if match is None:
                raise Unbound(f"indices.{name}", f"`{text}` is no range; write 0..n-1")
            low, high = (self._whole(end, before, f"indices.{name}") for end in match.groups())
            if low > high:  # `1..n-1` where n is 1: true of nothing, and no fault of the author's
                raise NothingHere(name)
            self.ranges[name] = range(low, high + 1)
        for name, run in self.ranges.items():
            domain = Domain("integer", Fraction(run.start), Fraction(run.stop - 1))
            self._declare(name, None, domain)

    def _whole(self, text: str, symbols: Symbols, field: str) -> int:
        try:
            return Given(symbols, self.meanings, {}).whole(read(text, symbols))
        except Unreadable as error:
            raise Unbound(field, f"`{text}`: {error.message}") from error
        except Unevaluable as error:
            raise Unbound(field, f"`{text}` is not a whole number: {error}") from error

    def _bind(self, left: str, text: str, field: str) -> None:
        meaning = self.meaning(text, field)
        head = family_of(left, self.ranges)
        name = head.name if head else left
        if isinstance(meaning, Formula) and name in names_in(meaning) and name in self._names:
            self._keep(name)
            own = {name: Name(f"inputs.{name}")}  # `b: b^T` is about the input
            meaning = Formula(substitute(meaning.body, own), meaning.symbols)
        self._name(head or left, meaning, field)

    def meaning(self, text: str, field: str) -> Meaning:
        """What a text stands for: a piece of an input or output, else a formula. Raises Unbound."""
        symbols = self.symbols
        try:
            place = read_place(text, self._names, symbols)
            return Formula(read(text, symbols), symbols) if place is None else place
        except NoPlace as error:
            raise Unbound(field, str(error)) from error
        except Unreadable as error:
            raise Unbound(field, f"`{text}` cannot be read: {error.message}") from error

    def _name(self, left: Head | str, meaning: Meaning, field: str) -> None:
        """Let `left` stand for `meaning`, whose shape is that of its first value."""
        try:
            # Worked out rather than inferred: whatever can be evaluated can be named.
            kind = _kind_of(worked_out(meaning, self.at(self.start())))
        except Unevaluable as error:
            raise Unbound(field, f"has no value: {error}") from error
        if isinstance(left, str):
            self._declare(left, meaning, kind)
            return
        ranges = tuple(self.ranges[formal] for formal in left.formals)
        sizes = tuple(len(run) for run in ranges)
        if isinstance(kind, Indexed):
            if len(kind.ranges) > 1:
                raise Unbound(field, "is one array with more than two axes for each index")
            kind = Shape(kind.ranges[0], 1)
        shape = kind if isinstance(kind, Shape) else None
        # What depends on no other index has one value at each place, which can be kept.
        alone = self.reached(names_in(meaning)) & self.ranges.keys() <= set(left.formals)
        family = Definition(left.formals, meaning, ranges, alone=alone)
        self._declare(left.name, family, Indexed(sizes, shape=shape))

    def define(
        self, left: str, right: str, conditions: Mapping[str, Meaning], field: str
    ) -> list[str]:
        """Let an equation of the prompt say what its left side is; the names that it defines.

        `\\theta_j` and `Q_{ti}` are defined for all values of indices that are declared, `f(x)` for
        all x, `[a, b]` as blocks of a vector, anything else as a symbol of its own. Raises
        Unreadable, Unbound.
        """
        parts = listed_in(left)
        call = None if parts else function_of(left)
        if call is not None:
            fresh = dict.fromkeys(call.formals, Domain())
            body = read_side(right, self.symbols.declare(fresh), conditions)
            self._functions[call.name] = None
            self.meanings[call.name] = Definition(call.formals, body)
            return [call.name]
        body = read_side(right, self.symbols, conditions)
        if not parts:
            head = family_of(left, self.ranges)
            self._name(head or left, body, field)
            return [head.name if head else left]
        for place, name in enumerate(parts):
            self._name(name, Block(body, place, len(parts)), field)
        return parts

    # evaluation

    def start(self) -> dict[str, int]:
        return {name: run.start for name, run in self.ranges.items()}

    def at(self, indices: Mapping[str, int], sizes: Mapping[str, int] | None = None) -> Given:
        """An evaluation at these indices."""
        return Given(self.symbols, self.meanings, indices, sizes, MAX_STEPS)

    def steps_of(self, at: Given) -> int:
        """How much work an evaluation was."""
        return MAX_STEPS - at.steps

    def places(self, names: Iterable[str], most: int = MAX_PLACES) -> Iterator[dict[str, int]]:
        """All combinations of the indices on which what has these names depends, or so many."""
        used = self.reached(names)
        ranges = {name: run for name, run in self.ranges.items() if name in used}
        every = list(itertools.product(*ranges.values()))
        if len(every) > most:  # the same ones each time, and no pattern among them
            every = random.Random(0).sample(every, most)
        for combination in every:
            yield {**self.start(), **dict(zip(ranges, combination, strict=True))}

    def shown(self, names: Iterable[str], indices: Mapping[str, int]) -> dict[str, int]:
        """Of these indices, those on which what has these names depends."""
        used = self.reached(names)
        return {name: index for name, index in indices.items() if name in used}

    def depends_on_result(self, names: Iterable[str]) -> bool:
        """Whether any of these names comes, in the end, from what the function returned."""
        return any(
            isinstance(piece, Piece) and piece.head.partition(".")[0] in self._outputs
            for name in self.reached(names)
            for piece in _pieces(self.meanings.get(name))
        )

    def reached(self, names: Iterable[str]) -> set[str]:
        """These names and all that their meanings use."""
        found: set[str] = set()
        ahead = [*names]
        while ahead:
            name = ahead.pop()
            if name not in found:
                found.add(name)
                meaning = self.meanings.get(name)
                ahead += names_in(meaning) if meaning is not None else ()
        return found


def _pieces(meaning: Meaning | None) -> Iterator[Meaning]:
    while isinstance(meaning, Definition | Block):
        meaning = meaning.body
    if meaning is not None:
        yield meaning


def _kind(shape: tuple[int, ...]) -> Declared:
    if not shape:
        return Domain()
    return Shape(*shape) if len(shape) == 2 else Indexed(shape)


def _kind_of(value: Balls) -> Declared:
    if isinstance(value, Grid):
        return Indexed(value.sizes)
    if isinstance(value, Rows):
        rows, cols = value.shape
        return Indexed((rows,)) if cols == 1 else Shape(rows, cols)
    if isinstance(value, Eye):
        raise Unevaluable("an identity matrix without a size")
    return Domain()
