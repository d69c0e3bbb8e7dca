"""`curve`: a data file, and claims about it that must follow from it.

There is no right answer but what the student measured. The file earns its weight when it can be
read; each claim is then judged by the numbers in it, and is not judged without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from grader.checks.figures import MAX_SERIES, MAX_TITLE, Curves, Mark, curve, label
from grader.checks.findings import Place
from grader.checks.verdict import Verdict
from grader.course.inputs import nearest
from grader.course.parts import Part
from grader.kinds.curve.claimed import agrees, contradiction, right_text
from grader.kinds.curve.claims import reached, truth_of
from grader.kinds.curve.columns import Unfit, wanted_header
from grader.kinds.curve.data import CurveData, read_data, shown_x
from grader.kinds.curve.keys import CurveMistake, CurvePart
from grader.kinds.lines import Written, clashes, folded, meant_by, written_lines
from grader.kinds.marker import Faulty, Line, Marked, Marker, Marking, Unclear, by_lines
from grader.sandbox.inside.tables import read_table
from grader.submission.tables import Table, table_from_wire

# No claim is longer; a text without any that is longer is a document, and not a wrong claim.
MAX_CLAIM = 200
NOT_JUDGED = "not judged without the file: claims must follow from your own data"


class CurveMarker(Marker):
    reads_whole_questions: ClassVar[bool] = False

    def mark(self, part: CurvePart, text: str, marking: Marking) -> Marked:
        written = _written(part, text)
        table = _table(part, marking)
        if table is None:
            message = f"no {part.file[0]} was found{_meant(part, marking)}"
            if not written.lines and len(text) > MAX_CLAIM:
                raise Unclear(message)  # not a claim and not a file: prose about something else
            return _without_data(part, message, Line(part.file[0], Verdict.NOT_ATTEMPTED, message))
        try:
            data = read_data(part, table)
        except Unfit as unfit:
            message = f"{table.file}, line {unfit.line}: {unfit}"
            place = Place(file=table.file, line=unfit.line, what=str(unfit))
            return _without_data(
                part, message, Line(table.file, Verdict.WRONG, str(unfit), findings=(place,))
            )
        return _judged(part, table, data, written, _twice(table, marking))

    def is_attempted(self, part: CurvePart, marking: Marking) -> bool:
        return _table(part, marking) is not None

    def right_answer(self, part: CurvePart) -> str:
        """The claims that the first example supports: to be marked with it."""
        return right_claims(part, read_data(part, example_table(part, 0)))

    def faults(self, part: CurvePart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        found = [*self._named_twice(part)]
        found += [(("claims", name), why) for name, why in clashes(part.claims, parts)]
        if not found:
            # Only here: it marks the examples, with what stands in this module.
            from grader.kinds.curve.linting import example_faults

            found = list(example_faults(part))
        yield from found

    def faults_in_use(self, part: CurvePart, marking: Marking) -> Iterator[Faulty]:
        """The examples, which need no more than the file, have been marked already."""
        return iter(())

    def _named_twice(self, part: CurvePart) -> Iterator[Faulty]:
        columns = {part.x[0]: part.x, **{name: (name, *more) for name, more in part.series.items()}}
        claims = {name: (name, *claim.aliases) for name, claim in part.claims.items()}
        for field, named in (("series", columns), ("claims", claims)):
            owners: dict[str, set[str]] = {}
            for name, aliases in named.items():
                for alias in aliases:
                    owners.setdefault(folded(alias), set()).add(name)
            for alias, names in owners.items():
                if len(names) > 1:
                    yield (field,), f"`{alias}` stands for {' and for '.join(sorted(names))}"


def example_table(part: CurvePart, number: int) -> Table:
    """A data file that is written out in the problem, as if it were handed in."""
    entry = read_table(part.file[0], part.examples[number].encode())
    return table_from_wire(entry)


def right_claims(part: CurvePart, data: CurveData) -> str:
    """What the data support, one line each."""
    return "\n".join(
        f"{name}: {right_text(truth_of(part, claim, data))}" for name, claim in part.claims.items()
    )


def _table(part: CurvePart, marking: Marking) -> Table | None:
    """The file by its first name, else by one of the others."""
    for name in part.file:
        for table in marking.data.tables:
            if table.name == name.casefold():
                return table
    return None


def _twice(table: Table, marking: Marking) -> tuple[str, ...]:
    others = [o.file for o in marking.data.tables if o.name == table.name and o is not table]
    return (f"{others[0]} has the same name; read is {table.file}",) if others else ()


def _meant(part: CurvePart, marking: Marking) -> str:
    wanted = part.file[0]
    others = {name.rpartition("/")[2]: name for name in reversed(marking.data.others)}
    stem = wanted.rpartition(".")[0].casefold()
    alike = [name for name in others if name.rpartition(".")[0].casefold() == stem]
    if alike:
        return f"; save {others[alike[0]]} as {wanted}"
    near = nearest(wanted, list(others)) or (list(others) if len(others) == 1 else [])
    if near:
        return f"; did you mean {others[near[0]]}? Rename it to {wanted}"
    return f"; hand it in beside your answers, with the header `{wanted_header(part)}`"


def _written(part: CurvePart, text: str) -> Written:
    return written_lines(part.labels(), text)


def _without_data(part: CurvePart, message: str, data: Line) -> Marked:
    lines = [replace(data, weight=part.weight)]
    for name, claim in part.claims.items():
        lines.append(Line(name, Verdict.NOT_ATTEMPTED, NOT_JUDGED, claim.weight))
    return Marked(data.verdict, 0.0, message, lines=tuple(lines))


def _judged(
    part: CurvePart, table: Table, data: CurveData, written: Written, notes: tuple[str, ...]
) -> Marked:
    notes = (*notes, *data.notes)
    lines = [Line(table.file, Verdict.CORRECT, "", part.weight, notes)]
    lines += [_claim(part, name, data, written) for name in part.claims]
    marked = replace(by_lines(lines), figures=(_figure(part, table, data, written),))
    mistake = next((one for one in part.mistakes if _is_made(part, one, data, written)), None)
    if marked.verdict in (Verdict.CORRECT, Verdict.UNDECIDED) or mistake is None:
        return marked
    share = max(marked.share, mistake.credit)
    verdict = Verdict.PARTLY if share else Verdict.WRONG
    return replace(marked, verdict=verdict, share=share, mistake=mistake)


def _claim(part: CurvePart, name: str, data: CurveData, written: Written) -> Line:
    claim = part.claims[name]
    said = written.lines.get(name, [])
    if not said:
        near = meant_by([name], [other for other, _ in written.strange]).get(name)
        hint = f"; did you mean it by `{near}`?" if near else f"; write `{name}: …`"
        return Line(name, Verdict.NOT_ATTEMPTED, f"this claim is missing{hint}", claim.weight)
    if len(set(said)) > 1:
        message = f"written {len(said)} times, with different values"
        return Line(name, Verdict.WRONG, message, claim.weight)
    truth = truth_of(part, claim, data)
    try:
        right = agrees(part, data, truth, said[0])
    except Unclear as unclear:
        message = f"cannot be read: {str(unclear).split(chr(10))[0]}"
        return Line(name, Verdict.UNREAD, message, claim.weight)
    if right is None:
        return Line(name, Verdict.UNDECIDED, f"a person decides about {said[0]}", claim.weight)
    if right:
        return Line(name, Verdict.CORRECT, "", claim.weight)
    return Line(name, Verdict.WRONG, contradiction(part, claim, truth, said[0]), claim.weight)


def _is_made(part: CurvePart, mistake: CurveMistake, data: CurveData, written: Written) -> bool:
    """Whether the claim is wrong, and is right as the mistake reads it."""
    said = written.lines.get(mistake.claim, [])
    if len(set(said)) != 1:
        return False
    readings = (part.claims[mistake.claim], part.mistaken(mistake))
    try:
        right, mistaken = (agrees(part, data, truth_of(part, c, data), said[0]) for c in readings)
    except Unclear:
        return False
    return right is False and mistaken is True


def _figure(part: CurvePart, table: Table, data: CurveData, written: Written) -> Curves:
    """The curves; where a claim was made about reaching a level, the places where they do."""
    marks = []
    x = part.x[0]
    for name, claim in part.claims.items():
        if claim.asks == "fastest" and name in written.lines:
            level = f"{100 * claim.share:g} % of {'its' if claim.best == 'own' else 'the'} best"
            marks += [
                Mark(x=float(point.x), label=label(f"{series}: {level} at {x} {shown_x(point.x)}"))
                for series, point in reached(claim, data).items()
            ]
    return Curves(
        title=label(table.file, MAX_TITLE),
        x=label(x),
        series=tuple(
            curve(name, ((point.x, point.value * data.scale) for point in points))
            for name, points in data.series.items()
        ),
        marks=tuple(marks[:MAX_SERIES]),
    )
