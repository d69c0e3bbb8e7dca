"""Where a machine refuses something, the seal falls back to what is left and says why."""

import json

import pytest
from jail_client import run_program


@pytest.mark.in_turn("user")
@pytest.mark.parametrize(
    ("calls", "level", "why"),
    [
        ("unshare", "strong", "unshare: Operation not permitted"),
        ("mount", "strong", "make mounts private: Operation not permitted"),
        ("mount_setattr", "strong", "make the private root read-only: Operation not permitted"),
        ("pivot_root", "strong", "pivot_root: Operation not permitted"),
        ("landlock_create_ruleset", "full", ""),
        ("unshare,landlock_create_ruleset", "none", "unshare: Operation not permitted"),
        ("setns", "full", ""),
    ],
)
def test_refusal(calls: str, level: str, why: str, user: str) -> None:
    ended = run_program("jail_refused.py", user, [calls, user])
    assert ended.returncode == 0, ended.stderr
    if calls in ("setns", "landlock_create_ruleset") and json.loads(ended.stdout)["refused"]:
        pytest.skip("no namespaces here")
    assert json.loads(ended.stdout) == {"level": level, "refused": why}
