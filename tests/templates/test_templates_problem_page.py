"""docs/problem-files.md cannot go stale: its problems are linted, its tables compared with code."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from templates_support import ROOT, environment, grader

from grader.cases import EDGES
from grader.cases.drawing import draw_inputs
from grader.checks import all_checks
from grader.checks.properties import PROPERTIES
from grader.checks.registry import BUILT_IN
from grader.checks.tolerance import RELATIVE
from grader.course import CheckOptions, LimitsSpec, Problem, ToleranceSpec
from grader.course.binding import PromptFormulas
from grader.course.inputs import DRAWS, DTYPES, Draw, Formula, SizeRange, read_input
from grader.course.parts import Convention, Mistake
from grader.course.picturing import PictureSpec
from grader.course.specs import CourseSettings
from grader.kinds.function.keys import FunctionPart
from grader.kinds.module.keys import ModulePart
from grader.kinds.prose.keys import ProsePart
from grader.sandbox import Limits

PAGE = (ROOT / "docs/problem-files.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
# As a kind finds its options: those of every kind, less the common ones.
COMMON = set(CheckOptions.model_fields)
# They are timed, or drawn many times: lint runs them with --whole alone, and else a third of the
# others.
LONG = {"vectors/pairwise-distances", "sampling/top-k"}


def section(title: str) -> str:
    """The text below one heading, up to the next heading of any depth."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/problem-files.md has no section {title}"
    return found[1]


def tables(title: str) -> dict[str, list[list[str]]]:
    """Each table of a section as rows of cells, by the heading of its first column."""
    found: dict[str, list[list[str]]] = {}
    for block in re.findall(r"(?:^\|.*\n)+", section(title), re.MULTILINE):
        head, _, *rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in block.splitlines()
        ]
        found[head[0]] = rows
    return found


def names(title: str, column: str) -> list[str]:
    found = tables(title)
    assert column in found, f"docs/problem-files.md, {title}: no table begins with `{column}`"
    return [row[0].strip("`") for row in found[column]]


def test_draws_are_all_listed_and_their_examples_work() -> None:
    rows = tables("Draws")["draw"]
    assert [row[0].strip("`") for row in rows] == list(DRAWS)
    for draw, example, _ in rows:
        item = read_input(example.strip("`"))
        assert isinstance(item, Formula)
        assert isinstance(item.expression, Draw)
        assert item.expression.kind == draw.strip("`")
        declared: dict[str, Any] = {"n": SizeRange(4, 4), "d": SizeRange(3, 3), "x": item}
        value = draw_inputs(declared, {("n",): 4, ("d",): 3}, np.random.default_rng(0))["x"]
        assert value.shape[0] == 4


def test_dtypes_are_all_listed() -> None:
    (line,) = re.findall(r"^Dtypes after `as`: (.*)\.$", section("Draws"), re.MULTILINE)
    assert re.findall(r"`(\w+)`", line) == list(DTYPES)


def test_forms_of_input_can_be_read() -> None:
    for row in tables("Inputs")["written"]:
        name, _, text = row[0].strip("`").partition(": ")
        if name != "from":
            read_input(_yaml(text))


def _yaml(text: str) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text)


def test_properties_edges_and_kinds_are_all_listed() -> None:
    assert names("`property`", "property") == list(PROPERTIES)
    assert names("`equals`", "edge") == list(EDGES)
    kinds = [check.kind for check in BUILT_IN]
    said = "docs/problem-files.md, Checks: the table of kinds has a row for each, in this order"
    assert names("Checks", "kind") == kinds, f"{said}: {', '.join(kinds)}"


@pytest.mark.parametrize("check", BUILT_IN, ids=lambda check: check.kind)
def test_options_of_every_kind_are_listed(check: Any) -> None:
    assert set(names(f"`{check.kind}`", "option")) == set(check.Options.model_fields) - COMMON


@pytest.mark.parametrize(
    ("title", "column", "model"),
    [
        ("The file", "key", Problem),
        ("`asks: function`", "key", FunctionPart),
        ("`asks: prose`", "key", ProsePart),
        ("Checks", "option", CheckOptions),
        ("Formulas of the prompt", "key", PromptFormulas),
        ("Mistakes", "key", Mistake),
        ("Conventions", "key", Convention),
        ("Tolerances", "key", ToleranceSpec),
        ("Limits", "key", LimitsSpec),
        ("`grader.toml`", "key", CourseSettings),
    ],
)
def test_every_key_is_listed(title: str, column: str, model: Any) -> None:
    assert set(names(title, column)) == set(model.model_fields)


def test_keys_of_a_module_are_those_of_a_function_and_two_more() -> None:
    extra = set(ModulePart.model_fields) - set(FunctionPart.model_fields)
    assert names("`asks: module`", "key") == sorted(extra) == ["forward", "roles"]
    missing = set(FunctionPart.model_fields) - set(ModulePart.model_fields)
    assert missing == {
        *("returns", "first", "then", "changes", "also", "unpassed", "conventions", "draw")
    }


