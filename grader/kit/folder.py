"""A kit as a folder or a zip archive, with everything that a student begins with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.checks import Check
from grader.course import Course
from grader.course.asked import Asked, read_asked
from grader.course.given import given_files
from grader.errors import CallerError
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.truth import Truth
from grader.handout.blank import blank_answers
from grader.handout.sheet import sheet
from grader.kinds import all_kinds
from grader.kit.baking import Baking
from grader.kit.files import to_files
from grader.kit.starter import starter_notebook, starter_source
from grader.typeset.page import page

SOURCE, NOTEBOOK, ANSWERS = "homework.py", "homework.ipynb", "answers.md"
SHEET, SHEET_PAGE = "grader-questions.md", "grader-questions.html"
# Archives know no time before this one, and a kit made twice is the same.
_MADE = (1980, 1, 1, 0, 0, 0)
# No heading of it names a question: below that would stand an answer.
_README = """\
# How to work in this folder

1. Open `{page}` in a browser: these are the questions.
2. {write}
3. Run `grader check .` in this folder. It makes the *public checks*: a few of the cases that your
   instructor grades with. What you write in words is read and shown, and not judged. If there is
   no `grader` yet, `pip install grader-dl` brings it, unless your instructor says otherwise.
4. Hand in your files, or the whole folder. In the notebook, `grader.check_all()` packs them.

Files whose names begin with `grader-` belong to the kit: leave them as they are.
"""


class KitInTheWay(CallerError):
    """The kit cannot be written there; the message says why."""


def kit_files(
    course: Course, checks: Mapping[str, Check], name: str, *, with_mistakes: bool
) -> dict[str, bytes]:
    """Every file of the kit of an assignment or a problem, by its path. Raises NoCourse,
    CourseFault, ReferenceFailed and NothingToHandOut."""
    asked = read_asked(course.root, name, all_kinds())
    with Truth(
        course.references, ReferenceSeconds(course), given=given_files(course.root)
    ) as truth:
        baking = Baking(course, checks, truth, with_mistakes)
        told = baking.asked(name)
    own = to_files(told, baking.values)
    texts = _texts(asked)
    given = given_files(course.root)
    taken = sorted({*own, *texts} & set(given))
    if taken:
        raise KitInTheWay(f"given/{taken[0]} has the name of a file of the kit; rename it")
    return {**given, **{path: text.encode() for path, text in texts.items()}, **own}


def _texts(asked: Asked) -> dict[str, str]:
    questions = sheet(asked, in_kit=True)
    source, answers = starter_source(asked), blank_answers(asked.problems)
    where = [f"`{SOURCE}`"] * bool(source) + [f"`{ANSWERS}`"] * bool(answers)
    write = f"Write your answers into {' and '.join(where)}, or into `{NOTEBOOK}`."
    texts = {
        "README.md": _README.format(page=SHEET_PAGE, write=write),
        SHEET: questions,
        SHEET_PAGE: page(questions, asked.name),
        NOTEBOOK: starter_notebook(asked),
        SOURCE: source,
        ANSWERS: f"{answers}\n" if answers else "",
    }
    return {path: text for path, text in texts.items() if text}


def write_kit(files: Mapping[str, bytes], out: Path, name: str) -> None:
    """As a zip archive if `out` ends so, else as a folder, which must be new or empty. Raises
    KitInTheWay."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise KitInTheWay(f"{out} is there already; name a new folder or zip file")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.suffix.casefold() == ".zip":
            out.write_bytes(zipped(files, name.replace("/", "-")))
            return
        for path, data in files.items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(data)
    except OSError as error:
        raise KitInTheWay(f"{out} could not be written ({error.strerror})") from error


def zipped(files: Mapping[str, bytes], folder: str) -> bytes:
    """An archive with the files in one folder; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            member = zipfile.ZipInfo(f"{folder}/{path}", _MADE)
            member.external_attr = 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return packed.getvalue()
