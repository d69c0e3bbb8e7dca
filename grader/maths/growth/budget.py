"""What one comparison of growths may cost, in counted work and never in time."""

from __future__ import annotations

from dataclasses import dataclass

from grader.maths.growth.errors import OutOfTheoryError

# Cells of tableaus that are looked at, some ten million a second. The dearest comparison of the
# tests takes an eightieth of this, that of the shipped course a ten-thousandth; a long text that is
# no answer would take ten times it.
MAX_CELLS = 16_000_000


@dataclass
class Budget:
    """What is left of it."""

    cells: int = MAX_CELLS

    def spend(self, cells: int) -> None:
        """Raises OutOfTheoryError where nothing is left: the comparison ends undecided."""
        self.cells -= cells
        if self.cells < 0:
            raise OutOfTheoryError("it is too large a comparison")
