"""How an answer was understood, where nobody knows whether it is right.

The readers of each kind want a part of that kind, which has an answer. They get one with a filler
for it; what they compare with it is thrown away, and so is every verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from grader.checks.verdict import Verdict
from grader.kinds.base import WrittenPart
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.marker import Marked, Marker, Marking, Unclear
from grader.kinds.number.keys import NumberPart
from grader.kinds.shape.keys import ShapePart
from grader.kit.handed_out import SEVERAL, HandedOut

Kind = TypeVar("Kind", bound=WrittenPart)

NOT_JUDGED = "read, and not judged here: the answer is not in the kit"
COLLECTED = "found, and not read here: your instructor's grader does"


class ReadingMarker(Marker):
    def mark(self, part: HandedOut, text: str, marking: Marking) -> Marked:
        """What it was read as. Raises Unclear where it cannot be read."""
        read = _READERS.get(part.asks)
        # Which piece of a whole question's text is meant may depend on what is right.
        if read is None or (marking.whole and not _is_told(part)):
            return Marked(Verdict.UNDECIDED, 0.0, COLLECTED)
        try:
            shown, latex = read(part, text, marking)
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


def _is_told(part: HandedOut) -> bool:
    """Whether an answer among others says that it is one to this part: by the words of an option,
    or by a left side."""
    return part.asks == "choice" or bool(part.reads.get("left"))


def _formula(part: HandedOut, text: str, marking: Marking) -> tuple[str, str]:
    from grader.kinds.formula.answers import answered
    from grader.kinds.formula.meanings import symbols_of_part
    from grader.maths import to_latex, to_text

    of_its_kind = _filled(part, FormulaPart, {"identities": [{"name": "any", "holds": "0 = 0"}]})
    found = answered(of_its_kind, text, symbols_of_part(of_its_kind), marking)
    given = found.readings[0].expr
    return to_text(given, found.symbols), to_latex(given, found.symbols)


def _growth(part: HandedOut, text: str, marking: Marking) -> tuple[str, str]:
    from grader.kinds.growth.answers import answered
    from grader.maths.growth import render_growth

    found = answered(_filled(part, GrowthPart, {"answer": "1"}), text, marking)
    return render_growth(found.readings[0].expr), ""


def _number(part: HandedOut, text: str, marking: Marking) -> tuple[str, str]:
    from grader.kinds.quantity import shown
    from grader.kinds.stated import Reading, stated_numbers, the_one

    of_its_kind = _filled(part, NumberPart, {"answer": "0"})
    found = stated_numbers(text, Reading(units=of_its_kind.units))
    return shown(the_one(found, lambda value: False).value), ""


def _shape(part: HandedOut, text: str, marking: Marking) -> tuple[str, str]:
    from grader.kinds.shape.reading import stated_shapes

    found = stated_shapes(_filled(part, ShapePart, {"answer": "()"}), text)
    return found[-1].shown, ""


def _choice(part: HandedOut, text: str, marking: Marking) -> tuple[str, str]:
    from grader.kinds.choice.marking import chosen_keys

    options = part.reads["options"]
    told = {key: value for key, value in part.reads.items() if key != SEVERAL}
    filler = list(options)[: 2 if part.reads[SEVERAL] else 1]
    of_its_kind = _filled(part.model_copy(update={"reads": told}), ChoicePart, {"answer": filler})
    return ", ".join(sorted(chosen_keys(of_its_kind, text, marking.prompt))), ""


def _filled(part: HandedOut, kind: type[Kind], filler: Mapping[str, Any]) -> Kind:
    said = {"asks": part.asks, "points": part.points, "text": part.text, **part.reads}
    return kind.model_validate({**said, **filler})


_READERS: Mapping[str, Callable[[HandedOut, str, Marking], tuple[str, str]]] = {
    "choice": _choice,
    "formula": _formula,
    "growth": _growth,
    "number": _number,
    "shape": _shape,
}
