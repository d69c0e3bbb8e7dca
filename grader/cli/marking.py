"""Marking at a terminal: one question after the other, alike answers together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

import click

from grader.cli.common import say
from grader.gradebook import Mark, MarkConflict, Marked
from grader.grades import BadMark, Line, Marking, Waiting, alike, by_rubric, totals, waiting_in
from grader.grades.alike import comments_on
from grader.typeset.inline import in_words
from grader.values.counting import amount, counted, in_points

HELP = (
    "2 or 2 # comment: points for all that are shown; i1,3: these lines of the rubric, points in "
    "proportion; #=1: comment 1 again; one: only the first of them; s: skip; u: undo; q: end"
)
_ANSWER = re.compile(r"(?:(?P<points>\d+(?:\.\d+)?)|i(?P<items>[\d,]+))\s*(?:#(?P<comment>.*))?")


@dataclass
class Dialogue:
    """Asks for marks of one assignment, in the name of one person."""

    marking: Marking
    names: bool = False

    def one(
        self, student: str, problem: str, part: str, points: float | None, comment: str, why: str
    ) -> str:
        """Give or override one mark. Raises BadMark."""
        line = self.marking.line(student, problem, part)
        return self.marking.override(student, line, points, comment, why)

    def undo_one(self, student: str, problem: str, part: str) -> str:
        line = self.marking.line(student, problem, part)
        if line.marked is None:
            raise BadMark(f"{student}, {problem} {part}: nobody has marked this")
        return self.marking.undo(line.marked)

    def all(self, typed: TextIO) -> None:
        """Every answer that waits, until there are no more or the person ends it."""
        marking = self.marking
        found = totals(marking.book, marking.assignment, marking.course.settings)
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
            self._ask(answers)
            groups = alike(answers)
            while groups:
                group = groups.pop(0)
                if not self._group(group, groups, comments, done, typed):
                    self._end(done)
                    return
        self._end(done)

    def _end(self, done: Sequence[Marked]) -> None:
        """What was done, and what is left: also what was skipped, and what others have marked."""
        marking = self.marking
        found = totals(marking.book, marking.assignment, marking.course.settings)
        left = sum(map(len, waiting_in(found).values()))
        given = counted(len(done), "mark was given", "marks were given")
        more = counted(left, "answer still waits", "answers still wait")
        say(f"{given}; {more if left else 'nothing else waits'}")

    def _ask(self, answers: Sequence[Waiting]) -> None:
        line = answers[0].line
        say(f"\n{line.problem} {line.part.name}: {counted(len(answers), 'answer')}")
        for text in self._question(line):
            say(f"  {text}".rstrip())
        for number, one in enumerate(self.marking.rubric(line).lines, start=1):
            say(f"  {number}. {one.text}")
        say(f"  {HELP}")

    def _question(self, line: Line) -> list[str]:
        """What was asked, or nothing of a problem that the course no longer has."""
        if line.part.text:
            return in_words(line.part.text).strip().split("\n")
        file = self.marking.course.problems.get(line.problem)
        return in_words(file.problem.prompt).strip().split("\n") if file else []

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
                say(self.marking.undo(done.pop()) if done else "there is nothing to undo")
                continue
            try:
                mark = self._read(word, group[0].line, comments)
                done += self._give(group, mark)
            except BadMark as why:
                say(str(why))
                continue
            if mark.comment and mark.comment not in comments:
                comments.append(mark.comment)
            return True

    def _show(self, group: Sequence[Waiting], comments: Sequence[str]) -> None:
        same = f", {len(group)} that are alike" if len(group) > 1 else ""
        say(f"\nof {in_points(group[0].line.part.score.possible)}{same}")
        for one in group:
            who = f"{one.student}: " if self.names else ""
            text = one.text.strip().replace("\n", "\n    ")
            say(f"  – {who}{text}")
            if one.line.flagged and one.line.marked is not None:
                given = amount(one.line.given or 0.0)
                say(f"    {given} by {one.line.marked.by}, for something else; look again")
        for number, comment in enumerate(comments, start=1):
            say(f"  #={number} {comment}")

    def _read(self, text: str, line: Line, comments: Sequence[str]) -> Mark:
        """Raises BadMark with what to type."""
        found = _ANSWER.fullmatch(text)
        if found is None:
            raise BadMark(HELP)
        comment = (found["comment"] or "").strip()
        if again := re.fullmatch(r"=(\d+)", comment):
            number = int(again[1])
            if not 1 <= number <= len(comments):
                raise BadMark(f"there are comments 1 to {len(comments)}")
            comment = comments[number - 1]
        if found["items"] is None:
            return Mark(float(found["points"]), comment)
        rubric = self.marking.rubric(line)
        numbers = sorted({int(one) for one in found["items"].split(",") if one})
        if not numbers or numbers[0] < 1 or numbers[-1] > len(rubric.lines):
            raise BadMark(f"the rubric has lines 1 to {len(rubric.lines)}")
        items = [rubric.lines[number - 1].text for number in numbers]
        return by_rubric(rubric, line, items, comment)

    def _give(self, group: Sequence[Waiting], mark: Mark) -> Iterator[Marked]:
        """Raises BadMark before any is given."""
        for one in group:
            try:
                yield self.marking.give(one.student, one.line, mark)
            except MarkConflict as conflict:
                say(str(conflict))
