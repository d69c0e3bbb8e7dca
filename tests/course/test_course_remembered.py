"""What is kept of a course makes the next run faster, and nothing else about it different."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from course_small import KINDS, PROBLEM

from grader.checks.equals import EqualsOptions
from grader.course import CourseFault, load_course, meaning, parsing, remembered
from grader.course import course as loading
from grader.course.finding import course_digest
from grader.course.kept_source import from_kept, to_kept
from grader.course.listing import known_listing
from grader.course.parsing import parse_yaml
from grader.course.remembered import Remembered
from grader.course.source import read_yaml


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setenv("GRADER_CACHE", str(folder))
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which files were parsed, in order."""
    seen: list[str] = []

    def noted(data: bytes, shown_as: str) -> object:
        seen.append(Path(shown_as).name)
        return parse_yaml(data, shown_as)

    monkeypatch.setattr(parsing, "parse_yaml", noted)
    return seen


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which problems were searched for contradictions, in order."""
    seen: list[str] = []

    def noted(problem, source, references):  # type: ignore[no-untyped-def]
        seen.append(problem.id)
        return meaning.faults_in(problem, source, references)

    monkeypatch.setattr(loading, "faults_in", noted)
    return seen


def add(course: Path, name: str) -> Path:
    file = course / "problems" / f"{name}.yaml"
    file.write_text(PROBLEM.replace("topic/double", f"topic/{name}"), encoding="utf-8")
    return file


def test_a_second_load_parses_nothing_and_gives_the_same(course: Path, parsed: list[str]) -> None:
    add(course, "triple")
    first = load_course(course, KINDS)
    assert parsed == ["double.yaml", "triple.yaml"]
    second = load_course(course, KINDS)
    assert parsed == ["double.yaml", "triple.yaml"]
    assert second == first


def test_a_changed_file_is_parsed_again_alone(course: Path, parsed: list[str]) -> None:
    file = add(course, "triple")
    load_course(course, KINDS)
    parsed.clear()
    file.write_text(file.read_text().replace("points: 4", "points: 5"), encoding="utf-8")
    assert load_course(course, KINDS).problems["topic/triple"].problem.total == 5
    assert parsed == ["triple.yaml"]


def test_an_unchanged_file_is_known_wherever_it_lies(course: Path, parsed: list[str]) -> None:
    load_course(course, KINDS)
    (course / "problems" / "double.yaml").rename(course / "problems" / "moved.yaml")
    loaded = load_course(course, KINDS)
    assert loaded.problems["topic/double"].source.file == "problems/moved.yaml"
    assert parsed == ["double.yaml"]


def test_a_file_with_faults_has_them_each_time(
    course: Path, parsed: list[str], messages: Callable[[], list[str]]
) -> None:
    file = course / "problems" / "double.yaml"
    file.write_text(PROBLEM.replace("n: 2..6", "m: 2..6"), encoding="utf-8")
    wanted = [
        "problems/double.yaml:10:23: parts.code.inputs.x: `n` is not declared; add it under "
        "`inputs`, such as `n: 1..6`"
    ]
    # The second time from what is kept: the same words at the same place.
    assert messages() == wanted
    assert messages() == wanted
    assert parsed == ["double.yaml"]


def test_what_is_not_yaml_is_parsed_each_time(course: Path, parsed: list[str]) -> None:
    (course / "problems" / "double.yaml").write_text("id: [", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(CourseFault, match="is not valid YAML"):
            load_course(course, KINDS)
    assert parsed == ["double.yaml", "double.yaml"]


@pytest.mark.parametrize(
    "text",
    [
        PROBLEM,
        "",
        "a: {1: one, 2: {3: 4}, b: 5}",
        "[1, 1.5, 1e300, .inf, true, null, text, 2024-01-01]",
        'a: "\\0"\nb: {"\\0": 1}',
        "base: &base {x: 1}\nmore: {<<: *base, y: 2}",
        "text: |\n  two\n  lines\n",
        'a: "\\ud83d \\u2028 ü"',
    ],
)
def test_a_kept_file_is_what_was_parsed(tmp_path: Path, text: str, parsed: list[str]) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(text, encoding="utf-8")
    first, second = read_yaml(file, "some.yaml"), read_yaml(file, "some.yaml")
    assert repr(second.data) == repr(first.data)
    assert (dict(second.places), dict(second.text_lines)) == (first.places, first.text_lines)
    assert second.digest == first.digest


def test_a_file_that_json_cannot_say_is_not_kept() -> None:
    assert to_kept(parse_yaml(b'{"\\0": 1}', "some.yaml")) is None


@pytest.mark.parametrize("kept", [None, 3, [], ["data", "[]"], [{}, [], []], {"data": 1}])
def test_what_is_no_kept_file_counts_as_absent(kept: object) -> None:
    assert from_kept(kept, "some.yaml") is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: entry.write_bytes(b""),
        lambda entry: entry.write_bytes(entry.read_bytes()[:-1]),
        lambda entry: entry.write_bytes(entry.read_bytes().replace(b"Twice", b"Three")),
        lambda entry: entry.unlink(),
        lambda entry: (entry.unlink(), entry.mkdir()),
    ],
    ids=["empty", "cut short", "other words", "gone", "a folder"],
)
def test_a_damaged_cache_costs_time_only(
    course: Path, cache: Path, parsed: list[str], spoil: Callable[[Path], object]
) -> None:
    first = load_course(course, KINDS, standard=True)
    for entry in [file for file in cache.rglob("*") if file.is_file()]:
        spoil(entry)
    assert load_course(course, KINDS, standard=True) == first
    assert parsed == ["double.yaml", "double.yaml"]


def test_an_entry_of_another_file_is_not_taken_for_this_one(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """Each is whole, and is not what was asked for."""
    load_course(course, KINDS)
    old = {file for file in cache.rglob("*") if file.is_file()}
    add(course, "triple")
    load_course(course, KINDS)
    (new,) = {file for file in cache.rglob("*") if file.is_file()} - old
    for entry in old:
        new.write_bytes(entry.read_bytes())
    assert list(load_course(course, KINDS).problems) == ["topic/double", "topic/triple"]
    assert parsed == ["double.yaml", "triple.yaml", "triple.yaml"]


def test_another_version_of_grader_reads_everything_again(
    course: Path, parsed: list[str], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_course(course, KINDS, standard=True)
    monkeypatch.setattr(remembered, "readers", lambda: "another")
    load_course(course, KINDS, standard=True)
    assert parsed == ["double.yaml"] * 2
    assert searched == ["topic/double"] * 2


def test_a_sound_course_is_searched_for_faults_once(course: Path, searched: list[str]) -> None:
    for _ in range(2):
        load_course(course, KINDS, standard=True)
    assert searched == ["topic/double"]


@pytest.mark.parametrize(
    "change",
    [
        lambda course: add(course, "triple"),
        lambda course: (course / "reference" / "more.py").write_text("x = 1\n"),
        lambda course: (course / "grader.toml").write_text('name = "Maths"\n'),
    ],
    ids=["a problem", "the reference", "the settings"],
)
def test_a_course_with_any_change_is_searched_again(
    course: Path, searched: list[str], change: Callable[[Path], object]
) -> None:
    load_course(course, KINDS, standard=True)
    change(course)
    load_course(course, KINDS, standard=True)
    assert searched.count("topic/double") == 2


def test_a_reference_that_lost_its_function_is_told(course: Path) -> None:
    load_course(course, KINDS, standard=True)
    (course / "reference" / "topic.py").write_text("def other(x):\n    return x\n")
    with pytest.raises(CourseFault, match="does not define `double`"):
        load_course(course, KINDS, standard=True)


def test_with_kinds_of_others_no_course_is_known_to_be_sound(
    course: Path, searched: list[str]
) -> None:
    """Known as sound with one kind, and then read with another that refuses its options."""

    class Picky(EqualsOptions):
        must: str

    load_course(course, KINDS, standard=True)
    load_course(course, KINDS)
    assert searched == ["topic/double"] * 2
    with pytest.raises(CourseFault, match="must: is missing"):
        load_course(course, replace(KINDS, checks={**KINDS.checks, "equals": Picky}))


def test_the_digest_of_a_course_is_of_what_was_read_of_it(course: Path) -> None:
    """`grader list` finds by the files what loading kept by what it had read."""
    assert known_listing(course_digest(course)) is None
    loaded = load_course(course, KINDS, standard=True)
    assert known_listing(course_digest(course)) == loaded.listing()
    (course / "grader.toml").write_text('[assignments]\nweek = ["topic/*"]\n')
    assert known_listing(course_digest(course)) is None
    loaded = load_course(course, KINDS, standard=True)
    found = known_listing(course_digest(course))
    assert found == loaded.listing()
    assert found.assignments == {"week": ("topic/double",)}


def test_a_faulty_course_has_no_listing(course: Path) -> None:
    (course / "grader.toml").write_text('[assignments]\nweek = ["other/one"]\n')
    with pytest.raises(CourseFault, match="matches no problem"):
        load_course(course, KINDS, standard=True)
    assert known_listing(course_digest(course)) is None


def test_where_nothing_can_be_kept_everything_works(
    course: Path, tmp_path: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "a file"))
    assert load_course(course, KINDS, standard=True) == load_course(course, KINDS, standard=True)
    assert parsed == ["double.yaml"] * 2


def _load(course: str) -> list[str]:
    return list(load_course(Path(course), KINDS, standard=True).problems)


def test_two_processes_at_once(course: Path, cache: Path, parsed: list[str]) -> None:
    for number in range(8):
        add(course, f"number-{number}")
    with multiprocessing.get_context("fork").Pool(4) as pool:
        found = pool.map(_load, [str(course)] * 8, chunksize=1)
    assert found == [found[0]] * 8
    assert len(found[0]) == 9
    assert not list(cache.glob("writing-*"))
    parsed.clear()
    assert _load(str(course)) == found[0]
    assert parsed == []


def test_kinds_of_entries_do_not_meet() -> None:
    Remembered("one").put("digest", 1)
    assert (Remembered("one").get("digest"), Remembered("two").get("digest")) == (1, None)
