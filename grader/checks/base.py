"""What every kind of check is: pure functions of plain values, of which three do the work.

1. `reference_calls`: which calls of the reference give the truth (cached by content),
2. `student_calls`: which calls of the student's function to observe, given that truth,
3. `judge`: what the observations mean.

The other hooks and the two flags of `Check` have defaults that suit most kinds.

To add a kind, subclass `Check` in one file and list it in `registry.py`; a course adds its own
through the entry point group `grader.checks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from grader.cases import Case, CasePlan
from grader.cases.edges import change_leaves, leaves
from grader.checks.afterwards import Afterwards
from grader.checks.comparing import compare
from grader.checks.findings import AnyFinding
from grader.checks.tolerance import Tolerance
from grader.checks.verdict import Verdict
from grader.course.parts import CodePart
from grader.course.signature import Argument, Signature, read_signature
from grader.course.specs import CheckOptions, Faulty
from grader.sandbox import Call, Observation, Spent, Step, Use
from grader.sandbox.observations import SourceUse
from grader.values import Array, Rng, Value
from grader.values.plain import Library


@dataclass(frozen=True)
class ForbiddenCall:
    """A forbidden function that was called from the student's own lines, as their process says."""

    pattern: str  # of the rule
    name: str
    file: str
    line: int
    cell: int | None
    hidden: bool  # seen in a case of which nothing may be shown that the student can choose


class Judge(Protocol):
    """Runs the course's function on results of students. Raises where it fails, or says what it may
    not: that is the course's fault."""

    def words(self, asked: Sequence[tuple[Value, Value, Value]], *, quote: bool) -> Sequence[str]:
        """Of each (inputs, truth, result) a declared word, or nothing where it is right. Without
        `quote`, what is raised says nothing that depends on them."""
        ...


@dataclass(frozen=True)
class Ask:
    """One check of one part, ready to be asked."""

    part: CodePart
    options: Any  # the kind's own model
    cases: tuple[Case, ...]
    call: Signature
    first: tuple[Signature, ...]
    returns: tuple[str, ...]
    tolerance: Tolerance
    reference_library: Library
    after: Afterwards | None = None  # what both sides are put through before they are compared
    judge: Judge | None = None  # a function of the course's that says what is right
    secret: bool = False  # hidden cases are really hidden: the course has a secret

    def may_quote(self, case: Case) -> bool:
        """Whether text made by the student's code may be shown: it can carry the inputs."""
        return case.public or not self.secret

    def tolerance_for(self, case: Case) -> Tolerance:
        dtypes = {leaf.dtype.name for leaf in leaves(case.inputs) if isinstance(leaf, np.ndarray)}
        tolerance = self.tolerance
        for dtype in sorted(dtypes):
            tolerance = tolerance.for_inputs(dtype)
        return tolerance


@dataclass(frozen=True)
class Evidence:
    """What was seen of the student's side, aligned with the calls that were asked for."""

    observations: tuple[Observation, ...] = ()
    uses: tuple[SourceUse, ...] = ()
    reference: tuple[Spent, ...] = ()  # a case: only where the check is timed
    calls: tuple[ForbiddenCall, ...] = ()  # seen in the part's other checks, for one that reads


@dataclass(frozen=True)
class Judgement:
    """What one check says about one answer."""

    verdict: Verdict
    message: str
    findings: tuple[AnyFinding, ...] = ()
    notes: tuple[str, ...] = ()
    share: float = 0.0  # of the check's points that a wrong answer earns: by its right outputs


