"""Turns a check's plan into cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.cases.case import Case, CasePlan, Example
from grader.cases.drawing import Place, draw_inputs
from grader.cases.edges import EDGES, change_leaves
from grader.cases.seeds import seed_for
from grader.cases.varying import (
    Undrawn,
    Varying,
    all_wanted,
    draw_varying,
    left_after,
    sizes_in,
    varying_in,
)
from grader.course.inputs import GENERATOR, Formula, Group, Input, SizeChoice, read_input

# Calls a generator function of the reference: [(seed, sizes)] -> [inputs by name].
Generate = Callable[[str, Sequence[tuple[int, Mapping[str, Any]]]], list[Mapping[str, Any]]]


def make_cases(
    raw: Mapping[str, Any],
    plan: CasePlan,
    generate: Generate,
    secret: str,
    place: Sequence[str | int],
    round_: int = 0,
) -> tuple[Case, ...]:
    """The cases of one check, in order: the author's examples, drawn ones, those of given sizes,
    edges.

    `raw` is the part's inputs with the check's own on top, as in the problem file; `place` names
    the check. Those of given sizes are others in every round, and numbered on.
    Raises Undrawable where the declared inputs contradict themselves.
    """
    inputs = {name: read_input(value) for name, value in raw.items() if name != GENERATOR}
    varying = varying_in(inputs, generated=GENERATOR in raw)
    cases: list[Case] = []
    for example in plan.examples:
        cases.append(_example(example, inputs, len(cases)))
    drawn, edges = begun(varying, plan, secret, place)
    for one in drawn:
        number = len(cases)
        values = draw_inputs(inputs, one.given, one.rng)
        sizes = sizes_in(one.given, inputs)
        cases.append(Case(number, f"case {number + 1}", values, one.seed, sizes=sizes))
    if plan.sizes:
        rng = np.random.default_rng(seed_for(secret, *place, "sizes"))
        common = sizes_in(draw_varying(varying, {}, rng), inputs)
    for fixed in plan.sizes:
        number = len(cases) + round_ * len(plan.sizes)
        seed = seed_for(secret, *place, number)
        cases.append(_sized({**common, **fixed}, inputs, seed, number))
    for name, one in zip(plan.edges, edges, strict=True):
        case = _edge(name, inputs, one, len(cases))
        if case is not None:
            cases.append(case)
    if GENERATOR in raw:
        cases = _generated(str(raw[GENERATOR]), cases, generate)
    return tuple(_marked_public(case, plan.public) for case in cases)


@dataclass(frozen=True)
class Begun:
    """A case of which no more than what varies is drawn; `rng` goes on from there."""

    seed: int
    rng: np.random.Generator
    given: Mapping[Place, Any]


def begun(
    varying: Sequence[Varying], plan: CasePlan, secret: str, place: Sequence[str | int]
) -> tuple[list[Begun], list[Begun]]:
    """The cases that are drawn, and those of the edges."""
    undrawn = all_wanted(varying)
    found = []
    numbers = range(len(plan.examples), len(plan.examples) + plan.count)
    picks = [None] * plan.count + [EDGES[edge].pick_size for edge in plan.edges]
    for key, pick in zip([*numbers, *plan.edges], picks, strict=True):
        seed = seed_for(secret, *place, key)
        rng = np.random.default_rng(seed)
        found.append(Begun(seed, rng, draw_varying(varying, undrawn, rng, pick)))
        undrawn = left_after(undrawn, found[-1].given)
    return found[: plan.count], found[plan.count :]


def never_drawn(
    varying: Sequence[Varying], plan: CasePlan, secret: str, place: Sequence[str | int]
) -> Undrawn:
    """The values that are wanted and that no case of the plan has."""
    undrawn = all_wanted(varying)
    drawn, edges = begun(varying, plan, secret, place)
    for one in (*drawn, *edges):
        undrawn = left_after(undrawn, one.given)
    return undrawn


def _sized(sizes: Mapping[str, int], inputs: Mapping[str, Input], seed: int, number: int) -> Case:
    # A size may be declared as a plain number, which would stand against the one that is given.
    fixed = {name: SizeChoice((size,)) for name, size in sizes.items()}
    given: dict[Place, int] = {(name,): size for name, size in sizes.items()}
    values = draw_inputs({**inputs, **fixed}, given, np.random.default_rng(seed))
    return Case(number, f"case {number + 1}", values, seed, sizes=sizes)


def _edge(name: str, inputs: Mapping[str, Input], one: Begun, number: int) -> Case | None:
    edge = EDGES[name]
    values = draw_inputs(inputs, one.given, one.rng)
    if edge.applies is not None and not edge.applies(inputs, values):
        return None
    if edge.change is not None:
        values = change_leaves(values, edge.change)
    sizes = sizes_in(one.given, inputs)
    return Case(number, edge.label, values, one.seed, strided=edge.strided, sizes=sizes)


def _example(example: Example, inputs: Mapping[str, Input], number: int) -> Case:
    values = {name: _literal(value, inputs.get(name)) for name, value in example.inputs.items()}
    expected = (_literal(example.expect, None),)
    label = f"example {number + 1}"
    return Case(number, label, values, seed=number, public=True, expected=expected)


def _literal(value: Any, declared: Input | None) -> Any:
    """Lists of numbers become arrays, except where the part declares a plain list; lists of
    anything else, and of lists that are not equally long, stay what they are."""
    if isinstance(value, dict):
        group = dict(declared.items) if isinstance(declared, Group) else {}
        return {key: _literal(item, group.get(key)) for key, item in value.items()}
    if isinstance(value, list) and (declared is None or isinstance(declared, Formula)):
        dtype = declared.dtype if isinstance(declared, Formula) else ""
        array = _rectangle(value)
        if array is None:
            return value
        if dtype:
            return array.astype(dtype)
        return array.astype(np.float64) if array.dtype.kind in "if" and declared else array
    return value


def _rectangle(value: list[Any]) -> np.ndarray[Any, np.dtype[Any]] | None:
    try:
        array = np.array(value)
    except ValueError:  # rows of different lengths
        return None
    return array if array.size and array.dtype.kind in "biufc" else None


def _generated(function: str, cases: list[Case], generate: Generate) -> list[Case]:
    made = generate(function, [(case.seed, case.inputs) for case in cases])
    return [
        replace(case, inputs={**case.inputs, **extra})
        for case, extra in zip(cases, made, strict=True)
    ]


def _marked_public(case: Case, public: int) -> Case:
    return replace(case, public=case.public or case.number < public)
