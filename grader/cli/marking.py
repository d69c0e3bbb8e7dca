"""Marking at a terminal: one question after the other, alike answers together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

import click

from grader.cli.common import say
from grader.course import Course
from grader.gradebook import Gradebook, Mark, MarkConflict, Marked, add_mark, undo_mark
from grader.grades import Line, Waiting, alike, totals, waiting_in
from grader.grades.alike import comments_on

HELP = (
    "2 or 2 # comment: points for all that are shown; i1,3: these lines of the rubric, points in "
    "proportion; #=1: comment 1 again; one: only the first of them; s: skip; u: undo; q: end"
)
_ANSWER = re.compile(r"(?:(?P<points>\d+(?:\.\d+)?)|i(?P<items>[\d,]+))\s*(?:#(?P<comment>.*))?")


@dataclass
class Marking:
    """Marks answers of one assignment in the name of one person."""

    book: Gradebook
    course: Course
    assignment: str
    by: str
    names: bool = False

    def one(
        self, student: str, problem: str, part: str, points: float | None, comment: str, why: str
    ) -> str:
        """Give or override one mark. Raises UsageError."""
        line = self._line(student, problem, part)
        held = line.given if points is None else points
        before = line.score
        self._add(student, line, Mark(self._bounded(line, held), comment), why)
        given = "a comment" if held is None else f"{held:g} of {before.possible:g}"
        return f"{student}, {problem} {part}: {given}, was {before.earned:g}"

    def undo_one(self, student: str, problem: str, part: str) -> str:
        line = self._line(student, problem, part)
        if line.marked is None:
            raise click.UsageError(f"{student}, {problem} {part}: nobody has marked this")
        return self._undo(line.marked)

    def all(self, typed: TextIO) -> None:
        """Every answer that waits, until there are no more or the person ends it."""
        found = totals(self.book, self.assignment, self.course.settings)
        waiting = waiting_in(found)
        if not waiting:
            say("nothing waits for a person")
            return
        done: list[Marked] = []
        for (problem, part), answers in waiting.items():
            lines = [
                line
                for total in found.values()
                for line in total.lines
                if (line.problem, line.part.name) == (problem, part)
            ]
            comments = comments_on(lines)
            self._ask(problem, part, len(answers))
            groups = alike(answers)
            while groups:
                group = groups.pop(0)
                if not self._group(group, groups, comments, done, typed):
                    say(f"{len(done)} marks were given")
                    return
        say(f"{len(done)} marks were given; nothing else waits")

    def _ask(self, problem: str, part: str, count: int) -> None:
        say(f"\n{problem} {part}: {count} answers")
        for number, text in enumerate(self._rubric(problem, part), start=1):
            say(f"  {number}. {text}")
        say(f"  {HELP}")

    def _rubric(self, problem: str, part: str) -> Sequence[str]:
        known = self.course.problems.get(problem)
        asked = known.problem.parts.get(part) if known else None
        return getattr(asked, "rubric", ())

    def _group(
        self,
        group: list[Waiting],
        groups: list[list[Waiting]],
        comments: list[str],
        done: list[Marked],
        typed: TextIO,
    ) -> bool:
        """Show a group and do what is typed. False if that is to end."""
        self._show(group, comments)
        while True:
            click.echo("> ", nl=False)
            text = typed.readline()
            if not text or text.strip() == "q":
                click.echo("")
                return False
            word = text.strip()
            if word == "s":
                return True
            if word == "one" and len(group) > 1:
                groups[:0] = [group[:1], group[1:]]
                return True
            if word == "u":
                say(self._undo(done.pop()) if done else "there is nothing to undo")
                continue
            try:
                mark = self._read(word, group[0].line, comments)
            except click.UsageError as why:
                say(why.message)
                continue
            done += self._give(group, mark)
            if mark.comment and mark.comment not in comments:
                comments.append(mark.comment)
            return True

    def _show(self, group: Sequence[Waiting], comments: Sequence[str]) -> None:
        same = f", {len(group)} that are alike" if len(group) > 1 else ""
        say(f"\nof {group[0].line.part.score.possible:g} points{same}")
        for one in group:
            who = f"{one.student}: " if self.names else ""
            text = one.text.strip().replace("\n", "\n    ")
            say(f"  – {who}{text}")
            if one.line.flagged and one.line.marked is not None:
                given = one.line.given
                say(f"    {given:g} by {one.line.marked.by}, for something else; look again")
        for number, comment in enumerate(comments, start=1):
            say(f"  #={number} {comment}")

    def _read(self, text: str, line: Line, comments: Sequence[str]) -> Mark:
        """Raises UsageError with what to type."""
        found = _ANSWER.fullmatch(text)
        if found is None:
            raise click.UsageError(HELP)
        rubric = self._rubric(line.problem, line.part.name)
        items: tuple[str, ...] = ()
        if found["items"] is not None:
            numbers = sorted({int(one) for one in found["items"].split(",") if one})
            if not numbers or numbers[0] < 1 or numbers[-1] > len(rubric):
                raise click.UsageError(f"the rubric has lines 1 to {len(rubric)}")
            items = tuple(rubric[number - 1] for number in numbers)
            points = round(line.part.score.possible * len(items) / len(rubric), 2)
        else:
            points = float(found["points"])
        comment = (found["comment"] or "").strip()
        if again := re.fullmatch(r"=(\d+)", comment):
            number = int(again[1])
            if not 1 <= number <= len(comments):
                raise click.UsageError(f"there are comments 1 to {len(comments)}")
            comment = comments[number - 1]
        bounded = self._bounded(line, points)
        return Mark(bounded, comment, items)

    def _give(self, group: Sequence[Waiting], mark: Mark) -> Iterator[Marked]:
        for one in group:
            try:
                yield self._add(one.student, one.line, mark, "read")
            except MarkConflict as conflict:
                say(str(conflict))

    def _add(self, student: str, line: Line, mark: Mark, why: str) -> Marked:
        return add_mark(
            self.book,
            self.assignment,
            (student, line.problem, line.part.name),
            mark,
            basis=line.basis,
            by=self.by,
            why=why,
            after=line.marked.revision if line.marked else 0,
        )

    def _undo(self, marked: Marked) -> str:
        undone = undo_mark(self.book, self.assignment, marked, by=self.by)
        now = undone.mark.points
        held = "no mark" if now is None else f"{now:g} points"
        return f"{marked.problem} {marked.part}: back to {held}"

    def _bounded(self, line: Line, points: float | None) -> float | None:
        possible = line.part.score.possible
        if points is not None and not 0 <= points <= possible:
            raise click.UsageError(f"there are 0 to {possible:g} points for this")
        return points

    def _line(self, student: str, problem: str, part: str) -> Line:
        found = totals(self.book, self.assignment, self.course.settings, [student])
        if student not in found:
            raise click.UsageError(f"`{student}` is not in the gradebook for {self.assignment}")
        for line in found[student].lines:
            if (line.problem, line.part.name) == (problem, part):
                return line
        known = ", ".join(f"{one.problem} {one.part.name}" for one in found[student].lines)
        raise click.UsageError(f"there is no {problem} {part}; there are {known}")