class Check(ABC):
    """One kind of check. Instances hold nothing: all state is in what is passed."""

    kind: ClassVar[str]
    Options: ClassVar[type[CheckOptions]]
    # Run the reference beside the student and time both, in rounds with cases of their own.
    timed: ClassVar[bool] = False
    random: ClassVar[bool] = False  # results are many draws, of which none is right or wrong
    reads_source: ClassVar[bool] = False  # looks at the source and makes no calls
    by_results: ClassVar[bool] = False  # goes by what was returned alone, not by the source

    @abstractmethod
    def title(self, options: Any) -> str:
        """What the student reads as the name of the check, unless the author gives one."""

    def plan(self, options: Any) -> CasePlan:
        """The cases it wants."""
        return CasePlan()

    def watched(self, options: Any) -> tuple[str, ...]:
        """Names whose calls are noted while the part's other checks run the answer."""
        return ()

    def after(self, options: Any) -> str:
        """The function of the reference that results are put through first; none for most."""
        return ""

    def judged_by(self, options: Any) -> str:
        """The function of the reference that says of each result whether it is right."""
        return ""

    def reference_calls(self, ask: Ask) -> list[Call]:
        """Calls of the reference whose results are the truth."""
        return []

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        """Calls of the student's function, with arrays of `library`."""
        return []

    def calls_the_answer(self, ask: Ask) -> bool:
        """Whether an observation is simply what the answer returned for a case, so that it can
        be compared with what a known mistake returns."""
        return False

    def answer_calls(self, ask: Ask, truth: Sequence[Value]) -> list[Call]:
        """The calls by which `ask`'s reference, a known mistake taken for an answer, is compared
        with an answer; none where it cannot be. `truth` is what the right reference gave."""
        return reference_calls_of(ask) if self.calls_the_answer(ask) else []

    def same(self, ask: Ask, case: Case, got: Value, wanted: Value) -> bool:
        """Whether two results of the answer are the same to this check."""
        return compare(got, wanted, ask.tolerance_for(case), returns=ask.returns).agrees

    def faults_in_use(self, ask: Ask, truth: Sequence[Value]) -> Iterator[Faulty]:
        """What of the options does not fit the part, as its cases and `truth` show it. What the
        file alone shows is told by `CheckOptions.faults`."""
        return iter(())

    def settled(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> bool:
        """Whether one more round of a check that is timed would change nothing. `ask` has the
        cases of the rounds so far, one after another."""
        return True

    @abstractmethod
    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        """The verdict. Raises only for a defect of the grader or the course."""


class CallingCheck(Check):
    """One that observes what the answer returns for each case, beside what the reference does."""

    def reference_calls(self, ask: Ask) -> list[Call]:
        return reference_calls_of(ask)

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        return student_calls_of(ask, truth, library)

    def calls_the_answer(self, ask: Ask) -> bool:
        return True


def reference_calls_of(ask: Ask, **changes: Any) -> list[Call]:
    """For each case: one call a `first` step, for its result, then the part's own call.

    The reference always gets float64, whatever the student is given: that is the truth.
    """
    function = ask.part.reference.rpartition(".")[2]
    found = []
    for case in ask.cases:
        exact = replace(case, inputs=exact_inputs(case), strided=False)
        for index, step in enumerate(ask.first):
            before = replace(ask, first=ask.first[:index], call=step)
            found.append(build_call(before, exact, ask.reference_library))
        found.append(build_call(ask, exact, ask.reference_library, function=function, **changes))
    return found


def student_calls_of(ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
    """For each case the part's call; where it has `first` steps, once more with the reference's
    results of them in place of the student's: one mistake costs once."""
    found = []
    for index, case in enumerate(ask.cases):
        if not ask.first:
            found.append(build_call(ask, case, library))
            continue
        _, given = truth_of(ask, truth, index)
        found.append(build_call(_from_behind(ask, given), case, library))
        found.append(build_call(ask, case, library, given=given))
    return found


def _from_behind(ask: Ask, given: Mapping[str, Value]) -> Ask:
    """The same question, with the last of several results taken as the last one: a student's
    function may return fewer before it."""

    def behind(argument: Argument) -> Argument:
        result = given.get(argument.name)
        last = isinstance(result, tuple) and argument.path[:1] == (len(result) - 1,)
        return replace(argument, path=(-1, *argument.path[1:])) if last else argument

    arguments = tuple(map(behind, ask.call.arguments))
    return replace(ask, call=replace(ask.call, arguments=arguments))


def truth_of(ask: Ask, truth: Sequence[Value], index: int) -> tuple[Value, dict[str, Value]]:
    """For the case at `index`: the truth itself, and the results of the `first` steps."""
    stride = len(ask.first) + 1
    steps = {step.result: truth[index * stride + number] for number, step in enumerate(ask.first)}
    return truth[index * stride + len(ask.first)], steps


def build_call(
    ask: Ask,
    case: Case,
    library: Library,
    *,
    function: str = "",
    inputs: Mapping[str, Value] | None = None,
    given: Mapping[str, Value] | None = None,
    **changes: Any,
) -> Call:
    """The part's call with the case's inputs. `given` stands in for results of `first` steps."""
    values = dict(case.inputs, **(inputs or {}))
    results = {step.result: number for number, step in enumerate(ask.first)}
    after = [read_signature(text) for text in ask.part.calls_after]
    # What is changed must be one thing in all calls, and looked at afterwards: it stands among the
    # results, of which there is one each.
    shared = _shared(ask, after, values)
    results |= {name: len(ask.first) + number for number, name in enumerate(shared)}

    def arguments(named: tuple[Argument, ...]) -> tuple[Value | Use, ...]:
        return tuple(
            Use(results[argument.name], argument.path)
            if argument.name in results
            else to_library(argument.of(values), library, case.strided)
            for argument in named
        )

    steps = tuple(
        Step(
            step.function,
            arguments(step.arguments),
            (sent_again(given[step.result], library),) if given and step.result in given else None,
        )
        for step in ask.first
    ) + tuple(Step("", (), (to_library(values[name], library, case.strided),)) for name in shared)
    built = ask.call.built_with
    if shared:
        # A call of the same function is one of what stands in its place, be it a mistake.
        again = {ask.call.function: function} if function else {}
        changes["then"] = tuple(
            Step(again.get(one.function, one.function), arguments(one.arguments)) for one in after
        )
        changes["changes"] = tuple(Use(results[name], ()) for name in ask.part.changed)
        changes["keeps"] = len(ask.part.returned)
    return Call(
        function=function or ask.call.function,
        args=arguments(ask.call.arguments),
        steps=steps,
        seed=case.seed,
        built_with=None if built is None else arguments(built),
        names=ask.call.names,
        **changes,
    )


def _shared(ask: Ask, after: Sequence[Signature], values: Mapping[str, Value]) -> list[str]:
    """The inputs that several calls get, or that are looked at after them."""
    if not after and not ask.part.changed:
        return []
    passed = [argument.name for call in (ask.call, *after) for argument in call.passed]
    return [name for name in dict.fromkeys((*passed, *ask.part.changed)) if name in values]


def to_library(value: Value, library: Library, strided: bool = False) -> Value:
    """Every numpy array in `value` marked to arrive as an array of `library`, and every source of
    chance as its generator."""

    def mark(leaf: Any) -> Any:
        if isinstance(leaf, Rng):
            return replace(leaf, kind=library)
        if not isinstance(leaf, np.ndarray):
            return leaf
        return Array(leaf, library, layout="strided" if strided and leaf.ndim else "plain")

    return change_leaves(value, mark)


def sent_again(value: Value, library: Library) -> Value:
    """A value that has crossed the wire once, marked to arrive as arrays of `library`."""
    return change_leaves(
        value, lambda leaf: Array(leaf.data, library) if isinstance(leaf, Array) else leaf
    )


def exact_inputs(case: Case) -> Mapping[str, Value]:
    """The case's inputs, with every array of real numbers as float64."""

    def exact(leaf: Any) -> Any:
        real = isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"
        return leaf.astype(np.float64) if real else leaf

    found: Mapping[str, Value] = change_leaves(case.inputs, exact)
    return found
