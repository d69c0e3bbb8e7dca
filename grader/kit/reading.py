"""How an answer was understood, where nobody knows whether it is right.

The reader of a kind wants a part of that kind, which has an answer. It gets one with a filler for
it; what is compared with it is thrown away, and so is every verdict.
"""

from __future__ import annotations

from grader.checks.verdict import Verdict
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Marked, Marker, Marking, Unclear
from grader.kinds.registry import kind_of
from grader.kit.handed_out import HandedOut

NOT_JUDGED = "read, and not judged here: the answer is not in the kit"
COLLECTED = "found, and not read here: your instructor's grader does"


class ReadingMarker(Marker):
    def mark(self, part: HandedOut, text: str, marking: Marking) -> Marked:
        """What it was read as. Raises Unclear where it cannot be read."""
        of_its_kind = _of_its_kind(part)
        if of_its_kind is None:
            return Marked(Verdict.UNDECIDED, 0.0, COLLECTED)
        marker = of_its_kind.marker()
        # Which piece of a whole question's text is meant may depend on what is right.
        if marking.whole and not marker.is_told(of_its_kind, marking):
            return Marked(Verdict.UNDECIDED, 0.0, COLLECTED)
        try:
            shown, latex = marker.read(of_its_kind, text, marking)
        except Unclear:
            if marking.whole:
                return Marked(Verdict.UNDECIDED, 0.0, COLLECTED)
            raise
        return Marked(Verdict.UNDECIDED, 0.0, NOT_JUDGED, shown, latex=latex)

    def right_answer(self, part: HandedOut) -> str:
        return ""

    def is_attempted(self, part: HandedOut, marking: Marking) -> bool:
        wanted = {name.casefold() for name in part.files}
        return any(table.name in wanted for table in marking.data.tables)


def _of_its_kind(part: HandedOut) -> WrittenPart | None:
    kind = kind_of(part.asks)
    if kind is None or not issubclass(kind, WrittenPart):
        return None
    said = {"asks": part.asks, "points": part.points, "text": part.text, **part.reads}
    return kind.without_answer(said)
