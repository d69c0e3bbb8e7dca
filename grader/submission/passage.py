"""A piece of a document, as the sandbox cut it: what it begins with, and the text below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.values import place_in

# Of one field: the sandbox sends no more, and a process that lies must not either.
MAX_CHARACTERS = 200_000


@dataclass(frozen=True)
class Passage:
    """`mark` says what it begins with:

    - start: nothing, it is the beginning of a file or a cell
    - heading: a heading of the `depth`
    - bold: a line that is bold as a whole, or underlined
    - lead: bold words before the text
    - line: a line like any other that may be a heading
    - label: `name:`
    - body: `Solution:`
    """

    file: str
    line: int
    cell: int | None
    mark: str
    depth: int = 0
    title: str = ""
    own: str = ""  # the first line as it was written
    after: str = ""  # what stands on that line after the heading
    label: str = ""
    labelled: str = ""  # what stands on that line after the label
    text: str = ""  # the lines below
    fault: str = ""
    document: str = ""  # of which the file is a part; most are one of their own

    @property
    def place(self) -> str:
        return place_in(self.file, self.line, self.cell)

    def below_head(self) -> str:
        """The text, if the first line is a heading; each line in its place."""
        return f"{self.after}\n{self.text}"

    def below_label(self) -> str:
        """The text, if the first line is a part's label."""
        return f"{self.labelled}\n{self.text}"

    def as_text(self) -> str:
        """All of it, if the first line is none of these."""
        if self.mark == "start":
            return self.text
        own = f"{self.label}: {self.labelled}" if self.mark == "label" else self.own
        return f"{own}\n{self.text}"


def passage_from_wire(entry: Mapping[str, Any]) -> Passage:
    """Raises KeyError, TypeError or ValueError at what is none."""
    names = ("document", "mark", "title", "own", "after", "label", "labelled", "text", "fault")
    texts = {name: entry[name] for name in (*names, "file")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise TypeError("text was expected")
    cell = entry["cell"]
    return Passage(
        line=int(entry["line"]),
        cell=None if cell is None else int(cell),
        depth=int(entry["depth"]),
        **{name: text[:MAX_CHARACTERS] for name, text in texts.items()},
    )
