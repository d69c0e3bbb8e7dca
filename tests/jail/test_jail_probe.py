"""The doctor's probe sees what holds and what does not."""

import json
import subprocess
import sys
from typing import Any

import pytest


def _probe(*off: str) -> dict[str, Any]:
    """In a process of its own, as the doctor calls it."""
    ended = subprocess.run(
        [sys.executable, "-I", "-m", "grader.jail.probe", *off],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    report: dict[str, Any] = json.loads(ended.stdout)
    return report


def test_all_layers_are_full_protection() -> None:
    report = _probe()
    if report["reasons"] and report["reasons"][0].startswith("namespaces are refused"):
        pytest.skip(report["reasons"][0])
    assert (report["level"], report["reasons"]) == ("full", [])
    assert all(result["held"] for result in report["results"])


def test_without_namespaces_only_existence_can_be_learned() -> None:
    report = _probe("namespaces")
    assert report["level"] == "strong"
    assert report["reasons"] == ["not so: that a hidden file exists cannot be learned"]


@pytest.mark.parametrize(
    ("off", "broken"),
    [
        (("seccomp",), {"fork", "unshare"}),
        (("namespaces", "landlock"), {"read", "list", "stat"}),
        (("namespaces", "seccomp"), {"stat", "fork", "unshare"}),
        (("limits",), {"inherited", "fork-many"}),
    ],
)
def test_a_missing_layer_is_seen(off: tuple[str, ...], broken: set[str]) -> None:
    report = _probe(*off)
    assert report["level"] == "none"
    assert broken <= {result["name"] for result in report["results"] if not result["held"]}


def test_with_no_layer_every_attack_works() -> None:
    report = _probe("namespaces", "landlock", "seccomp", "limits")
    assert report["level"] == "none"
    worked = {result["name"] for result in report["results"] if not result["held"]}
    assert worked == {result["name"] for result in report["results"] if result["works_unsealed"]}
    assert {"read", "write", "tcp", "fork", "inherited"} <= worked
