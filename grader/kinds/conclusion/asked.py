"""What a part asks for, as far as it tells which formula of an answer is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.writing import Statement


@dataclass(frozen=True)
class Asked:
    """What the part says of the left side: its own ones, and those of the problem's other parts.
    `whole`: the text answers all parts of a question, so that a formula must say what it is."""

    own: Sequence[str] = ()
    others: Sequence[str] = ()
    whole: bool = False
    # Of the parts that are answered by the same text and have no left side: how many there are,
    # and which this is.
    place: tuple[int, int] = (0, 1)
    what: str = "formula"
    # What is asked for stands as a factor before something in an equation of the prompt: `PE(pos +
    # k) = r PE(pos)` gives r.
    as_factor: bool = False
    # Leaves out what the words around it say is of something else; not where `whole` says how many
    # formulas there must be.
    about_this: Callable[[Sequence[Statement]], Sequence[Statement]] = lambda stated: stated
