"""The published JSON Schema accepts what the grader accepts and refuses misspelt keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
from course_small import KINDS, PROBLEM

from grader.course import shipped_course
from grader.course.scaffold import create_problem
from grader.course.schema import problem_schema
from grader.course.source import read_yaml

SHIPPED = sorted((shipped_course() / "problems").rglob("*.yaml"))
SCHEMA = problem_schema(KINDS)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def data_of(text: str, folder: Path) -> Any:
    file = folder / "problem.yaml"
    file.write_text(text, encoding="utf-8")
    return read_yaml(file, "problem.yaml").data


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_it_accepts_every_shipped_problem(file: Path) -> None:
    VALIDATOR.validate(read_yaml(file, file.name).data)


def test_it_accepts_what_new_writes(tmp_path: Path) -> None:
    made = create_problem(tmp_path, "topic/fresh")
    VALIDATOR.validate(read_yaml(made.problem, "fresh.yaml").data)


ACCEPTED = {
    "a kind alone": ("- equals: {cases: 4}", "- equals"),
    "a kind without options": ("- equals: {cases: 4}", "- equals:"),
    "a shorthand": ("- equals: {cases: 4}", "- property: causal"),
    "all edges": ("cases: 4", "edges: all"),
    "one text for a list": ("    points: 4", "    returns: y\n    points: 4"),
    "a list of texts": ("    points: 4", "    returns: [y, z]\n    points: 4"),
}


@pytest.mark.parametrize(("old", "new"), ACCEPTED.values(), ids=ACCEPTED)
def test_it_accepts_every_way_to_write(old: str, new: str, tmp_path: Path) -> None:
    assert old in PROBLEM
    VALIDATOR.validate(data_of(PROBLEM.replace(old, new), tmp_path))


REFUSED = {
    "unknown key": ("title:", "titel:"),
    "unknown key of a part": ("points: 4", "ponits: 4"),
    "unknown option of a check": ("cases: 4", "casse: 4"),
    "unknown kind of check": ("equals:", "equal:"),
    "unknown form": ("asks: function", "asks: haiku"),
    "points as text": ("points: 4", 'points: "4"'),
    "points of zero": ("points: 4", "points: 0"),
    "no checks": ("    checks:\n      - equals: {cases: 4}\n", "    checks: []\n"),
    "id in capitals": ("id: topic/double", "id: Topic"),
}


@pytest.mark.parametrize(("old", "new"), REFUSED.values(), ids=REFUSED)
def test_it_refuses_what_the_grader_refuses(old: str, new: str, tmp_path: Path) -> None:
    assert old in PROBLEM
    assert not VALIDATOR.is_valid(data_of(PROBLEM.replace(old, new), tmp_path))
