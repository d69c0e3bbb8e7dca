"""Turns a check's plan into cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.cases.case import Case, CasePlan, Example
from grader.cases.drawing import draw_inputs, sizes_of
from grader.cases.edges import EDGES, change_leaves
from grader.cases.seeds import seed_for
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
    cases: list[Case] = []
    for example in plan.examples:
        cases.append(_example(example, inputs, len(cases)))
    for _ in range(plan.count):
        number = len(cases)
        seed = seed_for(secret, *place, number)
        rng = np.random.default_rng(seed)
        sizes = sizes_of(inputs, rng)
        label = f"case {number + 1}"
        cases.append(Case(number, label, draw_inputs(inputs, sizes, rng), seed, sizes=sizes))
    if plan.sizes:
        common = sizes_of(inputs, np.random.default_rng(seed_for(secret, *place, "sizes")))
    for fixed in plan.sizes:
        number = len(cases) + round_ * len(plan.sizes)
        seed = seed_for(secret, *place, number)
        cases.append(_sized({**common, **fixed}, inputs, seed, number))
    for name in plan.edges:
        case = _edge(name, inputs, seed_for(secret, *place, name), len(cases))
        if case is not None:
            cases.append(case)
    if GENERATOR in raw:
        cases = _generated(str(raw[GENERATOR]), cases, generate)
    return tuple(_marked_public(case, plan.public) for case in cases)


def _sized(sizes: Mapping[str, int], inputs: Mapping[str, Input], seed: int, number: int) -> Case:
    # A size may be declared as a plain number, which would stand against the one that is given.
    fixed = {name: SizeChoice((size,)) for name, size in sizes.items()}
    values = draw_inputs({**inputs, **fixed}, sizes, np.random.default_rng(seed))
    return Case(number, f"case {number + 1}", values, seed, sizes=sizes)


def _edge(name: str, inputs: Mapping[str, Input], seed: int, number: int) -> Case | None:
    edge = EDGES[name]
    rng = np.random.default_rng(seed)
    sizes = sizes_of(inputs, rng, edge.pick_size)
    values = draw_inputs(inputs, sizes, rng)
    if edge.applies is not None and not edge.applies(inputs, values):
        return None
    if edge.change is not None:
        values = change_leaves(values, edge.change)
    return Case(number, edge.label, values, seed, strided=edge.strided, sizes=sizes)


def _example(example: Example, inputs: Mapping[str, Input], number: int) -> Case:
    values = {name: _literal(value, inputs.get(name)) for name, value in example.inputs.items()}
    expected = (_literal(example.expect, None),)
    label = f"example {number + 1}"
    return Case(number, label, values, seed=number, public=True, expected=expected)


def _literal(value: Any, declared: Input | None) -> Any:
    """Lists of numbers become arrays, except where the part declares a plain list."""
    if isinstance(value, dict):
        group = dict(declared.items) if isinstance(declared, Group) else {}
        return {key: _literal(item, group.get(key)) for key, item in value.items()}
    if isinstance(value, list) and (declared is None or isinstance(declared, Formula)):
        dtype = declared.dtype if isinstance(declared, Formula) else ""
        array = np.array(value)
        if dtype:
            return array.astype(dtype)
        return array.astype(np.float64) if array.dtype.kind in "if" and declared else array
    return value


def _generated(function: str, cases: list[Case], generate: Generate) -> list[Case]:
    made = generate(function, [(case.seed, case.inputs) for case in cases])
    return [
        replace(case, inputs={**case.inputs, **extra})
        for case, extra in zip(cases, made, strict=True)
    ]


def _marked_public(case: Case, public: int) -> Case:
    return replace(case, public=case.public or case.number < public)
