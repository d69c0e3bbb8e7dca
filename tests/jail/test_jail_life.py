"""How sealed processes live and end; the checks are in `jail_life.py`."""

import pytest
from jail_client import run_program
from jail_life import CHECKS


@pytest.mark.in_turn("user", "way", "level")
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize(
    ("way", "level"), [("nursery", "full"), ("fork", "full"), ("nursery", "strong")]
)
def test_life(name: str, way: str, level: str, user: str) -> None:
    ended = run_program("jail_life.py", user, [name, user, way, level])
    if ended.returncode == 77:
        pytest.skip("no namespaces here")
    assert (ended.returncode, ended.stderr) == (0, "")
