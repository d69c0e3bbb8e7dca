"""A written answer: where it stands, and its text."""

from __future__ import annotations

from dataclasses import dataclass

from grader.values import place_in


@dataclass(frozen=True)
class Answer:
    """What was written for one part.

    It is `whole` where it is the text of the whole question, in which nothing says what belongs to
    this part; then the question's other parts have the same. A piece `opens` an answer if it begins
    with the part's name; where several do, they are `told` each on its own as well.
    """

    file: str
    line: int
    headings: tuple[str, ...]
    label: str
    text: str
    fault: str = ""
    cell: int | None = None
    note: str = ""
    whole: bool = False
    opens: bool = False
    told: tuple[Answer, ...] = ()

    def place(self, line: int | None = None) -> str:
        return place_in(self.file, line or self.line, self.cell)
