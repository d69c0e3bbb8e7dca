"""Answers that wait for a person, question by question, those that are alike together.

Likeness only saves reading: it cannot see a "not". A person sees every answer of a group before
giving it a mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from grader.grades.totals import Line, Total

# Of answers made up for it, none with another meaning were as alike, and nine tenths of those with
# the same were; real ones are looked at by a person in any case.
ALIKE = 80.0
# Of a longer answer the beginning is compared: time grows with the square.
MOST_CHARACTERS = 2_000


@dataclass(frozen=True)
class Waiting:
    """A student's answer that a person has to mark or to look at again, or has marked."""

    student: str
    line: Line

    @property
    def text(self) -> str:
        """What the person reads: the answer, or where to look for it."""
        pieces = "\n".join(one.text for one in self.line.part.unread)
        return self.line.answer or pieces or self.line.part.message


def waiting_in(totals: Mapping[str, Total]) -> dict[tuple[str, str], list[Waiting]]:
    """By problem and part, in the order of the assignment's problems."""
    found: dict[tuple[str, str], list[Waiting]] = {}
    for student, total in totals.items():
        for line in total.lines:
            if line.waits or line.flagged:
                found.setdefault((line.problem, line.part.name), []).append(Waiting(student, line))
    return dict(sorted(found.items()))


def alike(waiting: Sequence[Waiting]) -> list[list[Waiting]]:
    """The same answers in groups, the largest first. Every answer is like the first of its group:
    a chain of small steps leads from any answer to any other."""
    groups: list[list[Waiting]] = []
    for one in waiting:
        firsts = [group[0].text[:MOST_CHARACTERS] for group in groups]
        found = process.extractOne(
            one.text[:MOST_CHARACTERS],
            firsts,
            scorer=fuzz.token_sort_ratio,
            score_cutoff=ALIKE,
        )
        if found is None:
            groups.append([one])
        else:
            groups[found[2]].append(one)
    return sorted(groups, key=lambda group: -len(group))


def comments_on(lines: Iterable[Line]) -> list[str]:
    """Comments that were given on a question, the most used first."""
    counts: dict[str, int] = {}
    for line in lines:
        if line.marked is not None and line.marked.mark.comment:
            comment = line.marked.mark.comment
            counts[comment] = counts.get(comment, 0) + 1
    return sorted(counts, key=lambda one: (-counts[one], one))
