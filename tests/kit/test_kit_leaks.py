"""Nothing that is hidden is in a kit: searched for, and by kits that do not depend on it."""

from __future__ import annotations

import ast
import base64
import binascii
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kits import ROOT, shipped, shipped_kit
from ruamel.yaml import YAML

from grader.cases import Case
from grader.cases.edges import leaves
from grader.checks import all_checks
from grader.course.parts import CodePart
from grader.grading.asking import prepare
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.truth import Truth
from grader.kinds.opening import opened
from grader.kit.folder import kit_files, zipped
from grader.values import Array, decode

ASSIGNMENTS = list(shipped()[0].settings.assignments)
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{40,}={0,2}")
# Short names and words are in prompts, too; these are long enough to be nobody's by chance.
LONG = 12


def pieces(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file and everything that can be made of it: names, members, cells, frames, base64."""
    yield f"the name of {name}", name.encode()
    yield name, data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield from pieces(f"{name}/{member}", archive.read(member))
    if name.endswith(".npy"):
        frame = np.load(io.BytesIO(data), allow_pickle=False).tobytes()
        yield name, repr(decode(frame)).encode()
        for leaf in leaves(decode(frame)):
            if isinstance(leaf, Array):
                yield name, leaf.data.tobytes()
    if name.endswith((".json", ".ipynb")):
        yield name, json.dumps(json.loads(data), ensure_ascii=False).encode()
    for match in _BASE64.findall(data):
        try:
            yield name, base64.b64decode(match)
        except binascii.Error:
            continue


def all_pieces(files: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    packed = zipped(files, "kit")
    return [
        piece for name, data in {**files, "kit.zip": packed}.items() for piece in pieces(name, data)
    ]


def secrets_of(assignment: str) -> Iterator[str]:
    """What students must not see of it, as text."""
    course, _ = shipped()
    for name in course.assignment(assignment):
        problem = course.problems[name].problem
        for part in problem.parts.values():
            for mistake in part.known_mistakes:
                yield mistake.name
                yield from mistake.hint.split(". ")
            yield from getattr(part, "rubric", ())
            if isinstance(part, CodePart):
                yield part.reference
                yield from (one.reference for one in part.mistakes)
                yield from (one.reference for one in part.readings)
            elif part.asks != "choice":  # of a choice the options are all there; see below
                answer = getattr(part, "answer", ())
                yield from [answer] if isinstance(answer, str) else answer
    for file, source in course.references.files.items():
        yield from _lines_of(source)
        yield file


def _lines_of(source: bytes) -> Iterator[str]:
    """Lines of code that no prompt and no report has a reason to say."""
    docstrings = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for number, line in enumerate(source.decode().split("\n"), 1):
        code = line.strip()
        if number not in docstrings and "=" in code and "def " not in code and len(code) > 20:
            yield code


@pytest.mark.one_in(3)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_secret_text_is_in_a_kit(assignment: str) -> None:
    blobs = all_pieces(shipped_kit(assignment))
    prompts = "\n".join(
        text
        for one in shipped()[0].assignment(assignment)
        for text in _told(shipped()[0].problems[one].problem)
    )
    wanted = {s for s in secrets_of(assignment) if len(s) >= LONG and s not in prompts}
    assert len(wanted) > 100
    found = [(name, one) for one in wanted for name, data in blobs if one.encode() in data]
    assert found == []


def _told(problem: Any) -> Iterator[str]:
    """What the sheet says anyway: an answer may be a formula of the prompt."""
    yield problem.prompt
    yield problem.title
    for part in problem.parts.values():
        yield part.text
        yield from getattr(part, "options", {}).values()
        yield from getattr(part, "symbols", {}).values()


def test_the_search_finds_what_is_hidden_well() -> None:
    """Else it would find nothing however much there is."""
    secret = b"mask the scores before the softmax and never after"
    inner = zipped({"x.txt": base64.b64encode(secret)}, "inner")
    found = [name for name, data in all_pieces({"outer.zip": inner}) if secret in data]
    assert found == ["outer.zip/inner/x.txt", "kit.zip/kit/outer.zip/inner/x.txt"]


def test_hidden_cases_and_the_secret_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_SECRET", "a-secret-that-nobody-guesses")
    course, checks = opened(ROOT)
    files = kit_files(course, checks, "companions", with_mistakes=True)
    blobs = all_pieces(files)
    hidden: list[bytes] = []
    with Truth(course.references, ReferenceSeconds(course)) as truth:
        for name in course.assignment("companions"):
            for part, spec in course.problems[name].problem.parts.items():
                if not isinstance(spec, CodePart):
                    continue
                for one in prepare(course, dict(checks), truth, name, part):
                    cases = [case for case in one.ask.cases if not case.public]
                    hidden += [str(case.seed).encode() for case in cases]
                    hidden += [data for case in cases for data in _drawn(case)]
    assert len(hidden) > 50
    assert [name for one in hidden for name, data in blobs if one in data] == []
    assert [name for name, data in blobs if b"a-secret-that-nobody-guesses" in data] == []


def _drawn(case: Case) -> Iterator[bytes]:
    """Arrays of its inputs that are nowhere else by chance: no positions, no masks."""
    for leaf in leaves(case.inputs):
        if isinstance(leaf, np.ndarray) and (np.abs(leaf % 1) > 0).sum() > 3:
            yield leaf.tobytes()


def _other_secrets(part: dict[str, Any]) -> None:
    """Give the part other answers, mistakes and words for people, of the same form."""
    part.pop("mistakes", None)
    if part["asks"] == "choice":
        keys = list(part["options"])
        answer = part["answer"]
        turned = {key: keys[(at + 1) % len(keys)] for at, key in enumerate(keys)}
        part["answer"] = (
            [turned[key] for key in answer] if isinstance(answer, list) else turned[answer]
        )
    elif part["asks"] == "number":
        part["answer"] = 123454321
        part.pop("factors", None)
    elif part["asks"] == "prose":
        part["rubric"] = ["something else"]
    elif part["asks"] == "growth":
        part["answer"] = str(part["variables"][0] if isinstance(part["variables"], list) else "1")


def test_a_kit_does_not_depend_on_answers_mistakes_and_rubrics(tmp_path: Path) -> None:
    yaml = YAML(typ="safe")
    (tmp_path / "reference").symlink_to(ROOT / "reference")
    (tmp_path / "grader.toml").write_bytes((ROOT / "grader.toml").read_bytes())
    changed = 0
    for file in (ROOT / "problems").rglob("*.yaml"):
        problem = yaml.load(file.read_bytes())
        before = json.dumps(problem)
        problem.pop("mistakes", None)
        for part in problem["parts"].values():
            _other_secrets(part)
        changed += json.dumps(problem) != before
        copy = tmp_path / "problems" / file.relative_to(ROOT / "problems")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(problem, ensure_ascii=False), encoding="utf-8")  # YAML, too
    assert changed > 30
    course, _ = opened(tmp_path)
    for assignment in ("attention-basics", "structured-attention", "translation-and-attention"):
        other = kit_files(course, all_checks(), assignment, with_mistakes=False)
        assert {
            name for name, data in shipped_kit(assignment).items() if other[name] != data
        } == set()


def test_mistakes_go_along_when_the_instructor_says_so() -> None:
    name = "the mask is applied after the softmax"
    with_them = shipped_kit("attention/masked-softmax", with_mistakes=True)["grader-kit.json"]
    assert name.encode() in with_them
    assert name.encode() not in shipped_kit("attention/masked-softmax")["grader-kit.json"]
    assert b"attention_mistakes" not in with_them
