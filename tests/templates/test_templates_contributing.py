"""CONTRIBUTING.md cannot go stale: its commands run, its examples are added to a copy and tried."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from templates_support import ROOT, Ran, environment, run_shell

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = [
    (language, re.sub(rf"^{indent}", "", text, flags=re.MULTILINE))
    for indent, language, text in re.findall(
        r"^( *)```(\w+)\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL
    )
]
SHELL = [text for language, text in BLOCKS if language == "sh"]
# Those that install packages: compared with what CI runs, not run here.
INSTALLING = [text for text in SHELL if "pip install" in text]
# Lint and types, likewise: they take longer than all that is tried here.
QUICK = [text for text in SHELL if "/ruff check" in text]
BASH = ("bash", "-euo", "pipefail", "-c")


def section(title: str) -> str:
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    return found[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own, with the environment that runs this test as its `.venv`."""
    top = tmp_path_factory.mktemp("contributing")
    tests = (f"tests/{name}" for name in ("cases", "checks", "handout", "report", "values"))
    for name in ("grader", "problems", "reference", "templates", *tests):
        shutil.copytree(ROOT / name, top / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "grader.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, top / name)
    (top / ".venv/bin").mkdir(parents=True)
    for tool in ("grader", "pytest", "lint-imports", "hatchling"):
        module = {"lint-imports": "importlinter.cli"}.get(tool, tool)
        main = "lint_imports_command" if tool == "lint-imports" else ""
        call = f"-c 'from {module} import {main}; {main}()'" if main else f"-m {module}"
        (top / ".venv/bin" / tool).write_text(
            f'#!/bin/sh\nexec {sys.executable} -P {call} "$@"\n', encoding="utf-8"
        )
        (top / ".venv/bin" / tool).chmod(0o755)
    return top


def run(script: str, copy: Path) -> Ran:
    # The copy comes before the checkout that is installed.
    env = environment(copy / "cache", {"PYTHONPATH": str(copy)})
    return run_shell(script, copy, env, BASH)


def add(block: str, copy: Path) -> str:
    """Do to the copy what a Python or diff block says; which file that is."""
    head, _, body = block.partition("\n")
    file = copy / head.removeprefix("# ")
    lines = body.splitlines(keepends=True)
    if file.suffix == ".py" and not re.match(r"[+-]", body) and lines[0][0] not in " +-":
        assert not file.exists(), f"{head} is there already"
        file.parent.mkdir(exist_ok=True)
        file.write_text(body, encoding="utf-8")
        return head.removeprefix("# ")
    text = file.read_text(encoding="utf-8")
    old = "".join(line[1:] for line in lines if line[0] in " -")
    assert text.count(old) == 1, f"{head} does not have, once:\n{old}"
    file.write_text(text.replace(old, "".join(line[1:] for line in lines if line[0] in " +")))
    return head.removeprefix("# ")


def test_installing_is_what_ci_does() -> None:
    setup, lowest = INSTALLING
    assert setup in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert setup.count("\n") == lowest.count("\n") == 1
    assert "-c .ci/lowest.txt -e '.[dev]'" in lowest
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert '"-c .ci/lowest.txt"' in workflow


def test_lint_and_types_are_what_ci_does() -> None:
    (block,) = QUICK
    ran = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [command for command in block.strip().split(" && ") if command not in ran] == []


def test_commands_for_tests_run(copy: Path) -> None:
    (block,) = re.findall(r"^```sh\n(.*?)^```$", section("Tests"), re.MULTILINE | re.DOTALL)
    *single, folders = block.splitlines()
    for command in single:
        ran = run(command, copy)
        assert ran.code == 0, ran
        assert re.search(r"\d+ passed", ran.out)
    # Whole folders, all of whose tests this run makes anyway: that the command finds them is new.
    ran = run(f"{folders} --collect-only", copy)
    assert ran.code == 0, ran
    assert re.search(r"\d+ tests collected", ran.out)


@pytest.mark.skipif(
    importlib.util.find_spec("importlinter") is None, reason="import-linter is not installed"
)
def test_the_order_of_imports_is_kept_and_a_violation_is_named(copy: Path) -> None:
    ran = run(".venv/bin/lint-imports --no-cache", copy)
    assert ran.code == 0, ran
    assert "Contracts: 4 kept, 0 broken." in ran.out
    bad = copy / "grader/jail/bad.py"
    bad.write_text("def f() -> None:\n    import grader.grading\n", encoding="utf-8")
    ran = run(".venv/bin/lint-imports --no-cache", copy)
    bad.unlink()
    assert ran.code == 1
    assert "grader.jail is not allowed to import grader.grading" in ran.out


def test_the_kind_of_check_works_as_the_page_adds_it(copy: Path) -> None:
    blocks = [text for _, text in _blocks_of("A kind of check")]
    assert [add(block, copy) for block in blocks] == [
        "grader/checks/ascending.py",
        "grader/checks/registry.py",
        "grader/checks/registry.py",
        "tests/checks/test_checks_ascending.py",
    ]
    ran = run(".venv/bin/pytest -n 0 tests/checks/test_checks_ascending.py", copy)
    assert ran.code == 0, ran
    assert "6 passed" in ran.out


def test_the_renderer_works_as_the_page_adds_it(copy: Path) -> None:
    assert [add(text, copy) for _, text in _blocks_of("A way to write a report")] == [
        "grader/report/points.py",
        "grader/report/formats.py",
        "grader/report/formats.py",
        "grader/cli/check.py",
    ]
    answer = copy / "answer.py"
    answer.write_text("def masked_softmax(scores, mask):\n    pass\n", encoding="utf-8")
    check = f"{sys.executable} -m grader check answer.py --format points"
    ran = run(f"{check} --assignment attention/masked-softmax", copy)
    assert ran.out.startswith("attention/masked-softmax\t"), ran
    ran = run(".venv/bin/pytest -n 0 tests/report/test_report_renderers.py -k hidden", copy)
    assert ran.code == 0, ran
    assert "9 passed" in ran.out


def test_commands_for_a_problem_run(copy: Path) -> None:
    ((_, block),) = _blocks_of("A problem")
    ran = run(block, copy)
    assert ran.code == 0, ran
    assert "\n1 problem: no faults\n" in ran.out
    assert re.search(r" 4 / 4$", ran.out, re.MULTILINE)


INTERVAL = """
id: numbers/share
title: A share
prompt: Where does a share lie that is never the whole?
parts:
  range:
    asks: interval
    answer: "[0, 1)"
    points: 2
"""


def test_the_kind_of_answer_works_as_the_page_adds_it(copy: Path) -> None:
    blocks = [text for _, text in _blocks_of("A kind of answer")]
    assert [add(block, copy) for block in blocks] == [
        "grader/kinds/interval/__init__.py",
        "grader/kinds/interval/keys.py",
        "grader/kinds/interval/marking.py",
        "grader/kinds/registry.py",
        "grader/kinds/registry.py",
        "tests/kinds/test_kinds_interval.py",
    ]
    ran = run(".venv/bin/pytest -n 0 tests/kinds/test_kinds_interval.py", copy)
    assert ran.code == 0, ran
    course = copy / "other"
    (course / "problems").mkdir(parents=True)
    (course / "problems/share.yaml").write_text(INTERVAL, encoding="utf-8")
    (copy / "answers.md").write_text("# numbers/share\n\nrange: [0, 1)\n", encoding="utf-8")
    grader = f"{sys.executable} -m grader"
    ran = run(f"{grader} check answers.md --course other && {grader} lint --course other", copy)
    assert ran.code == 0, ran
    assert re.search(r" 2 / 2$", ran.out, re.MULTILINE)
    assert "1 problem: no faults" in ran.out
    ran = run(f"{grader} show numbers/share --course other", copy)
    assert "A round bracket leaves its end out." in " ".join(ran.out.split())


@pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="no hatchling")
def test_wheel_and_source_are_built(copy: Path) -> None:
    ((_, block),) = _blocks_of("A release")
    ran = run(block, copy)
    assert ran.code == 0, ran
    assert sorted(os.listdir(copy / "dist")) == [  # noqa: PTH208
        "grader_dl-0.1.0-py3-none-any.whl",
        "grader_dl-0.1.0.tar.gz",
    ]


def test_every_block_is_run_or_checked() -> None:
    titles = (
        "Tests",
        "A kind of check",
        "A kind of answer",
        "A way to write a report",
        "A problem",
        "A release",
    )
    checked = [block for title in titles for block in _blocks_of(title)]
    others = [block for block in BLOCKS if block not in checked]
    left = [text for _, text in others if text not in INSTALLING]
    assert left == [*QUICK, ".venv/bin/lint-imports\n"]


def test_links_lead_somewhere() -> None:
    for target, anchor in re.findall(r"\]\(([^)#]+)(?:#([^)]*))?\)", PAGE):
        text = (ROOT / target).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        anchors = [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings]
        assert not anchor or anchor in anchors, f"{target}#{anchor}"


def test_style_has_ten_lines() -> None:
    assert re.findall(r"^(\d+)\. ", section("Style"), re.MULTILINE) == [*map(str, range(1, 11))]


def _blocks_of(title: str) -> list[tuple[str, str]]:
    return [block for block in BLOCKS if block[1].strip().split("\n")[0] in section(title)]
