# ruff: noqa: E501
"""Curves: data files in every layout, claims that follow from them or do not, and the points."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from curve_files import CLAIMS, LINES, READ, RIGHT, UNREAD, percent, table
from forms_course import graded, marked_with, part_of

from grader.checks import all_checks
from grader.checks.figures import Curves
from grader.checks.verdict import Verdict
from grader.course import Course
from grader.grading import Session
from grader.kinds.curve.cells import BadCell, read_cell
from grader.kinds.curve.keys import CurvePart
from grader.kinds.marker import Marked
from grader.report.formats import FORMATS

PROBLEM = "language-model/pretrained"


@pytest.fixture(scope="module")
def part(shipped: Course) -> CurvePart:
    found = shipped.problems[PROBLEM].problem.parts["runs"]
    assert isinstance(found, CurvePart)
    return found


def claimed(part: CurvePart, text: str, data: str | bytes = RIGHT) -> Marked:
    return marked_with(part, {"accuracy.csv": data}, text)


@pytest.mark.parametrize(("data", "notes"), READ.values(), ids=READ)
def test_a_file_that_is_read(data: str | bytes, notes: tuple[str, ...], part: CurvePart) -> None:
    marked = claimed(part, CLAIMS, data)
    assert (marked.verdict, marked.message, marked.notes) == (Verdict.CORRECT, "", notes)
    assert marked.share == 1.0


@pytest.mark.parametrize(("data", "words"), UNREAD.values(), ids=UNREAD)
def test_a_file_that_is_not_read(data: str | bytes, words: str, part: CurvePart) -> None:
    marked = claimed(part, CLAIMS, data)
    assert (marked.message, marked.verdict, marked.share) == (
        f"accuracy.csv, {words}",
        Verdict.WRONG,
        0.0,
    )
    assert [line.verdict.value for line in marked.lines] == ["wrong"] + ["not attempted"] * 3
    assert marked.figures == ()


MISSING = {
    "nothing like it": ({}, "hand it in beside your answers, with the header `epoch,scratch,pretrained`"),
    "another name": ({"accuracy_runs.csv": RIGHT}, "did you mean accuracy_runs.csv? Rename it to accuracy.csv"),
    "the only data there is": ({"out/log.tsv": RIGHT}, "did you mean out/log.tsv? Rename it to accuracy.csv"),
    "a spreadsheet": ({"data/accuracy.xlsx": "PK"}, "save data/accuracy.xlsx as accuracy.csv"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "hint"), MISSING.values(), ids=MISSING)
def test_no_file(files: dict[str, str], hint: str, part: CurvePart) -> None:
    marked = marked_with(part, files, CLAIMS)
    assert (marked.message, marked.share) == (f"no accuracy.csv was found; {hint}", 0.0)
    assert marked.verdict is Verdict.NOT_ATTEMPTED
    assert (
        marked.lines[1].message
        == "not judged without the file: claims must follow from your own data"
    )


def test_other_names_and_places_of_the_file(part: CurvePart) -> None:
    for name in ("results.csv", "runs/day 2/Accuracy.CSV"):
        assert marked_with(part, {name: RIGHT}, CLAIMS).verdict is Verdict.CORRECT
    both = marked_with(part, {"a/accuracy.csv": LINES[0], "accuracy.csv": RIGHT}, CLAIMS)
    assert both.notes == ("accuracy.csv: a/accuracy.csv has the same name; read is accuracy.csv",)
    assert both.share == 1.0


LAYOUTS = {
    "list": "- ends_higher: pretrained\n- faster: pretrained\n- first_gap: 0.11",
    "table": "| claim | answer |\n|---|---|\n| ends higher | pretrained |\n| faster | `pretrained` |\n| first gap | $0.109$ |",
    "bold": "**ends_higher:** **pretrained**\n\n**faster:** pretrained\n\n**first_gap:** 0.11",
    "words around": "ends_higher: the Pre-trained run\nfaster: the pretrained model.\nfirst_gap: about 0.11",
    "remarks": "ends_higher: pretrained (0.807 against 0.748)\nfaster: pretrained, epoch 4 and not 9\nfirst_gap: 0.11 (in favour of pretrained)",
    "aliases": "higher: finetuned\nfastest: from pretrained\ngap: 0.11",
    "percent": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 10.9 %",
    "points": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 11 percentage points",
    "larger than one": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 11",
    "worked out": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 0.621 - 0.512 = 0.109",
    "a sign": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: +0.11",
    "a decimal comma": "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 0,11",
}  # fmt: skip


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_right_claims(text: str, part: CurvePart) -> None:
    marked = claimed(part, text)
    assert (marked.message, marked.verdict) == ("", Verdict.CORRECT)


AT_15 = "your file has 0.748 for scratch and 0.807 for pretrained at epoch 11"
REACHED = "in your file scratch reaches 95 % of 0.748 at epoch 9 and pretrained reaches 95 % of 0.807 at epoch 4"
FIRST = "pretrained - scratch is asked for, and your file has 0.621 for pretrained and 0.512 for scratch at epoch 1"
WRONG: dict[str, tuple[str, str, str, str]] = {
    "the other run ends higher": ("ends_higher", "scratch", f"you say `scratch` ends higher, but {AT_15}", "the two runs have changed places"),
    "neither does": ("ends_higher", "equal", f"you say they end equal, but {AT_15}", ""),
    "the other run is faster": ("faster", "scratch", f"you say `scratch` is faster to 95 % of its own best, but {REACHED}", ""),
    "neither is": ("faster", "both are equally fast", f"you say they are equally fast to 95 % of their own best, but {REACHED}", ""),
    "another gap": ("first_gap", "0.2", f"you say 0.2, but {FIRST}", ""),
    "the last gap": ("first_gap", "0.06", f"you say 0.06, but {FIRST}", "the gap is taken after the last epoch"),
    "the other way round": ("first_gap", "-0.11", f"you say -0.11, but {FIRST}", "the runs are subtracted the other way round"),
    "a ratio": ("first_gap", "21 %", f"you say 21 %, but {FIRST}", ""),
    "both names": ("ends_higher", "scratch, pretrained", "cannot be read: `scratch, pretrained` is not clear; write scratch, pretrained or equal", ""),
    "a comparison": ("ends_higher", "pretrained > scratch", "cannot be read: `pretrained > scratch` is not clear; write scratch, pretrained or equal", ""),
    "a negation": ("faster", "not scratch", "cannot be read: `not scratch` is not clear; write scratch, pretrained or equal", ""),
    "no number": ("first_gap", "large", "cannot be read: there is no number here; write one, such as 0.25", ""),
    "nothing": ("faster", "", "this claim is missing; write `faster: …`", ""),
}  # fmt: skip


@pytest.mark.parametrize("row", WRONG.values(), ids=WRONG)
def test_a_wrong_claim_costs_itself(row: tuple[str, str, str, str], part: CurvePart) -> None:
    name, said, words, mistake = row
    lines = [line for line in CLAIMS.splitlines() if not line.startswith(name)]
    marked = claimed(part, "\n".join([*lines, f"{name}: {said}"]))
    verdict = Verdict.UNREAD if "cannot be read" in words else Verdict.PARTLY
    assert (marked.message, marked.verdict) == (f"{name}: {words}", verdict)
    assert marked.share == pytest.approx(0.8)
    assert (marked.mistake.name if marked.mistake else "") == mistake


def test_a_misspelt_claim_and_one_made_twice(part: CurvePart) -> None:
    misspelt = claimed(part, CLAIMS.replace("ends_higher", "end_higher"))
    assert (
        misspelt.message == "ends_higher: this claim is missing; did you mean it by `end_higher`?"
    )
    twice = claimed(part, CLAIMS + "faster: scratch\n")
    assert twice.message == "faster: written 2 times, with different values"


def test_a_number_that_cannot_be_worked_out_waits_for_a_person(part: CurvePart) -> None:
    marked = claimed(part, CLAIMS.replace("0.11", "2**10**10**10"))
    assert (marked.verdict, marked.message) == (
        Verdict.UNDECIDED,
        "first_gap: a person decides about 2**10**10**10",
    )


def two_runs(scratch: list[str], pretrained: list[str]) -> str:
    rows = zip(range(1, 20), scratch, pretrained, strict=False)
    return "epoch,scratch,pretrained\n" + "".join(f"{n},{a},{b}\n" for n, a, b in rows)


TIES = {
    # within half a percentage point at the end; the same epoch for both
    "equal": (two_runs(["0.5"] * 9 + ["0.801"], ["0.6"] * 9 + ["0.805"]), True, True),
    "apart": (two_runs(["0.5"] * 9 + ["0.80"], ["0.6"] * 9 + ["0.81"]), False, True),
    # 95 % of 0.80 is 0.76; 0.755 is written 0.76, so the file cannot tell epoch 3 from epoch 4
    "too coarse to tell": (two_runs(["0.5", "0.6", "0.75", *["0.80"] * 7], ["0.5", "0.6", "0.76", *["0.80"] * 7]), True, True),
    "fine enough to tell": (two_runs(["0.5", "0.6", "0.7500", *["0.80"] * 7], ["0.5", "0.6", "0.7610", *["0.80"] * 7]), True, False),
}  # fmt: skip


@pytest.mark.parametrize(("data", "higher", "faster"), TIES.values(), ids=TIES)
def test_what_the_data_cannot_tell_apart(
    data: str, higher: bool, faster: bool, part: CurvePart
) -> None:
    for claim, tied in (("ends_higher", higher), ("faster", faster)):
        right = {
            said: claimed(part, f"{claim}: {said}", data).share > 0.4 + 1e-9
            for said in ("scratch", "pretrained", "equal")
        }
        assert right == {"scratch": tied, "pretrained": True, "equal": tied}


def test_the_best_row_is_not_the_last(part: CurvePart) -> None:
    peaked = two_runs(["0.5"] * 8 + ["0.9", "0.6"], ["0.5"] * 9 + ["0.7"])
    marked = claimed(
        part, CLAIMS.replace("ends_higher: pretrained", "ends_higher: scratch"), peaked
    )
    assert marked.mistake is not None
    assert marked.mistake.name == "the best epochs are compared in place of the last one"


def test_a_level_of_its_own_for_each_run(part: CurvePart) -> None:
    flat = two_runs(["0.5"] * 10, [f"{0.5 + n / 40}" for n in range(10)])
    assert claimed(part, "faster: scratch", flat).share == pytest.approx(0.6)
    marked = claimed(part, "faster: pretrained", flat)
    assert marked.mistake is not None
    assert marked.mistake.name == "both runs are measured against the better one's best"


def test_percent_in_the_file_and_in_the_claim(part: CurvePart) -> None:
    data = table(written=percent)
    for gap in ("10.9", "0.109", "11 %", "0.11"):
        assert claimed(part, CLAIMS.replace("0.11", gap), data).verdict is Verdict.CORRECT
    marked = claimed(part, "ends_higher: scratch", data)
    assert "your file has 74.8 % for scratch and 80.7 % for pretrained" in marked.message


def test_the_file_and_each_claim_earn_their_weight(part: CurvePart) -> None:
    marked = claimed(part, "")
    assert (marked.verdict, marked.share) == (Verdict.PARTLY, 0.4)
    assert {line.name: line.weight for line in marked.lines} == {
        "accuracy.csv": 2.0, "ends_higher": 1.0, "faster": 1.0, "first_gap": 1.0,
    }  # fmt: skip


def test_the_curves_are_drawn(part: CurvePart) -> None:
    (figure,) = claimed(part, CLAIMS).figures
    assert isinstance(figure, Curves)
    assert (figure.title, figure.x) == ("accuracy.csv", "epoch")
    assert [series.name for series in figure.series] == ["scratch", "pretrained"]
    assert figure.series[1].points[0] == (1.0, 0.621)
    assert [mark.label for mark in figure.marks] == [
        "scratch: 95 % of its best at epoch 9",
        "pretrained: 95 % of its best at epoch 4",
    ]
    (before,) = claimed(part, "ends_higher: pretrained").figures
    assert isinstance(before, Curves)
    assert before.marks == ()  # not given away before the claim is made


def test_the_right_answer_is_that_of_the_first_example(part: CurvePart) -> None:
    text = part.marker().right_answer(part)
    assert text == "ends_higher: pretrained\nfaster: scratch\nfirst_gap: 0.09"
    assert claimed(part, text, part.examples[0]).verdict is Verdict.CORRECT


CELLS = {
    "0.81": (0.81, 0.01), "81": (81, 1), ".5": (0.5, 0.1), "5.": (5, 1), "-0.50": (-0.5, 0.01),
    "8.10e-01": (0.81, 0.001), "1E2": (100, 100), "81.5%": (0.815, 0.001), "0,81": (0.81, 0.01),
}  # fmt: skip


@pytest.mark.parametrize("text", CELLS)
def test_cells_are_read_exactly(text: str) -> None:
    cell = read_cell(text)
    assert (float(cell.value), float(cell.unit)) == CELLS[text]


@pytest.mark.parametrize(
    "text", ["", ".", "-", "1e", "1e400", "0x10", "1 2", "½", "1..2", "e5", "%"]
)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(BadCell):
        read_cell(text)


@pytest.fixture(scope="module")
def opened(shipped: Course) -> Iterator[Session]:
    with Session(shipped, all_checks(), ("numpy",)) as session:
        yield session


def test_through_the_sandbox(opened: Session) -> None:
    answers = f"# {PROBLEM}\n\n{CLAIMS}"
    files = {"answers.md": answers, "data/accuracy.csv": RIGHT}
    report = graded(opened, files, PROBLEM)
    found = part_of(report, PROBLEM, "runs")
    assert (found.verdict, found.score.earned) == (Verdict.CORRECT, 5)
    assert found.answer is not None
    assert (found.answer.file, found.answer.line) == ("answers.md", 3)
    assert "0.8 ┤" in FORMATS["text"](report)
    assert json.loads(report.to_json())["problems"][0]["parts"][0]["figures"][0]["kind"] == "curves"


def test_the_file_alone_is_an_attempt(opened: Session) -> None:
    found = part_of(graded(opened, {"accuracy.csv": RIGHT}, PROBLEM), PROBLEM, "runs")
    assert (found.verdict, found.score.earned, found.answer) == (Verdict.PARTLY, 2, None)


def test_nothing_at_all_is_none(opened: Session) -> None:
    found = part_of(graded(opened, {"hw.py": "x = 1\n"}, PROBLEM), PROBLEM, "runs")
    assert (found.verdict, found.score.earned) == (Verdict.NOT_ATTEMPTED, 0)


def test_github_points_at_the_line_of_the_data_file(opened: Session) -> None:
    data = UNREAD["NaN"][0]
    report = graded(
        opened, {"answers.md": f"# {PROBLEM}\n\n{CLAIMS}", "accuracy.csv": data}, PROBLEM
    )
    assert FORMATS["github"](report).startswith("::error file=accuracy.csv,line=5,")


def test_answers_in_yaml(opened: Session) -> None:
    answers = f"{PROBLEM}:\n  ends_higher: pretrained\n  faster: pretrained\n  first_gap: 0.11\n"
    report = graded(opened, {"answers.yaml": answers, "accuracy.csv": RIGHT}, PROBLEM)
    assert part_of(report, PROBLEM, "runs").score.earned == 5


def test_hostile_names_reach_no_terminal(opened: Session) -> None:
    data = RIGHT.replace("pretrained", "pretrained\u202e\u200b ::error:: |")
    report = graded(opened, {"accuracy.csv": data}, PROBLEM)
    for form in FORMATS.values():
        assert not {"\u202e", "\u200b"} & set(form(report))
