"""Where a course is looked for, and what is taken from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_small import KINDS, PROBLEM

from grader.course import NoCourse, find_course, load_course, shipped_course


def make(folder: Path) -> Path:
    (folder / "problems").mkdir(parents=True)
    return folder


def test_the_order_in_which_a_course_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, named = make(tmp_path / "given"), make(tmp_path / "named")
    around = make(tmp_path / "around")
    start = around / "students" / "ada"
    start.mkdir(parents=True)
    monkeypatch.setenv("GRADER_COURSE", str(named))

    assert find_course(str(given), start) == given
    assert find_course(None, start) == named
    monkeypatch.delenv("GRADER_COURSE")
    assert find_course(None, start) == around
    assert find_course(None, around) == around


def test_the_nearest_parent_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    make(tmp_path)
    inner = make(tmp_path / "inner")
    (inner / "deeper").mkdir()

    assert find_course(None, inner / "deeper") == inner


def test_the_shipped_course_is_the_last_resort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRADER_COURSE", raising=False)

    assert find_course(None, tmp_path) == shipped_course()
    assert (shipped_course() / "reference").is_dir()


@pytest.mark.parametrize("origin", ["--course", "GRADER_COURSE"])
def test_a_folder_without_problems_is_no_course(
    origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    if origin == "GRADER_COURSE":
        monkeypatch.setenv(origin, str(tmp_path))
    with pytest.raises(NoCourse) as raised:
        find_course(str(tmp_path) if origin == "--course" else None, Path())
    assert str(raised.value) == (
        f"{origin}: {tmp_path} has no problems/ folder; name a course's top folder"
    )


def test_problems_stand_in_the_order_of_their_ids(course: Path) -> None:
    for name in ("zero", "alpha"):
        text = PROBLEM.replace("topic/double", f"topic/{name}")
        (course / f"problems/{name}.yaml").write_text(text, encoding="utf-8")

    loaded = load_course(course, KINDS)
    assert list(loaded.problems) == ["topic/alpha", "topic/double", "topic/zero"]


def test_a_course_is_named_by_its_settings_or_its_folder(course: Path) -> None:
    assert load_course(course, KINDS).name == course.name
    (course / "grader.toml").write_text('name = "Maths"\n', encoding="utf-8")
    assert load_course(course, KINDS).name == "Maths"


def test_the_secret_of_the_environment_wins_and_is_not_shown(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "grader.toml").write_text('secret = "in-the-file"\n', encoding="utf-8")
    assert load_course(course, KINDS).secret == "in-the-file"
    monkeypatch.setenv("GRADER_SECRET", "in-the-environment")
    loaded = load_course(course, KINDS)
    assert loaded.secret == "in-the-environment"
    assert "in-the-environment" not in repr(loaded)


def test_an_assignment_is_its_patterns_in_order(course: Path) -> None:
    for name in ("triple", "half"):
        text = PROBLEM.replace("topic/double", f"topic/{name}")
        (course / f"problems/{name}.yaml").write_text(text, encoding="utf-8")
    (course / "grader.toml").write_text(
        '[assignments]\none = ["topic/triple", "topic/*"]\n', encoding="utf-8"
    )
    loaded = load_course(course, KINDS)

    assert loaded.assignment("one") == ["topic/triple", "topic/double", "topic/half"]
    assert loaded.assignment("topic/half") == ["topic/half"]
    with pytest.raises(NoCourse) as raised:
        loaded.assignment("topic/halve")
    assert str(raised.value) == (
        "there is no assignment or problem `topic/halve`; did you mean `topic/half`?"
    )


def test_an_assignment_without_a_problem_yet(course: Path) -> None:
    text = '[assignments]\none = ["later/*"]\n'
    (course / "grader.toml").write_text(text, encoding="utf-8")
    loaded = load_course(course, KINDS)

    assert loaded.listing().assignments == {"one": ()}
    with pytest.raises(NoCourse, match=r"^the assignment `one` has no problem yet$"):
        loaded.assignment("one")


def test_the_digest_is_of_what_was_read(course: Path) -> None:
    before = load_course(course, KINDS).problems["topic/double"].digest
    file = course / "problems/double.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "# a note\n", encoding="utf-8")

    assert load_course(course, KINDS).problems["topic/double"].digest != before


def test_a_file_outside_the_current_folder_is_shown_in_full(
    course: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))

    shown = load_course(course, KINDS).problems["topic/double"].source.file
    assert shown == f"{course.as_posix()}/problems/double.yaml"


def test_a_kit_that_is_checked_from_beside_it_is_taken_before_the_shipped_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    kit, course, away = tmp_path / "kit", tmp_path / "course", tmp_path / "away"
    for folder in (kit, course / "problems", away):
        folder.mkdir(parents=True)
    (kit / "grader-kit.json").write_text("{}")
    (kit / "homework.py").write_text("")
    for submission in (kit, kit / "homework.py"):
        assert find_course(None, away, submission) == kit
        # Whoever grades for a course is not led away from it by what is handed in.
        assert find_course(None, course, submission) == course
        assert find_course(str(course), away, submission) == course
    assert find_course(None, away, away) == shipped_course()
