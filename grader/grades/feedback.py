"""What each student reads: their report and what people gave, a file each; and Gradescope's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from grader.checks import Verdict
from grader.gradebook import Appeal, Standing
from grader.grades.explaining import summed
from grader.grades.totals import Line, Total
from grader.report import PartReport, Report, Score, visible
from grader.report.formats import FORMATS
from grader.report.quoting import quoted

# What it exported, up to the files; a name with a slash or a backslash is none of its own.
_MOODLE = re.compile(r"(?!\.)[^/\\]+?_\d+_assignsubmission_file_")


def feedback(total: Total, course: str, assignment: str, appeals: Iterable[Appeal] = ()) -> str:
    """Markdown: the total, what was answered of the `appeals` that are this student's, and the
    report with what people gave and said."""
    head = [f"# {quoted(assignment)}: {summed(total)}", ""]
    if total.standing.handed_in.fault:
        return "\n".join([*head, "It could not be graded; a person looks at it.", ""])
    for one in appeals:
        if one.student == total.student and one.answer is not None:
            head.append(f"- **{quoted(one.problem)} {quoted(one.part)}**, {quoted(one.noted.text)}")
            head += [f"  - {quoted(one.answer.text)}", ""]
    report = FORMATS["markdown"](report_of(total, course, assignment))
    # A page has one title, and this one's says more than the report's own.
    return "\n".join([*head, report.partition("\n")[2].lstrip("\n")])


def report_of(total: Total, course: str, assignment: str) -> Report:
    """The grader's own report, put together again, with what people gave in its place."""
    standing = as_marked(total)
    results = list(standing.results.values())
    parts = [part for one in results for part in one.report.parts]
    return Report(
        course=course,
        assignment=assignment,
        submission=total.student,
        digest=standing.handed_in.digest,
        created=standing.handed_in.at or "",
        seconds=sum(one.seconds for one in results),
        score=total.score,
        unread=sum(bool(part.unread) for part in parts),
        problems=tuple(one.report for one in results),
        notes=(*standing.handed_in.notes, *_drops(total)),
        environment=results[0].environment,
    )


def _drops(total: Total) -> Iterator[str]:
    for problem, group in total.dropped.items():
        yield f"{problem} does not count: it is among the lowest of {group}"


def as_marked(total: Total) -> Standing:
    """What is known of a student, as people have marked it: their points count, and stand once."""
    results = {}
    for name, result in total.standing.results.items():
        parts = tuple(_as_marked(line) for line in total.lines if line.problem == name)
        score = Score()
        for part in parts:
            score += part.score
        report = result.report.model_copy(update={"parts": parts, "score": score})
        results[name] = replace(result, report=report)
    return replace(total.standing, results=results)


def _as_marked(line: Line) -> PartReport:
    if line.marked is None:
        return line.part
    mark = line.marked.mark
    said = [f"a person found: {item}" for item in mark.items]
    said += [f"a person says: {mark.comment}"] if mark.comment else []
    notes = (*line.part.notes, *map(visible, said))
    if line.given is None:  # a comment alone
        return line.part.model_copy(update={"notes": notes})
    return line.part.model_copy(
        update={
            "score": line.score,
            "verdict": _verdict(line.score),
            "message": "marked by a person",
            "mistake": None if line.score.earned >= line.score.possible else line.part.mistake,
            "unread": (),
            "notes": notes,
        }
    )


def _verdict(score: Score) -> Verdict:
    if score.earned >= score.possible:
        return Verdict.CORRECT
    return Verdict.PARTLY if score.earned > 0 else Verdict.WRONG


def gradescope_results(total: Total) -> str:
    """`results.json`, with what counts as its score."""
    tests = [
        {
            "name": f"{line.problem} {line.part.name}",
            "number": str(number),
            "score": line.score.earned,
            "max_score": line.score.possible,
            "status": "passed" if line.score.earned == line.score.possible else "failed",
            "output": _output(line),
            "output_format": "text",
            "visibility": "visible",
        }
        for number, line in enumerate(total.lines, start=1)
    ]
    return json.dumps({"score": total.final, "tests": tests}, indent=2, allow_nan=False) + "\n"


def file_names(students: Mapping[str, Total]) -> Iterator[tuple[str, str]]:
    """(student, a name for a folder): of letters and digits, and each another whatever its case.

    Of what Moodle exported it is the folder that Moodle looks for when feedback is sent back.
    """
    used: set[str] = set()
    for student, total in students.items():
        found = _MOODLE.match(total.standing.handed_in.attempt)
        if found is not None and found[0].casefold() not in used:
            used.add(found[0].casefold())
            yield student, found[0]
            continue
        base = re.sub(r"[^\w@+-]", "_", student)[:100] or "_"
        name, number = base, 1
        while name.casefold() in used:
            number += 1
            name = f"{base}_{number}"
        used.add(name.casefold())
        yield student, name


def _output(line: Line) -> str:
    mark = line.marked.mark if line.marked else None
    dropped = f"does not count: among the lowest of {line.dropped}" if line.dropped else ""
    said = [dropped, line.part.message, line.part.mistake.hint if line.part.mistake else ""]
    if mark is not None:
        said = said[:1] + list(mark.items) if mark.points is not None else said
        said.append(mark.comment)
    return "\n".join(one for one in said if one)
