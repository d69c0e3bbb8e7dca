"""A kit in a student's hands, and its page in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsing import DARK, DESK, LIGHT, PHONE, Scheme, look
from click.testing import CliRunner
from kits import checked, shipped_kit, unpacked
from playwright.sync_api import Browser
from students_way import RIGHT, WRITTEN, go, verdicts

from grader.cli.commands import cli
from grader.kit.files import BadKit
from grader.kit.folder import KitInTheWay, write_kit
from grader.report.formats import FORMATS
from grader.report.wording import unread_sentence

PROBLEM = "attention/masked-softmax"


@pytest.mark.whole  # the workflow goes it on three systems
def test_the_whole_way(tmp_path: Path) -> None:
    way = go(tmp_path)
    assert verdicts(way.empty) == ["not attempted"] * 3
    assert verdicts(way.wrong) == ["undecided", "undecided", "wrong"]
    assert verdicts(way.mended) == ["undecided", "undecided", "correct"]
    assert verdicts(way.instructor) == ["correct"] * 3
    assert way.instructor["score"]["earned"] == way.instructor["score"]["possible"]
    for report in (way.empty, way.wrong, way.mended):
        assert report["public"]
        assert report["notes"][0].startswith("public checks: this kit holds a few of the cases")
        assert report["score"] == {"earned": 0, "pending": 0, "possible": 0}
    where = way.mended["problems"][0]["parts"][0]
    assert where["message"] == "read, and not judged here: the answer is not in the kit"
    assert where["read_as"] == "before"
    code = way.mended["problems"][0]["parts"][2]
    assert code["notes"] == [
        "masked_softmax is defined 2 times; graded is the one in homework.py, line 5, not the one "
        "in homework.ipynb, cell 4, line 1",
        "only your instructor checks: agrees with the reference, on 6 more cases; works on a "
        "batch; works when mask is None; large scores do not overflow; rows sum to one",
    ]


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    files = {"answers.md": f"# {PROBLEM}\n\nwhere: somewhere\n".encode()}
    part = checked(unpacked(PROBLEM, tmp_path / "kit"), files).problems[0].parts[0]
    assert (part.verdict, part.message) == (
        "unread",
        "answers.md, line 3 cannot be read: `somewhere` is not one of the options; "
        "write one of before, after, tokens, values",
    )


def test_nothing_waits_for_a_person_before_it_is_handed_in(tmp_path: Path) -> None:
    written = b"# lstm/parallel\n\nchoose: A GRU, it is smaller.\n\nattention: it depends\n"
    report = checked(unpacked("lstm/parallel", tmp_path / "kit"), {"answers.md": written})
    said = {part.name: part.message for part in report.problems[0].parts}
    assert said["choose"] == "found: your instructor reads it when you have handed it in"
    assert unread_sentence(report) == (
        "1 answer could not be read: write as the report says, for your instructor to read"
    )
    for name in ("text", "markdown"):
        text = FORMATS[name](report)
        assert "pending" not in text
        assert "wait" not in text


def test_a_known_mistake_is_named_by_a_kit_that_has_it(tmp_path: Path) -> None:
    source = RIGHT.replace("    scores = np.where(mask, scores, -np.inf)\n", "    pass\n")
    source = source.replace("return scores /", "return (1 if mask is None else mask) * scores /")
    named = unpacked(PROBLEM, tmp_path / "named", with_mistakes=True)
    plain = unpacked(PROBLEM, tmp_path / "plain")
    said = [checked(kit, {"a.py": source.encode()}).problems[0].parts[2] for kit in (named, plain)]
    assert [part.verdict for part in said] == ["partly", "wrong"]
    assert said[0].mistake is not None
    assert said[0].mistake.name == "the mask is applied after the softmax"
    assert said[1].mistake is None


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("grader-kit.npz", b"nothing", "the kit is damaged"),
        ("grader-kit.json", b"[1]", "was made for another version of grader"),
        ("grader-kit.json", b'{"format": 1}', "cannot be read by this version of grader"),
    ],
)
def test_a_kit_that_cannot_be_used(file: str, content: bytes, message: str, tmp_path: Path) -> None:
    folder = unpacked(PROBLEM, tmp_path / "kit")
    (folder / file).write_bytes(content)
    with pytest.raises(BadKit, match=message):
        checked(folder, {})


def test_a_kit_is_written_once_and_is_the_same_each_time(tmp_path: Path) -> None:
    files = shipped_kit(PROBLEM)
    for name in ("a.zip", "b.zip"):
        write_kit(files, tmp_path / name, PROBLEM)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with pytest.raises(KitInTheWay, match="is there already; name a new folder or zip file"):
        write_kit(files, tmp_path / "a.zip", PROBLEM)


def test_what_needs_the_reference_says_so_in_a_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(unpacked(PROBLEM, tmp_path / "kit"))
    for command in (["show", PROBLEM], ["lint"], ["handout", PROBLEM, "again"]):
        done = CliRunner().invoke(cli, command)
        assert "is a student's kit, which holds no reference" in str(done.exception)
    listed = CliRunner().invoke(cli, ["list"])
    assert PROBLEM in listed.output


def test_a_starter_notebook_marks_its_questions(tmp_path: Path) -> None:
    """Into one of which a student has written, which is an answer then."""
    folder = unpacked(PROBLEM, tmp_path / "kit")
    notebook = json.loads((folder / "homework.ipynb").read_text("utf-8"))
    blank = checked(folder, {"homework.ipynb": json.dumps(notebook).encode()})
    assert [part.verdict for part in blank.problems[0].parts] == ["not attempted"] * 3
    question = next(cell for cell in notebook["cells"] if "grader_question" in cell["metadata"])
    question["source"] = WRITTEN
    written = checked(folder, {"homework.ipynb": json.dumps(notebook).encode()})
    assert written.problems[0].parts[0].read_as == "before"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit, and in it what it says of a right answer."""
    folder = unpacked("attention-basics", tmp_path_factory.mktemp("pages") / "kit")
    report = checked(folder, {"a.py": RIGHT.encode(), "answers.md": WRITTEN.encode()}, [PROBLEM])
    (folder / "report.html").write_text(FORMATS["html"](report), encoding="utf-8")
    return folder


@pytest.mark.in_turn("scheme", "width")
@pytest.mark.parametrize(("scheme", "width"), [(LIGHT, DESK), (DARK, PHONE)])
@pytest.mark.parametrize("name", ["grader-questions", "report"])
def test_its_pages_in_a_browser(
    name: str, scheme: Scheme, width: int, browser: Browser, pages: Path, tmp_path: Path
) -> None:
    seen = look(browser, pages / f"{name}.html", scheme, width, tmp_path / f"{scheme}.png")
    assert (seen.complaints, seen.requests, seen.scrolls, seen.barriers) == ([], [], False, [])
    if name == "report":
        assert seen.title == "s: 1 of 1 public check of your code passes"
