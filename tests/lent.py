"""Sandboxes that go warm from one session to the next.

To start one, and to import numpy or torch in it, is most of what a small grading takes. Within
`lent_sandboxes()` a session gets one that another has given back, with nothing but that done in it.
It hides the course of whoever had it started: what is about hiding needs one of its own.
"""

from __future__ import annotations

import atexit
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.grading import session, truth
from grader.sandbox import Sandbox

# A fork cannot use what its parent talks to, and stops its own.
_HERE = os.getpid()
# By libraries and settings.
_given_back: dict[tuple[Any, ...], list[Lent]] = defaultdict(list)


class Lent(Sandbox):
    """Whoever leaves it gives it back, as it closes the cells that it opened."""

    def __init__(self, preload: tuple[str, ...], key: tuple[Any, ...], **settings: Any) -> None:
        super().__init__(preload, **settings)
        self._key = key

    def __exit__(self, *raised: object) -> None:
        _given_back[self._key].append(self)

    def stop(self) -> None:
        super().__exit__()


def _lend(
    preload: Iterable[str] = ("numpy",), hidden: Iterable[Path] = (), **settings: Any
) -> Sandbox:
    libraries = tuple(preload)
    if os.getpid() != _HERE:
        return Sandbox(libraries, hidden=hidden, **settings)
    key = (libraries, *sorted(settings.items()))
    waiting = _given_back[key]
    return waiting.pop() if waiting else Lent(libraries, key, hidden=hidden, **settings)


@contextmanager
def lent_sandboxes() -> Iterator[None]:
    """Sessions that are opened in here lend their sandboxes."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (session, truth):
            patch.setattr(module, "Sandbox", _lend)
        yield


@atexit.register
def _stop_all() -> None:
    for one in (one for waiting in _given_back.values() for one in waiting):
        one.stop()
