"""`grader doctor`."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import click

from grader.cli.exit_codes import ExitCode

LEVELS = {
    "full": "full: what is hidden cannot even be named. Grade strangers' code.",
    "strong": "strong: of a hidden file, existence and size can be learned, no more. Grade "
    "strangers' code.",
    "none": "none: separate processes with limits only. Check your own work, not strangers' code.",
}
ADVICE = (
    "namespaces: sysctl kernel.unprivileged_userns_clone=1 (Debian) or "
    "kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04), or run as root",
    "Landlock: a kernel from 5.13 on with landlock among its security modules "
    "(boot with lsm=landlock,…)",
    "containers: allow unshare, mount and landlock_* in the container's own seccomp profile",
)


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(as_json: bool) -> None:
    """Find out what protects grading on this machine.

    A real child process attacks a canary, once with nothing in its way (or the trial proves
    nothing) and once sealed. No kernel version is looked at.
    """
    found = _probe()
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        _explain(found)
    if found["level"] == "none":
        sys.exit(ExitCode.NOT_SEALED)


def _probe() -> dict[str, Any]:
    # In a process of its own: the probe forks and attacks.
    done = subprocess.run(
        [sys.executable, "-I", "-m", "grader.jail.probe"], capture_output=True, text=True
    )
    if done.returncode:
        last = done.stderr.strip().rsplit("\n", 1)[-1]
        return {"level": "none", "results": [], "reasons": [f"the trial failed: {last}"]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _explain(found: dict[str, Any]) -> None:
    click.echo(f"protection is {LEVELS[found['level']]}\n")
    for result in found["results"]:
        mark = "✓" if result["held"] else "✗"
        doubt = "" if result["works_unsealed"] else " (cannot be tried here)"
        click.echo(f"  {mark} {result['promise']}{doubt}")
    for reason in found["reasons"]:
        click.echo(f"\n{reason}")
    if found["level"] != "full":
        click.echo("\nhow to get more:")
        for line in ADVICE:
            click.echo(f"  {line}")
