"""What each student reads: their report and what people gave, a file each; and Gradescope's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from grader.gradebook import Appeal
from grader.grades.explaining import summed
from grader.grades.totals import Line, Total
from grader.report import Report, Score
from grader.report.formats import FORMATS
from grader.report.quoting import quoted

# What it exported, up to the files; a name with a slash or a backslash is none of its own.
_MOODLE = re.compile(r"(?!\.)[^/\\]+?_\d+_assignsubmission_file_")


def feedback(total: Total, course: str, assignment: str, appeals: Iterable[Appeal] = ()) -> str:
    """Markdown: the total, what people gave with their comments, what of the `appeals` is this
    student's, and the report."""
    handed_in = total.standing.handed_in
    head = [f"# {quoted(assignment)}: {summed(total)}", ""]
    if handed_in.fault:
        return "\n".join([*head, "It could not be graded; a person looks at it.", ""])
    given = [line for line in total.lines if line.marked is not None and _says(line)]
    for line in given:
        assert line.marked is not None
        mark = line.marked.mark
        points = (
            f", {mark.points:g} of {line.part.score.possible:g}" if mark.points is not None else ""
        )
        head.append(f"- **{quoted(line.problem)} {quoted(line.part.name)}**{points}")
        head += [f"  - {quoted(item)}" for item in mark.items]
        head += [f"  - {quoted(mark.comment)}"] if mark.comment else []
    for one in appeals:
        if one.student == total.student and one.answer is not None:
            head.append(f"- **{quoted(one.problem)} {quoted(one.part)}**, {quoted(one.noted.text)}")
            head.append(f"  - {quoted(one.answer.text)}")
    return "\n".join([*head, "", FORMATS["markdown"](report_of(total, course, assignment))])


def report_of(total: Total, course: str, assignment: str) -> Report:
    """The grader's own report, put together again."""
    results = list(total.standing.results.values())
    score = Score()
    for one in results:
        score += one.report.score
    parts = [part for one in results for part in one.report.parts]
    return Report(
        course=course,
        assignment=assignment,
        submission=total.student,
        digest=total.standing.handed_in.digest,
        created=total.standing.handed_in.at or "",
        seconds=sum(one.seconds for one in results),
        score=score,
        unread=sum(bool(part.unread) for part in parts),
        problems=tuple(one.report for one in results),
        notes=total.standing.handed_in.notes,
        environment=results[0].environment,
    )


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


def _says(line: Line) -> bool:
    assert line.marked is not None
    return line.given is not None or bool(line.marked.mark.comment)


def _output(line: Line) -> str:
    mark = line.marked.mark if line.marked else None
    said = [line.part.message, line.part.mistake.hint if line.part.mistake else ""]
    if mark is not None:
        said = [*mark.items, mark.comment] if mark.points is not None else [*said, mark.comment]
    return "\n".join(one for one in said if one)
