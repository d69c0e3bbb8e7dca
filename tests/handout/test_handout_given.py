"""A handout is written once for each state of the course."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.course import CourseFault, asked
from grader.course.parts import Part
from grader.handout import Handout, handout

PROBLEM = """\
id: topic/{name}
title: About {name}
prompt: Write.
parts: {{text: {{asks: prose, points: 1, rubric: [clear]}}}}
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "kept"))
    (tmp_path / "problems").mkdir()
    for name in ("one", "two"):
        (tmp_path / "problems" / f"{name}.yaml").write_text(PROBLEM.format(name=name))
    (tmp_path / "grader.toml").write_text('[assignments]\nweek = ["topic/*"]\n')
    return tmp_path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names for which the course was read."""
    seen: list[str] = []
    real = asked.read_asked

    def noted(root: Path, name: str, kinds: Mapping[str, type[Part]]) -> asked.Asked:
        seen.append(name)
        return real(root, name, kinds)

    monkeypatch.setattr(asked, "read_asked", noted)
    return seen


def test_the_second_time_nothing_is_read(course: Path, read: list[str]) -> None:
    for _ in range(2):
        assert handout(course, "topic/one").title == "About one"
        assert handout(course, "week").title == "week"
    assert read == ["topic/one", "week"]
    assert handout(course, "week").markdown.startswith("# week\n\n2 problems, 2 points")


def test_a_change_is_seen(course: Path, read: list[str]) -> None:
    handout(course, "topic/one")
    (course / "problems" / "one.yaml").write_text(PROBLEM.format(name="one").replace("About", "On"))
    assert handout(course, "topic/one").title == "On one"


def test_what_changed_meanwhile_is_not_kept(
    course: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = asked.read_asked
    file = course / "problems" / "one.yaml"

    def meanwhile(root: Path, name: str, kinds: Mapping[str, type[Part]]) -> asked.Asked:
        found = noted(root, name, kinds)
        file.write_text(PROBLEM.format(name="one").replace("About", "On"))
        return found

    monkeypatch.setattr(asked, "read_asked", meanwhile)
    before = handout(course, "topic/one")
    assert before.title == "About one"
    file.write_text(PROBLEM.format(name="one"))
    assert handout(course, "topic/one") == before
    assert read == ["topic/one"] * 2


def test_a_fault_is_told_each_time(course: Path) -> None:
    (course / "problems" / "one.yaml").write_text("id: topic/one\n")
    for _ in range(2):
        with pytest.raises(CourseFault, match="title: is missing"):
            handout(course, "topic/one")
    assert isinstance(handout(course, "topic/two"), Handout)
