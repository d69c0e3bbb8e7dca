"""The equations of a prompt against the reference: a misprint there misleads a whole class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from grader.binding import (
    NothingHere,
    Scope,
    Unbound,
    Unnamed,
    first_difference,
    names_in,
    namespace,
    numbers_of,
    outputs,
    scale_of,
)
from grader.cases import make_cases
from grader.course import CheckEntry, Fault, ProblemFile
from grader.course.binding import PromptFormulas
from grader.course.source import Path_
from grader.grading import Session
from grader.grading.asking import Prepared, prepare
from grader.grading.ordinary import Ordinary, no_case_of, ordinary_cases
from grader.grading.truth import ReferenceFailed
from grader.linting.equations import Written, equations_of, written_equations
from grader.maths import (
    Meaning,
    Symbols,
    Unevaluable,
    Unreadable,
    read_side,
    worked_out,
)

MAX_CASES = 8
ENOUGH_STEPS = 300_000  # of evaluation for one equation, if it was tried at so many places
ENOUGH_PLACES = 40


def misprint_faults(session: Session, file: ProblemFile) -> Iterator[Fault]:
    """Equations that do not hold for what the reference returns, one fault each."""
    for index, spec in enumerate(file.problem.formulas):
        try:
            every = prepare(
                session.course, dict(session.checks), session.truth, file.problem.id, spec.part
            )
            if spec.inputs:
                every = [_with_inputs(session, file, spec, every[0])]
            cases = ordinary_cases(every, session.truth, MAX_CASES)
        except ReferenceFailed:
            continue  # told when the reference is graded
        if not cases:
            yield file.source.fault(("formulas", index, "part"), no_case_of(spec.part))
            continue
        yield from _Comparison(file, spec, ("formulas", index)).faults(cases)


def _with_inputs(
    session: Session, file: ProblemFile, spec: PromptFormulas, like: Prepared
) -> Prepared:
    """A check of its own for the comparison, on the inputs that it declares."""
    kind = session.checks["equals"]
    options = kind.Options.model_validate({"cases": MAX_CASES})
    cases = make_cases(
        {**like.ask.part.inputs, **spec.inputs},
        kind.plan(options),
        session.truth.generate,
        session.course.secret,
        (file.problem.id, spec.part, "formulas"),
    )
    ask = replace(like.ask, options=options, cases=cases)
    return Prepared(CheckEntry(kind.kind, options), kind, ask, lambda _: cases)


@dataclass
class _Comparison:
    """One entry under `formulas`, tried on case after case."""

    file: ProblemFile
    spec: PromptFormulas
    path: Path_
    tried: dict[Written, int] = field(default_factory=dict)  # at how many places so far
    steps: dict[Written, int] = field(default_factory=dict)  # of evaluation so far
    defined: dict[str, Written] = field(default_factory=dict)  # by which formula of the prompt

    def faults(self, cases: list[Ordinary]) -> Iterator[Fault]:
        there = written_equations(self.file)
        wanted = [one for left in self.spec.left for one in equations_of(left, there)]
        self.tried = dict.fromkeys(wanted, 0)
        ahead = list(wanted)
        unused: Fault | None = None
        for one in cases:
            try:
                scope, conditions = self._scope(one, there)
            except NothingHere:
                continue
            except _Said as said:
                yield said.fault
                return
            for written in list(ahead):
                fault = self._misprint(written, scope, conditions, one)
                if fault is not None:
                    ahead.remove(written)
                    yield fault
            if one is cases[0]:
                unused = self._unused(scope, conditions)
        for written in ahead:
            if not self.tried[written]:
                why = "its indices have nowhere to run"
                yield written.fault(self.file, f"cannot be compared in any case: {why}")
        if unused and len(ahead) == len(wanted):  # else it may be the misprint that uses another
            yield unused

    def _scope(self, one: Ordinary, there: list[Written]) -> tuple[Scope, dict[str, Meaning]]:
        spec, ask = self.spec, one.prepared.ask
        try:
            names = namespace(one.case, one.truth, ask.returns)
            declared = Symbols(
                functions=dict(spec.functions),
                identity=spec.identity,
                einstein=spec.einstein,
                first=spec.counts_from,
            )
            scope = Scope(spec, names, outputs(one.truth, ask.returns), declared)
            conditions = {
                words: scope.meaning(text, f"conditions.{words}")
                for words, text in spec.conditions.items()
            }
        except Unnamed as error:
            raise self._said(("part",), f"`{spec.part}`: {error}") from error
        except Unbound as error:
            raise self._said(tuple(error.field.split(".", 1)), str(error)) from error
        for place, left in enumerate(spec.defines):
            written = equations_of(left, there)[0]
            right = written.equation.rights[0]
            try:
                defined = scope.define(left, right, conditions, "")
                self.defined.update(dict.fromkeys(defined, written))
            except Unreadable as error:
                raise _Said(written.fault(self.file, _unread(error))) from error
            except Unbound as error:
                raise self._said(("defines", place), f"`{left}` {error}") from error
        return scope, conditions

    def _unused(self, scope: Scope, conditions: dict[str, Meaning]) -> Fault | None:
        """A definition that nothing uses would pass for compared."""
        names: set[str] = set()
        for written in self.tried:
            for side in (written.equation.left, *written.equation.rights):
                try:
                    names |= names_in(read_side(side, scope.symbols, conditions))
                except Unreadable:
                    return None  # told with its place
        for name in self.defined.keys() - scope.reached(names):
            message = f"`{name}` is used by nothing under `holds`, so that it is not compared"
            return self.file.source.fault((*self.path, "defines"), message)
        return None

    def _said(self, at: Path_, message: str) -> _Said:
        return _Said(self.file.source.fault((*self.path, *at), message))

    def _misprint(
        self, written: Written, scope: Scope, conditions: dict[str, Meaning], one: Ordinary
    ) -> Fault | None:
        equation, symbols = written.equation, scope.symbols
        try:
            left = read_side(equation.left, symbols, conditions)
            rights = [read_side(right, symbols, conditions) for right in equation.rights]
        except Unreadable as error:
            return written.fault(self.file, _unread(error))
        for right in rights:
            names = names_in(left) | names_in(right)
            if not scope.depends_on_result(names):
                message = f"says nothing about what `{self.spec.part}` returns: none of its "
                return written.fault(self.file, message + "symbols is an output")
            for indices in scope.places(names):
                long = self.steps.get(written, 0) > ENOUGH_STEPS
                if long and self.tried[written] > ENOUGH_PLACES:
                    break
                fault = self._at(written, scope, (left, right), indices, one)
                if fault is not None:
                    return fault
        return None

    def _at(
        self,
        written: Written,
        scope: Scope,
        sides: tuple[Meaning, Meaning],
        indices: dict[str, int],
        one: Ordinary,
    ) -> Fault | None:
        """The misprint that shows at these indices of a case, if one does."""
        at = scope.at(indices)
        names = names_in(sides[0]) | names_in(sides[1])
        place: tuple[int, ...] | None = None
        values = []
        says = ""
        for side, which in zip(sides, ("left", "right"), strict=True):
            try:
                values.append(numbers_of(worked_out(side, at)))
            except Unevaluable as error:
                says = says or f"its {which} side has no value: {error}"
        if not says:
            self.tried[written] += 1
            self.steps[written] = self.steps.get(written, 0) + scope.steps_of(at)
            tolerance = one.prepared.ask.tolerance_for(one.case)
            found = first_difference(values[0], values[1], tolerance, scale_of(one.truth))
            if found is None:
                return None
            place = found.place
            says = f"its left side is {found.left} and its right side {found.right}"
            if not scope.depends_on_result(names_in(sides[1])):
                says = f"the reference gives {found.left} and the formula {found.right}"
        where = where_in(one.case.label, scope.shown(names, indices), place)
        reached = scope.reached(names)
        used = [
            f"`{one.equation.left}` of line {one.line}"
            for name, one in self.defined.items()
            if name in reached
        ]
        by = f", by way of {', '.join(dict.fromkeys(used))}" if used else ""
        message = f"does not hold for `{self.spec.part}`{by}: in {where}, {says}"
        return written.fault(self.file, message)


class _Said(Exception):
    """A binding that makes no sense, as a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _unread(error: Unreadable) -> str:
    at = " ".join(error.text[error.position : error.position + 20].split())
    return f"cannot be compared: {error.message}" + (f", at `{at}`" if at else "")


def where_in(case: str, indices: Mapping[str, int], place: tuple[int, ...] | None) -> str:
    """A place in a case, in words."""
    parts = [case]
    if indices:
        parts.append("at " + ", ".join(f"{name} = {value}" for name, value in indices.items()))
    if place:
        parts.append(f"entry [{', '.join(map(str, place))}]")
    return ", ".join(parts)
