"""A machine with too much to do, and one with a browser."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
