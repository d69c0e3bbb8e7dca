"""A module in any layout: matched, told apart from a wrong one, or left to a person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from modules_course import (
    ANSWERS,
    GATED,
    GATED_ANSWERS,
    GATED_REFERENCE,
    PROBLEM,
    REFERENCE,
    SIDES,
    attend,
    four,
    run,
)
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = write_course(
        tmp_path_factory.mktemp("modules") / "course", {"attend": PROBLEM}, {"layers": REFERENCE}
    )
    with open_session(root, truth_cache) as session:
        yield session


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = write_course(
        tmp_path_factory.mktemp("secret") / "course",
        {"attend": PROBLEM},
        {"layers": REFERENCE},
        'secret = "of this test"\n',
    )
    with open_session(root, truth_cache) as session:
        yield session


@pytest.mark.parametrize(
    ("what", "source", "verdict", "points", "words", "notes", "mistake"),
    ANSWERS,
    ids=[row[0] for row in ANSWERS],
)
def test_a_module(
    modules: Session,
    what: str,
    source: str,
    verdict: str,
    points: float,
    words: str,
    notes: tuple[str, ...],
    mistake: str,
) -> None:
    part = part_of(graded(modules, {"homework.py": source}), "attend")
    assert (part.verdict.value, part.score.earned, part.message) == (verdict, points, words)
    assert part.notes == notes
    assert (part.mistake.name if part.mistake else "") == mistake


SPELLING = attend(
    four("q", "k", "v", "o") + "\nself.secret_31415 = nn.Parameter(torch.zeros(31415))",
    run("q", "k", "v", "o"),
)
TWICE = attend(
    "self.secret_31415 = nn.Linear(d, d)\nself.again_31415 = self.secret_31415",
    "return self.again_31415(x)",
)
IN_A_LIST = attend("self.secret_31415 = [nn.Linear(d, d)]", "return self.secret_31415[0](x)")
OTHER_SHAPES = attend(
    "self.secret_31415 = nn.Parameter(torch.zeros(4 * (d * d + d)))", "return self.secret_31415"
)


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        (SPELLING, "wrong", "your module has another number of trainable parameters, not "),
        (TWICE, "wrong", "; two of them are one and the same; give each its own"),
        (IN_A_LIST, "wrong", "; torch does not see those in an attribute: use nn.ModuleList"),
        (OTHER_SHAPES, "undecided", "so the outputs cannot be compared: asked for are queries."),
    ],
)
def test_a_hidden_case_quotes_nothing_that_the_student_chose(
    secret: Session, source: str, verdict: str, words: str
) -> None:
    part = part_of(graded(secret, {"homework.py": source}), "attend")
    assert part.verdict.value == verdict
    assert words in part.message
    assert "31415" not in part.model_dump_json()
    assert "31,415" not in part.model_dump_json()


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    """One module asked for twice: once with roles for its layers, once without."""
    problems = {
        name: GATED.format(name=name, roles=roles).replace("/gated", f"/{name}")
        for name, roles in {"told": SIDES, "untold": ""}.items()
    }
    root = tmp_path_factory.mktemp("sides") / "course"
    write_course(root, problems, {"gated": GATED_REFERENCE})
    with open_session(root, truth_cache) as session:
        yield session


@pytest.mark.parametrize(
    ("what", "source", "told", "untold"), GATED_ANSWERS, ids=[row[0] for row in GATED_ANSWERS]
)
def test_layers_are_told_apart_by_the_roles_of_the_problem(
    sides: Session, what: str, source: str, told: str, untold: str
) -> None:
    report = graded(sides, {"homework.py": source})
    found = [part_of(report, name).verdict.value for name in ("told", "untold")]
    assert found == [told, untold]
