"""What an honest submission does works when sealed; the jobs are in `jail_work.py`."""

import json

import pytest
from jail_client import run_program


@pytest.mark.in_turn("user")
def test_honest_work_is_not_disturbed(user: str) -> None:
    ended = run_program("jail_work.py", user, [user])
    assert ended.returncode == 0, ended.stderr
    outcomes: dict[str, str] = json.loads(ended.stdout)
    outcomes.pop("full refused", None)
    assert len(outcomes) >= 20
    assert {name: how for name, how in outcomes.items() if how != "fine"} == {}
