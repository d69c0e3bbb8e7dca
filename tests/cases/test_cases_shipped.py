"""The shipped course: every number that is drawn varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.cases import make_cases
from grader.cases.drawing import Place
from grader.cases.varying import varying_in
from grader.cli.common import open_course
from grader.course.inputs import GENERATOR, read_input
from grader.course.parts import CodePart

COURSE, CHECKS = open_course(str(Path(__file__).parents[2]))
PARTS = [
    (problem, name)
    for problem, file in COURSE.problems.items()
    for name, part in file.problem.parts.items()
    if isinstance(part, CodePart)
]


def generate(function: str, requests: Sequence[Any]) -> list[Mapping[str, Any]]:
    return [{} for _ in requests]


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


@pytest.mark.parametrize("secret", ["", "one", "two"])
def test_every_drawn_parameter_varies(secret: str) -> None:
    assert len(PARTS) > 30
    drawn: dict[tuple[Any, ...], set[Any]] = {}
    wanted: dict[tuple[Any, ...], int] = {}
    for problem, name in PARTS:
        part = COURSE.problems[problem].problem.parts[name]
        assert isinstance(part, CodePart)
        for number, entry in enumerate(part.checks):
            plan = replace(CHECKS[entry.kind].plan(entry.options), sizes=(), edges=(), examples=())
            raw = {**part.inputs, **entry.options.inputs}
            cases = make_cases(raw, plan, generate, secret, (problem, name, number, entry.kind))
            inputs = {key: read_input(value) for key, value in raw.items() if key != GENERATOR}
            for one in varying_in(inputs, generated=GENERATOR in raw) if cases else ():
                own = number if one.place[0] in entry.options.inputs else None
                place = (problem, name, own, *one.place)
                wanted[place] = min(len(one.wanted), 2)
                drawn.setdefault(place, set()).update(at(case.inputs, one.place) for case in cases)
    assert [place for place, values in drawn.items() if len(values) < wanted[place]] == []
