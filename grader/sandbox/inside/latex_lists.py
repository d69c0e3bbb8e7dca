r"""Lists of a LaTeX source: how the items of each are marked, as LaTeX would number them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.sandbox.inside import latex_words as words
from grader.sandbox.inside.latex_source import Known
from grader.values.patterns import Pattern

# Inside of each other; LaTeX itself has four of a kind.
MAX_LISTS = 20
# Of lists inside of each other, from the outermost on.
_FORMS = ("1.", "(a)", "i.", "A.")
_COUNT = Pattern(r"\d{1,3}")  # no list is longer, and what has more digits costs to read
_COUNTER = Pattern(r"\\(alph|Alph|roman|Roman|arabic)\*")
_SHORT_LABEL = Pattern(r"(?<![A-Za-z])([aAiI1])(?![A-Za-z])")


@dataclass
class _List:
    """An open list: what it is, how its items are marked, and how many there were."""

    name: str
    form: str = ""
    count: int = 0


class Lists:
    """Those that are open, the innermost last."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.opened: list[_List] = []

    def inside(self, name: str) -> bool:
        return self._depth(name) > 0

    def open(self, name: str, option: str) -> None:
        form = words.LISTS[name]
        depth = self._depth(name)
        if name == "enumerate":
            form = _FORMS[min(depth, len(_FORMS) - 1)]
            label = re.search(r"label\s*=\s*(.+?)(?:,\s*\w+\s*=|$)", option)
            shape = label[1] if label else option if "=" not in option else ""
            form = _form_of(shape) or form
        start = re.search(r"start\s*=\s*(\d{1,3})", option)
        count = int(start[1]) - 1 if start else 0
        if "resume" in option:
            count = self.known.counters.get(f"last {name} {depth}", 0)
        self.opened.append(_List(name, form, count))

    def close(self, name: str) -> bool:
        """Whether the innermost list is of that name, and was closed."""
        ends = bool(self.opened) and self.opened[-1].name == name
        if ends:
            self.opened.pop()
        return ends

    def labels(self) -> bool:
        """Whether the option of an item is its label. Of parts of an exam it is the points."""
        return bool(self.opened) and self.opened[-1].name not in ("parts", "subparts")

    def next_mark(self) -> str:
        """How one more item is marked."""
        if not self.opened:
            return "-"
        top = self.opened[-1]
        top.count += 1
        self.known.counters[f"last {top.name} {self._depth(top.name) - 1}"] = top.count
        return _marked(top.form, top.count)

    def set_count(self, value: str) -> None:
        if self.opened:
            number = _COUNT.fullmatch(value.strip())
            self.opened[-1].count = int(number[0]) if number else 0

    def _depth(self, name: str) -> int:
        return sum(one.name == name for one in self.opened[-MAX_LISTS:])


def _form_of(shape: str) -> str:
    r"""How items are marked: `(\alph*)` is `(a)`, and so is `(a)` itself."""
    shape = re.sub(r"\\(?:textbf|bfseries|itshape|emph|upshape|protect)\b", "", shape)
    shape = shape.replace("{", "").replace("}", "").strip()
    names = {"alph": "a", "Alph": "A", "roman": "i", "Roman": "I", "arabic": "1"}
    counted = _COUNTER.sub(lambda match: names[match[1]], shape)
    return counted if counted != shape or _SHORT_LABEL.search(shape) else ""


def _marked(form: str, count: int) -> str:
    def number(match: re.Match[str]) -> str:
        kind = match[1]
        if kind == "1":
            return str(count)
        if kind in "aA":
            letter = chr(ord("a") + (count - 1) % 26)
            return letter.upper() if kind == "A" else letter
        roman = words.ROMAN[count - 1] if count <= len(words.ROMAN) else str(count)
        return roman.upper() if kind == "I" else roman

    return _SHORT_LABEL.sub(number, form, 1)
