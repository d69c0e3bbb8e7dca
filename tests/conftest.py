"""A machine with too much to do, one with a browser, and how much of a matrix is run."""

from __future__ import annotations

import gc
import multiprocessing
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--whole", action="store_true", help="of every matrix and long table all, not a sample"
    )


def pytest_configure(config: pytest.Config) -> None:
    # Where Python is told to write none, each process that a test starts compiles all of grader.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    config.addinivalue_line(
        "markers",
        "in_turn(*names): of what these arguments can be, each row of the others meets one; the "
        "next row meets the next one, and with --whole every row meets all",
    )
    config.addinivalue_line(
        "markers", "one_in(many): of so many rows of a long table one; with --whole every row"
    )
    config.addinivalue_line("markers", "whole: takes long, and others are like it; with --whole")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors: a good part of a test's time it waits for a process or
    for a limit to pass."""
    return len(os.sched_getaffinity(0)) + 2


@pytest.hookimpl(trylast=True)  # of what was asked for by its name, nothing is left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--whole"):
        waiting = _whose_turn_it_is_not(items)
        waiting |= _not_in_the_sample(item for item in items if item not in waiting)
        config.hook.pytest_deselected(items=list(waiting))
        items[:] = [item for item in items if item not in waiting]


def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests stay to the end, and are not looked through again and again


def _whose_turn_it_is_not(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Of tests that are marked with `in_turn`."""
    rows: dict[str, list[list[object]]] = defaultdict(list)  # by test, in order
    turns: dict[str, list[list[object]]] = defaultdict(list)
    places = {}
    for item in items:
        marker = item.get_closest_marker("in_turn")
        if marker is None:
            continue
        assert isinstance(item, pytest.Function)
        test, values = item.nodeid.partition("[")[0], item.callspec.params
        row = [value for name, value in values.items() if name not in marker.args]
        turn = [values[name] for name in marker.args]
        for seen, one in ((rows[test], row), (turns[test], turn)):
            if one not in seen:
                seen.append(one)
        places[item] = test, row, turn
    return {
        item
        for item, (test, row, turn) in places.items()
        if rows[test].index(row) % len(turns[test]) != turns[test].index(turn)
    }


def _not_in_the_sample(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Of tests that are marked with `one_in` all but the first of so many, and those of `whole`."""
    seen: Counter[str] = Counter()  # by test
    waiting = set()
    for item in items:
        if item.get_closest_marker("whole") is not None:
            waiting.add(item)
        marker = item.get_closest_marker("one_in")
        if marker is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % marker.args[0]:
                waiting.add(item)
            seen[test] += 1
    return waiting


def burn() -> None:
    while True:
        pass


@pytest.fixture
def crowded() -> Iterator[None]:
    """Twice as many busy processes as processors."""
    processes = [
        multiprocessing.get_context("fork").Process(target=burn, daemon=True)
        for _ in range(2 * (os.cpu_count() or 1))
    ]
    for process in processes:
        process.start()
    yield
    for process in processes:
        process.kill()
        process.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, which `.ci/run` installs; without it these tests are skipped."""
    from playwright.sync_api import sync_playwright

    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium, and CI skips nothing")
        pytest.skip("needs chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path)
        yield opened
        opened.close()
