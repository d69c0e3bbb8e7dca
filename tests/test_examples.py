"""Every example submission scores what its README says, and its mistakes are named."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from browsing import DARK, DESK, LIGHT, PHONE, Scheme, look
from homework_tables import HEAD, HOMEWORKS, ROOT, assignment_of, grading, table_of
from playwright.sync_api import Browser

from grader.checks import Verdict
from grader.report import Report
from grader.report.formats import FORMATS

FOLDERS = sorted(folder for folder in (ROOT / "submissions_example").iterdir() if folder.is_dir())
EXAMPLES = [folder for folder in FOLDERS if folder not in HOMEWORKS]
ROW = re.compile(r"^\| ([\w/-]+) \| ([\d.]+) / ([\d.]+) \|$", re.MULTILINE)
NAMED = re.compile(r"^\| ([\w/-]+) \| (\w+) \| (.+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def report_of() -> Iterator[Callable[[Path, str], Report]]:
    """(folder, assignment) -> the report on it; each is graded once."""
    with grading() as report:
        yield cache(report)


@pytest.mark.one_in(5)
@pytest.mark.in_turn("scheme", "width")
@pytest.mark.parametrize(("scheme", "width"), [(LIGHT, DESK), (DARK, PHONE)])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_its_report_is_a_page_that_everybody_can_read(
    folder: Path,
    scheme: Scheme,
    width: int,
    report_of: Callable[[Path, str], Report],
    browser: Browser,
    tmp_path: Path,
) -> None:
    """On a phone in the dark, too."""
    assignment = assignment_of((folder / "README.md").read_text()) if folder in HOMEWORKS else ""
    file = tmp_path / "report.html"
    file.write_text(FORMATS["html"](report_of(folder, assignment)), "utf-8")
    seen = look(browser, file, scheme, width, tmp_path / f"{scheme}.png")
    assert seen.complaints == seen.requests == seen.barriers == []
    assert not seen.scrolls
    assert seen.title.startswith(f"{folder.name}: ")


@pytest.mark.parametrize("name", ["numpy_correct", "torch_correct"])
def test_every_problem_is_right_in_two_styles(
    name: str, report_of: Callable[[Path, str], Report]
) -> None:
    not_right = [
        (problem.id, part.name, str(part.verdict))
        for problem in report_of(ROOT / "submissions_example" / name, "").problems
        for part in problem.parts
        if part.asks != "prose" and part.verdict is not Verdict.CORRECT
    ]
    assert not_right == []


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_scores_what_its_readme_says(
    folder: Path, report_of: Callable[[Path, str], Report]
) -> None:
    readme = (folder / "README.md").read_text()
    promised = {
        name: (float(earned), float(possible)) for name, earned, possible in ROW.findall(readme)
    }
    assert promised, "an example says what it must score"
    report = report_of(folder, "")
    scored = {p.id: (p.score.earned, p.score.possible) for p in report.problems}
    silent = {name: (0.0, possible) for name, (_, possible) in scored.items()}
    assert scored == {**silent, **promised}
    named = {
        (problem.id, part.name, part.mistake.name)
        for problem in report.problems
        for part in problem.parts
        if part.mistake
    }
    assert named == {found for found in NAMED.findall(readme) if found[0] != "problem"}


@pytest.mark.parametrize("folder", HOMEWORKS, ids=lambda folder: folder.name)
def test_a_homework_gets_what_its_readme_says_of_each_part(
    folder: Path, report_of: Callable[[Path, str], Report]
) -> None:
    """`python tests/homework_tables.py` writes the tables anew."""
    readme = (folder / "README.md").read_text()
    told = readme[readme.index(HEAD) :]
    assert told == table_of(report_of(folder, assignment_of(readme)))


# What the homework has wrong, by whatever is read of it: (folder, problem, part) -> the reason.
WRONG = {
    (f"homework_{folder}", *part.split()): reason
    for folder, part, reason in [
        ("attention", "attention/rotation frequency", "the exponent is written as a factor"),
        ("attention", "attention/masked-softmax where", "the mask is applied after the softmax"),
        ("attention", "attention/masked-softmax code", "the mask is applied after the softmax"),
        ("attention", "counting/base-model value", "only one pair of layers is counted"),
        (
            "language_model",
            "counting/language-model counts",
            "one norm is counted, or two without their shifts",
        ),
        (
            "recurrence",
            "lstm/output-layer bias",
            "it is multiplied by the activation, as the derivative of the weights is",
        ),
        (
            "recurrence",
            "lstm/gate-derivatives candidate",
            "the slope of the tanh is taken as 1 minus what goes into it",
        ),
        ("recurrence", "lstm/gate-derivatives bias", "what comes from above is left out"),
        (
            "recurrence",
            "lstm/cell-backward code",
            "the slope of the candidate is taken as 1 minus what goes into its tanh",
        ),
        *(
            (
                "recurrence",
                f"attention/orthogonal {part}",
                "exp(0) is taken as 0, so that the other inputs get no weight",
            )
            for part in ("own", "other", "when")
        ),
    ]
}


@pytest.mark.parametrize("folder", HOMEWORKS, ids=lambda folder: folder.name)
def test_what_is_right_loses_nothing_and_what_is_wrong_is_never_accepted(
    folder: Path, report_of: Callable[[Path, str], Report]
) -> None:
    """Whatever the tables say."""
    report = report_of(folder, assignment_of((folder / "README.md").read_text()))
    for problem in report.problems:
        for part in problem.parts:
            reason = WRONG.get((folder.name, problem.id, part.name))
            if part.verdict is Verdict.CORRECT:
                assert reason is None, (problem.id, part.name)
            elif not part.verdict.pending and part.verdict is not Verdict.NOT_ATTEMPTED:
                named = part.mistake.name if part.mistake else part.message
                assert named == reason, (problem.id, part.name)
            if part.asks == "ledger":
                lines = [line.name for line in part.checks if line.verdict is Verdict.WRONG]
                assert set(lines) <= {"norms"}, (problem.id, lines)
