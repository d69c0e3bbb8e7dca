"""One file of a submission, loaded: the process from which each check's calls are forked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from grader.sandbox.branch import BranchLike, Lost, NotSealed, nothing
from grader.sandbox.budget import Budget
from grader.sandbox.calls import Call
from grader.sandbox.inside.stand_ins import HARMLESS
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Died, Observation
from grader.sandbox.replaced import Supply, supplied
from grader.sandbox.replies import InsideFault, observation_of, sound
from grader.sandbox.spares import Spares

# Of a process that had no time left, or that was given up because there was none left.
OUT_OF_BUDGET = Died("out of budget")


@dataclass(frozen=True)
class LoadNote:
    """Something about a file's top level: `what` is failed, left out or unreadable."""

    what: str
    line: int
    cell: int | None
    message: str
    names: tuple[str, ...]


class LoadedFile:
    """A process with one student file loaded, from which each check's calls are forked."""

    def __init__(
        self,
        branch: BranchLike,
        path: str,
        notes: tuple[LoadNote, ...],
        first_death: Died | None,
        budget: Budget,
        stand_ins: tuple[str, ...] = (),
    ) -> None:
        self._branch = branch
        self.budget = budget
        self.path = path
        self.notes = notes
        self.stand_ins = stand_ins  # packages that are missing, and in whose place something stands
        self.first_death = first_death  # of the whole top level, before definitions only
        self.open = True
        self._has_run = False
        self._leaves = Spares(branch)

    @classmethod
    def told(
        cls,
        branch: BranchLike,
        path: str,
        reply: dict[str, Any],
        first_death: Died | None,
        budget: Budget,
    ) -> LoadedFile:
        """By what the process that loaded it says. Raises Lost where that makes no sense."""
        return cls(branch, path, _notes(reply), first_death, budget, _stand_ins(reply))

    def prepare(self, limits: Limits) -> None:
        """Have a fork stand by for the next `run` under these limits."""
        self._leaves.prepare(limits)

    def fork(self, limits: Limits) -> BranchLike:
        """A fresh fork, of which nothing has been asked. Raises Lost."""
        try:
            return self._leaves.take(limits)
        except NotSealed as error:  # by the word of a process that has run the student's file
            raise InsideFault(str(error)) from None

    def run(
        self, calls: Sequence[Call], limits: Limits, supply: Supply | None = None
    ) -> list[Observation]:
        """One observation a call, made in one fresh fork under one clock for all of them.

        When the process is lost, the calls that were not answered share its death. `supply` has
        the results of functions that are replaced.
        """
        if self.budget.used_up:
            return [OUT_OF_BUDGET] * len(calls)
        try:
            leaf = self.fork(limits)
        except Lost as lost:
            return [lost.died] * len(calls)
        try:
            with on_account(self.budget, leaf):
                seen = self._answers(leaf, calls, limits, supply)
        finally:
            leaf.kill()
        late = Died("timed out")
        return [OUT_OF_BUDGET if one == late and self.budget.used_up else one for one in seen]

    def _answers(
        self, leaf: BranchLike, calls: Sequence[Call], limits: Limits, supply: Supply | None
    ) -> list[Observation]:
        seen: list[Observation] = []
        deadline = time.monotonic() + min(limits.wall_seconds, self.budget.left)
        # The next fork is made beside this one's work, not before it. Not the first time: of most
        # files one function is wrong, and nothing more is asked.
        meanwhile = partial(self.prepare, limits) if self._has_run else nothing
        self._has_run = True
        try:
            for number, call in enumerate(calls):
                started = time.monotonic()
                ask = partial(
                    self._ask,
                    leaf,
                    limits,
                    deadline,
                    min(limits.output_bytes, call.reply_bytes or limits.output_bytes),
                    nothing if number else meanwhile,
                )
                wire = call.to_wire()
                reply = ask(wire) if supply is None else supplied(ask, wire, supply)
                seen.append(observation_of(sound(reply), time.monotonic() - started))
        except Lost as lost:
            seen += [lost.died] * (len(calls) - len(seen))
        return seen

    def _ask(
        self,
        leaf: BranchLike,
        limits: Limits,
        deadline: float,
        reply_bytes: int,
        meanwhile: Callable[[], None],
        call: dict[str, Any],
    ) -> dict[str, Any]:
        request = {"op": "call", "call": call, "printed_chars": limits.printed_chars}
        return leaf.ask(request, deadline=deadline, reply_bytes=reply_bytes, meanwhile=meanwhile)

    def close(self) -> None:
        self.open = False
        self._leaves.drop()
        self._branch.kill()


@contextmanager
def on_account(budget: Budget, branch: BranchLike) -> Iterator[None]:
    """What the process is asked inside is taken off the budget; Lost if that is used up before,
    or is the reason why the process was given up."""
    if budget.used_up:
        raise Lost(OUT_OF_BUDGET)
    began, before = time.monotonic(), branch.starved
    try:
        try:
            yield
        finally:
            wall = time.monotonic() - began
            budget.take(wall, starved=branch.starved - before, cell=branch.cell_pid)
    except Lost as lost:
        if lost.died.how == "timed out" and budget.used_up:
            raise Lost(OUT_OF_BUDGET) from lost
        raise


def _notes(reply: dict[str, Any]) -> tuple[LoadNote, ...]:
    try:
        return tuple(
            LoadNote(
                what=str(note["what"])[:20],
                line=int(note["line"]),
                cell=None if note["cell"] is None else int(note["cell"]),
                message=str(note["message"])[:300],
                names=tuple(str(name)[:100] for name in note["names"][:100]),
            )
            for note in reply["notes"][:200]
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Lost(Died("garbled")) from error


def _stand_ins(reply: dict[str, Any]) -> tuple[str, ...]:
    told = reply.get("stand_ins")
    return tuple(name for name in HARMLESS if isinstance(told, list) and name in told)
