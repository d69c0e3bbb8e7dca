"""What the parts of the reader share: each does one job and asks the others for theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.maths.grammar.reader import Reader
    from grader.maths.grammar.reading import Reading


class Part:
    """One job of a reader. `here` is the text and the place that all parts move along."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.here: Reading = reader.here
