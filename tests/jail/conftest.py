"""Arenas: a process for each kind of user and way of forking, which runs attacks on demand."""

import os
from collections.abc import Callable, Iterator

import pytest
from jail_client import Arena

# Whom this process can be.
USERS = ["root", "plain"] if os.geteuid() == 0 else ["plain"]


@pytest.fixture(scope="session")
def arena_of() -> Iterator[Callable[[str, str], Arena]]:
    """(root, plain or capable; fork or nursery) to a running arena."""
    made: dict[tuple[str, str], Arena] = {}

    def find(user: str, way: str) -> Arena:
        if user == "capable" and "root" not in USERS:
            pytest.skip("only root can give a capability")
        if (user, way) not in made:
            made[user, way] = Arena(user, way)
        return made[user, way]

    yield find
    for arena in made.values():
        arena.close()


@pytest.fixture(params=USERS)
def user(request: pytest.FixtureRequest) -> str:
    return str(request.param)
