"""One copy of a process kept standing by, so that the next is there when it is asked for.

A fork of a process with torch in it takes longer than most checks. Asked for ahead, it takes place
beside the check that is running or the grader's own work.
"""

from __future__ import annotations

import contextlib

from grader.sandbox.branch import BranchLike, ForkingLike, Lost
from grader.sandbox.limits import Limits


class Spares:
    """Gives leaves of `branch`. Not for several threads at once."""

    def __init__(self, branch: BranchLike) -> None:
        self._branch = branch
        self._waiting: tuple[Limits, ForkingLike] | None = None

    def take(self, limits: Limits) -> BranchLike:
        """A copy that nothing has been asked of. Raises Lost or NotSealed as `fork` does."""
        if self._waiting is not None and self._waiting[0] == limits:
            waiting, self._waiting = self._waiting[1], None
            # Lost while it stood by: nothing was asked of it, so nothing is lost with it.
            with contextlib.suppress(Lost):
                return waiting.wake()
        return self._branch.fork("leaf", limits)

    def prepare(self, limits: Limits) -> None:
        """Have the next copy made, without waiting for it."""
        if self._waiting is not None and self._waiting[0] != limits:
            self.drop()
        if self._waiting is None:
            with contextlib.suppress(Lost):  # `take` will say so, to whoever needs it
                self._waiting = limits, self._branch.begin("leaf", limits)

    def drop(self) -> None:
        """End the copy that stands by, if there is one."""
        if self._waiting is not None:
            self._waiting[1].drop()
            self._waiting = None
