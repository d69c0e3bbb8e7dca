"""What can go wrong, by whose fault: the writer's, the problem author's, or the theory's."""

from __future__ import annotations

_SHOWN = 60


class UnreadableError(ValueError):
    """A text that is not a growth class (or an assumption) in the declared variables.

    `position` counts characters from 0; `str()` names the place counting from 1, and
    `picture` draws the text with a caret under that place.
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        self.text = text
        self.position = position
        self.reason = reason
        super().__init__(f"character {position + 1}: {reason}")

    @property
    def picture(self) -> str:
        """The text (or the stretch around the fault) and a caret below the fault."""
        start = max(0, self.position - _SHOWN // 2)
        stretch = self.text[start : start + _SHOWN].replace("\n", " ").replace("\t", " ")
        return f"{stretch}\n{' ' * (self.position - start)}^"


class BadAssumptionError(ValueError):
    """Assumptions that contradict each other or that cannot be used together.

    This is a fault of the problem, never of the student.
    """


class OutOfTheoryError(Exception):
    """A growth that the decision procedure does not cover; it ends as "undecided"."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
