"""Marks what was written for one part, by the kind of answer that the part asks for."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.grading.scoring import score_part
from grader.grading.written import MAX_CHARACTERS, notes_on, place_of
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Marked, Marker, Marking, Passage, Unclear
from grader.kinds.sharing import own_piece
from grader.maths import Prover
from grader.report import CheckReport, MistakeReport, PartReport, UnreadReport
from grader.submission import Answer
from grader.submission.tables import DataFiles

# Of a passage, and of passages: enough for whoever reads it to see what was meant, and no more
# than that of an answer made to fill their evening.
MAX_UNREAD_CHARS = 400
MAX_UNREAD = 10
# Answers to one part; each takes as long as one alone.
MAX_TOLD = 4
NOTHING = Answer("answers.md", 1, (), "", "")


def mark(
    name: str,
    part: WrittenPart,
    answer: Answer | None,
    prover: Prover,
    seed: int,
    others: Mapping[str, str],
    parts: Mapping[str, Part],
    data: DataFiles,
    prompt: str = "",
) -> PartReport | None:
    """The report on a part that is not prose; None if it was not attempted."""
    whole = answer is not None and answer.whole
    marking = Marking(prover, seed, others, parts, data, prompt, whole)
    marker = part.marker()
    if (answer is None or (not marker.reads_whole_questions and whole)) and not marker.is_attempted(
        part, marking
    ):
        return None
    return _report(name, part, _mark(marker, part, answer or NOTHING, marking), answer)


def _mark(marker: Marker, part: WrittenPart, answer: Answer, marking: Marking) -> Marked:
    try:
        if len(answer.text) > MAX_CHARACTERS:
            raise Unclear(f"the answer is longer than {MAX_CHARACTERS} characters")
        if marking.whole:
            return _mark_shared(marker, part, answer.text, marking)
        _refuse_two_answers(marker, part, answer, marking)
        return marker.mark(part, answer.text, marking)
    except Unclear as unclear:
        if next(marker.faults(part, marking.parts), None) is not None:
            # It may be the author's text that cannot be read, which is not for the student to see.
            message = "the course is at fault: its own words on this part cannot be read; run lint"
            return Marked(Verdict.GRADER_FAULT, 0.0, message)
        # Nobody can tell whether an answer that cannot be read is right: a person reads it, and
        # the student may mend it.
        before = unclear.lines_before(answer.text)
        passage = Passage(unclear.text or answer.text, str(unclear).split("\n")[0], before)
        where = answer.place(answer.line + before)
        message = f"{where} cannot be read: {unclear}"
        return Marked(Verdict.UNREAD, 0.0, message, unread=(passage,))
    except (RecursionError, MemoryError):
        # What was written is the reason, whatever it was: no fault of the course, and not wrong.
        return Marked(Verdict.UNDECIDED, 0.0, "a person decides: it is too large to be worked out")
    except Exception:
        trace = traceback.format_exc().strip().split("\n")
        return Marked(
            Verdict.GRADER_FAULT,
            0.0,
            f"the grader failed: {trace[-1]}",
            notes=tuple(trace[-7:-1]),
        )


def _refuse_two_answers(
    marker: Marker, part: WrittenPart, answer: Answer, marking: Marking
) -> None:
    """A part that is answered twice, once right and once wrong, is left to a person. What cannot be
    read on its own belongs to the other. Raises Unclear."""
    found: dict[Verdict, Answer] = {}
    for one in answer.told[:MAX_TOLD]:
        with contextlib.suppress(Unclear):
            verdict = marker.mark(part, one.text, marking).verdict
            if not verdict.pending:
                found.setdefault(verdict, one)
    # Lines of a ledger may stand in two places; then neither of them is all of it.
    if len(found) > 1 and (Verdict.CORRECT in found or not part.on_several_lines):
        places = " and ".join(one.place() for one in found.values())
        raise Unclear(f"this part is answered in {places}, and not alike; leave one of them")


def _mark_shared(marker: Marker, part: WrittenPart, text: str, marking: Marking) -> Marked:
    """The mark for a part in the text of a whole question."""
    by_sentences = not marker.is_told(part, marking)
    piece = own_piece(part, text, marking, by_sentences=by_sentences)
    if piece is None:
        marked = marker.mark(part, text, marking)
    else:
        marked = marker.mark(part, piece.text, replace(marking, whole=False))
    if piece is None or not piece.headed:
        _refuse_luck(marker, part, marked, marking)
    return marked


def _refuse_luck(marker: Marker, part: WrittenPart, marked: Marked, marking: Marking) -> None:
    """Of the text of a whole question nobody knows which piece is meant for a part that has nothing
    to be told by. Then only what is right, or wrong in a way that has a name, is taken for its
    answer. Raises Unclear."""
    known = marked.verdict is Verdict.CORRECT or marked.mistake is not None
    if not known and not marker.is_told(part, marking):
        raise Unclear(
            "which piece of it is the answer? write the part's name and a colon before it"
        )


def _unread(passage: Passage, answer: Answer) -> UnreadReport:
    text = passage.text.strip()
    if len(text) > MAX_UNREAD_CHARS:
        text = text[: MAX_UNREAD_CHARS - 1] + "…"
    line = answer.line + passage.line
    return UnreadReport(file=answer.file, line=line, cell=answer.cell, text=text, why=passage.why)


def _report(name: str, part: Part, marked: Marked, answer: Answer | None) -> PartReport:
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=marked.verdict,
        score=score_part(part, marked.verdict, marked.share, marked.waiting),
        message=marked.message,
        read_as=marked.read_as,
        latex=marked.latex,
        answer=place_of(answer),
        checks=tuple(
            CheckReport(
                kind=part.asks,
                name=line.name,
                verdict=line.verdict,
                weight=line.weight,
                message=line.message,
                findings=line.findings,
                notes=line.notes,
            )
            for line in marked.lines
        ),
        mistake=MistakeReport(name=marked.mistake.name, hint=marked.mistake.hint)
        if marked.mistake
        else None,
        figures=marked.figures,
        unread=tuple(_unread(passage, answer or NOTHING) for passage in marked.unread[:MAX_UNREAD]),
        notes=(*notes_on(answer), *marked.notes),
    )
