"""What is handed in and not read waits for a person, and the report says so once."""

from __future__ import annotations

import pytest

from grader.submission.passage import Passage
from grader.submission.unread import note_on, unread_documents


def text(file: str, fault: str = "") -> Passage:
    return Passage(file, 1, None, "start", text="x", fault=fault, document=file)


@pytest.mark.parametrize(
    ("paths", "answered", "unread"),
    [
        (["hw.pdf"], [], ["hw.pdf"]),
        (["Hw.PDF", "a.odt", "b.rtf", "c.doc", "d.pages"], [],
         ["Hw.PDF", "a.odt", "b.rtf", "c.doc", "d.pages"]),
        (["hw.pdf", "hw.tex"], ["hw.tex"], []),
        (["hw.pdf", "hw.tex"], [], ["hw.pdf"]),
        (["scan.pdf", "hw.tex"], ["hw.tex"], ["scan.pdf"]),
        (["README.pdf"], [], []),
        (["page1.jpg", "page2.HEIC"], [], ["page1.jpg", "page2.HEIC"]),
        (["plot.png", "hw.py"], [], []),
        (["plot.png", "hw.md"], ["hw.md"], []),
        (["hw.py"], [], []),
    ],
)  # fmt: skip
def test_what_waits(paths: list[str], answered: list[str], unread: list[str]) -> None:
    assert unread_documents(paths, [], answered) == unread


def test_a_document_that_could_not_be_read_waits() -> None:
    passages = [text("a.docx", "it was not read"), text("b.md", "odd"), text("b.md")]
    passages += [text("answers.yaml", "odd"), text("c.ipynb", "odd")]
    assert unread_documents(["a.docx", "b.md"], passages, ["b.md"]) == ["a.docx"]


READ = ".md, .txt, .tex and .docx files and the text of notebooks are read"


@pytest.mark.parametrize(
    ("unread", "notes"),
    [
        ([], []),
        (["hw.pdf"], [f"hw.pdf is kept, but not read: it waits for a person; {READ}, so hand in "
                      "one of these if you can"]),
        ([f"{n}.jpg" for n in range(12)], [
            ", ".join(f"{n}.jpg" for n in range(10)) + " and 2 more are kept, but not read: they "
            f"wait for a person; {READ}, so hand in one of these if you can"]),
    ],
)  # fmt: skip
def test_what_is_said(unread: list[str], notes: list[str]) -> None:
    assert list(note_on(unread)) == notes
