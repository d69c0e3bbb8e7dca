"""A machine with too much to do."""

import multiprocessing
import os
from collections.abc import Iterator

import pytest


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
