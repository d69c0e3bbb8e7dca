"""Homework documents of every format, through the sandbox and all the way to points."""

from __future__ import annotations

import pytest
from counted_calls import at_most
from forms_course import graded, notebook, part_of
from word_files import docx, element, formula, paragraph, sign, words

from grader.grading import Session

LONE = "costs/lone", "cost"
ATTENTION = "costs/attention", "attention"

TEX = r"""\documentclass{article}
\newcommand{\sq}[1]{#1^2}
\begin{document}
\section*{Question 1}
The cost is $n \sq{d}$. % not $n d$
\section*{Question 2}
\subsection*{attention}
\[ \sq{n} d \]
\end{document}
"""
SQUARE = element("sSup", e=sign("d"), sup=sign("2"))
DOCX = docx(
    paragraph(words("Question 1", "<w:b/>"))
    + paragraph(words("The cost is "), formula(sign("n") + SQUARE), words("."))
)
# name of the file, its content, the line of the first answer, the note on what was read as what
FORMATS: dict[str, tuple[str | bytes, int, str]] = {
    "homework.md": ("## Question 1\nIt is $n d^2$.\n", 2, '"Question 1" (line 1) as costs/lone'),
    "homework.txt": ("1) It is $n d^2$.\n", 1, '"1) It is $n d^2$." (line 1) as costs/lone'),
    "homework.tex": (
        TEX, 5, '"Question 1" (line 4) as costs/lone; "Question 2" (line 6) as costs/attention'),
    "homework.docx": (DOCX, 2, '"Question 1" (paragraph 1) as costs/lone'),
    "homework.ipynb": (
        notebook(("code", "x = 1"), ("markdown", "## Question 1\n\n$n d^2$")), 3,
        '"Question 1" (cell 2, line 1) as costs/lone'),
    "UTF16.md": (
        "## Question 1\nIt is $n d^2$.\n".encode("utf-16"), 2,
        '"Question 1" (line 1) as costs/lone'),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_a_document_is_graded(name: str, session: Session) -> None:
    content, line, taken = FORMATS[name]
    report = graded(session, {name: content}, "first")
    part = part_of(report, *LONE)
    assert (str(part.verdict), part.message) == ("correct", "")
    assert part.answer is not None
    assert (part.answer.file, part.answer.line) == (name, line)
    assert report.notes == (f"{name}: read as answers: {taken}",)


def test_macros_of_a_tex_file_are_the_students_own(session: Session) -> None:
    part = part_of(graded(session, {"homework.tex": TEX}, "first"), *ATTENTION)
    assert (str(part.verdict), part.answer and part.answer.line) == ("correct", 8)


def test_a_place_in_word_is_a_paragraph(session: Session) -> None:
    made = docx(paragraph(words("Question 1", "<w:b/>")) + paragraph(formula(sign("n+"))))
    part = part_of(graded(session, {"homework.docx": made}, "first"), *LONE)
    assert part.message.startswith("homework.docx, paragraph 2 ")


# What stands after the label, twice -> the verdict, and what is said of it.
TWICE = {
    ("$n d^2$", "$n d$"): (
        "unread",
        "answers.md, line 2 cannot be read: this part is answered in answers.md, line 2 and "
        "answers.md, line 3, and not alike; leave one of them",
    ),
    ("$n d$", "$n d^2$"): (
        "unread",
        "answers.md, line 2 cannot be read: this part is answered in answers.md, line 2 and "
        "answers.md, line 3, and not alike; leave one of them",
    ),
    ("$n d^2$", "$d^2 n$"): ("correct", ""),
    ("as we saw in the lecture:", "$n d^2$"): ("correct", ""),
}


@pytest.mark.parametrize("answers", TWICE)
def test_a_part_that_is_answered_twice(answers: tuple[str, str], session: Session) -> None:
    text = "# costs/lone\n" + "".join(f"cost: {answer}\n" for answer in answers)
    part = part_of(graded(session, {"answers.md": text}, "first"), *LONE)
    assert (str(part.verdict), part.message) == TWICE[answers]
    assert part.notes[0] == "answered 2 times, in lines 2 and 3"


READ = (
    ".md, .txt, .tex and .docx files and the text of notebooks are read, so hand in one of these "
    "if you can"
)


@pytest.mark.parametrize(
    "name",
    ["homework.pdf", "homework.odt", "hw.rtf", "hw.doc", "hw.pages", "a.jpg"],
)
def test_what_is_not_read_waits_for_a_person(name: str, session: Session) -> None:
    report = graded(session, {name: b"%PDF-1.7"}, "first")
    part = part_of(report, *LONE)
    assert (str(part.verdict), part.message) == (
        "undecided",
        f"a person looks for this answer in {name}",
    )
    assert report.notes == (f"{name} is kept, but not read: it waits for a person; {READ}",)
    assert (report.score.earned, report.score.pending) == (0, report.score.possible)


def test_a_pdf_beside_its_source_waits_for_nobody(session: Session) -> None:
    report = graded(session, {"homework.pdf": b"%PDF-1.7", "homework.tex": TEX}, "first")
    assert str(part_of(report, "costs/attention", "mask").verdict) == "not attempted"
    assert len(report.notes) == 1


def test_answers_that_could_not_be_placed_wait_for_a_person(session: Session) -> None:
    text = "## Question 1: What attention costs\nattention: n^2 d\n## Question 2\n$n d^2$\n"
    report = graded(session, {"homework.md": text}, "first")
    assert str(part_of(report, *ATTENTION).verdict) == "correct"
    part = part_of(report, *LONE)
    assert part.message == "a person looks for this answer in homework.md"


HEADINGS = "## Question 1\n$n d^2$\n" + "## Heading\ntext\n" * 60_000
FLOODS: dict[str, dict[str, str | bytes]] = {
    "a megabyte of headings": {"homework.md": HEADINGS},
    "a megabyte of sections": {"homework.tex": "\\section{Question 9}\n" * 50_000},
    "a megabyte of lines": {"homework.txt": "1) a\n" * 200_000},
    "a megabyte of letters": {"homework.md": "## Question 1\n" + "(a) x\n" * 160_000},
    "a megabyte of bold": {"homework.md": "**1.** a\n" * 120_000},
    "a megabyte of titles": {"homework.md": "## Question 1: What attantion cost\n" * 30_000},
    "many documents": {f"notes{n}.md": "# Notes\ntext\n" for n in range(300)},
    "deep braces": {"homework.tex": "{" * 50_000},
    "a damaged document": {"homework.docx": b"PK" + b"\0" * 100_000},
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_costs_little_and_is_told_in_a_few_words(name: str, session: Session) -> None:
    files = {**FLOODS[name], "answers.md": "# costs/attention\nmask: a\n"}
    with at_most(10_000_000):  # a sandbox is opened too
        report = graded(session, files, "first")
    assert str(part_of(report, "costs/attention", "mask").verdict) == "correct"
    assert sum(map(len, report.notes)) < 4_000
    assert "grader fault" not in map(str, report.verdicts)
    assert not any("could not be read (" in note or "left out" in note for note in report.notes)