def test_keys_of_a_picture_are_listed() -> None:
    keys = [field.alias or name for name, field in PictureSpec.model_fields.items()]
    assert names("Pictures", "key") == keys


def test_defaults_of_limits_and_tolerances_are_right() -> None:
    limits = Limits()
    assert [row[1] for row in tables("Limits")["key"]] == [
        f"{limits.wall_seconds:g}",
        "as `seconds`",
        str(limits.memory_mb),
        str(limits.output_bytes >> 20),
        str(limits.threads),
        str(limits.scratch_mb),
    ]
    rows = {row[0].strip("`"): float(row[1]) for row in tables("Tolerances")["inputs"]}
    assert rows == RELATIVE


def test_defaults_of_options_are_right() -> None:
    for check in BUILT_IN:
        for option, default, _ in tables(f"`{check.kind}`")["option"]:
            field = check.Options.model_fields[option.strip("`")]
            if re.fullmatch(r"[\d.]+|true|false", default):
                assert field.default == _yaml(default)
            elif not default:
                assert field.is_required() or field.default == ""


def test_links_lead_somewhere() -> None:
    for page in ("problem-files.md", "course-repository.md", "students.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        prose = re.sub(r"`[^`\n]*`", "", prose)
        for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", prose):
            file = (ROOT / "docs" / target) if target else ROOT / "docs" / page
            assert file.exists(), f"{page}: {target}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
                assert anchor in [_anchor(heading) for heading in headings], f"{page}: #{anchor}"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's problems and references as a course, and its package of checks beside it."""
    folder = tmp_path_factory.mktemp("page")
    for language, text in BLOCKS:
        if language == "yaml":
            problem = re.match(r"id: (\S+)\n", text)
            assert problem, "every YAML block of the page is a whole problem"
            _write(folder / f"course/problems/{problem[1]}.yaml", text)
        elif language == "python":
            path = re.match(r"# ((?:reference|course_checks)/\w+\.py)\n", text)
            assert path, "every Python block of the page says which file it is"
            top = "course" if path[1].startswith("reference/") else "package"
            _write(folder / top / path[1], text)
        elif language == "toml" and not text.startswith("# pyproject.toml"):
            _write(folder / "course/grader.toml", text)
    # What installing the package would leave: its metadata, found on the path.
    (entry,) = re.findall(r'^(\w+ = "[\w.]+:\w+")$', PAGE, re.MULTILINE)
    info = folder / "package/course_checks-1.0.dist-info"
    _write(info / "METADATA", "Metadata-Version: 2.1\nName: course-checks\nVersion: 1.0\n")
    _write(info / "entry_points.txt", f"[grader.checks]\n{entry.replace(chr(34), '')}\n")
    return folder


def _write(file: Path, text: str) -> None:
    assert not file.exists(), f"{file.name} stands on the page twice"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def env(course: Path) -> dict[str, str]:
    return environment(course / "cache", {"PYTHONPATH": str(course / "package")})


def test_every_problem_of_the_page_passes_lint(
    course: Path, env: dict[str, str], request: pytest.FixtureRequest
) -> None:
    problems = {text.split()[1] for language, text in BLOCKS if language == "yaml"}
    assert problems > LONG
    whole = request.config.getoption("--whole")
    run = problems if whole else set(sorted(problems - LONG)[::3])
    for asked in (["--no-run"], sorted(run)):
        ran = grader("lint", *asked, cwd=course / "course", env=env)
        count = len(problems if asked == ["--no-run"] else run)
        assert (ran.out, ran.code) == (f"{count} problems: no faults\n", 0), ran.err


def test_the_pages_own_kind_of_check_does_what_it_says(course: Path, env: dict[str, str]) -> None:
    """And is in the schema."""
    answer = course / "answer.py"
    answer.write_text("def hard_sigmoid(x):\n    return x / 6 + 0.5\n", encoding="utf-8")
    ran = grader(
        "check", str(answer), "--assignment", "activations/hard-sigmoid", "--format", "json",
        cwd=course / "course", env=env,
    )  # fmt: skip
    assert '"kind": "bounded"' in ran.out, ran.err
    assert re.search(r"case \d+: \d+ entries lie outside", ran.out)
    assert "the result is not cut off" in ran.out
    assert "check_bounded" in grader("schema", cwd=course, env=env).out


def test_the_picture_of_the_page_is_the_real_one(course: Path, env: dict[str, str]) -> None:
    answer = course / "attending.py"
    answer.write_text((course / "course/reference/attending.py").read_text("utf-8"), "utf-8")
    ran = grader(
        "check", str(answer), "--assignment", "attention/self", cwd=course / "course", env=env
    )
    (shown,) = [text for _, text in BLOCKS if text.startswith("case 1: your weights\n")]
    assert textwrap.indent(shown, "    ") in ran.out, ran.err


def test_the_pages_kind_is_not_built_in() -> None:
    assert "bounded" not in all_checks()
