"""Numbers of sections in a LaTeX source: those that LaTeX prints, and those that titles say."""

from __future__ import annotations

from grader.sandbox.inside.latex_source import Known
from grader.values.headings import head_of

_LEVELS = ["section", "subsection", "subsubsection"]


class Sections:
    def __init__(self, known: Known) -> None:
        self.known = known
        self.said: list[str] = []  # the numbers of the open sections

    def counted(self, name: str) -> str:
        """The number that LaTeX would print: of a section without a title it is all there is."""
        if name not in _LEVELS:
            return ""
        at = _LEVELS.index(name)
        count = self.known.count(name)
        for below in _LEVELS[at + 1 :]:
            self.known.counters[below] = 0
        return ".".join([*self.said[:at], str(count)])

    def opened(self, name: str, title: str) -> None:
        """Remember which number a section has for a reader: its title's, or the counter's."""
        if name in _LEVELS:
            head = head_of(title, "heading") if title else None
            own = str(self.known.counters.get(name, 0))
            if head and not head.relative:
                own = head.number[-1]
            self.said = [*self.said[: _LEVELS.index(name)], own]
