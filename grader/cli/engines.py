"""Options that say on which machines a class is graded."""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grader.batch.running import Engine
    from grader.course import Course

_FILES = {
    "tls_ca": "The certificate of the authority that both sides trust.",
    "tls_cert": "Your own certificate, by that authority.",
    "tls_key": "The key that belongs to it.",
}


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for name, says in reversed(_FILES.items()):
        option = f"--{name.replace('_', '-')}"
        function = click.option(option, type=click.Path(), metavar="PEM", help=says)(function)
    for decorate in (
        click.option("--slurm", type=click.IntRange(1), metavar="N", help="By N jobs of Slurm."),
        click.option("--scheduler", metavar="tls://HOST:PORT", help="On the cluster of this one."),
        click.option(
            "--engine",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="dask: on a Dask cluster; one of this machine if no other is named.",
        ),
    ):
        function = decorate(function)
    return function


@contextlib.contextmanager
def started_engine(
    options: Mapping[str, Any],
    jobs: int | None,
    course: Course,
    assignment: str,
    problems: list[str],
    *,
    unsafe: bool,
) -> Iterator[Engine | None]:
    """What was asked for; None is this machine's own processors. Raises NoCluster."""
    if options["engine"] == "local":
        yield None
        return
    from grader.batch.far.clusters import Wanted
    from grader.batch.far.keeper import far_engine
    from grader.batch.far.order import order_of
    from grader.batch.far.place import Certificates
    from grader.batch.running import most_seconds

    # A keeper and Slurm's jobs are not where the command was called.
    files = [options[name] and str(Path(options[name]).absolute()) for name in _FILES]
    wanted = Wanted(options["scheduler"], options["slurm"], jobs, Certificates(*files))
    order = order_of(course, assignment, problems, seconds=most_seconds(course), unsafe=unsafe)
    with far_engine(wanted, order) as engine:
        yield engine


def check_engine(options: Mapping[str, Any]) -> None:
    """Raises UsageError."""
    scheduler, slurm = options["scheduler"], options["slurm"]
    files = [options[name] for name in _FILES]
    if options["engine"] == "local":
        if scheduler or slurm or any(files):
            raise click.UsageError("--scheduler, --slurm and --tls-… need --engine dask")
        return
    if importlib.util.find_spec("distributed") is None:
        raise click.UsageError("this needs Dask: pip install 'grader-dl[dask]'")
    if scheduler and slurm:
        raise click.UsageError("--scheduler names a cluster, --slurm makes one: give one of them")
    if slurm and importlib.util.find_spec("dask_jobqueue") is None:
        raise click.UsageError("this needs dask-jobqueue: pip install 'grader-dl[slurm]'")
    if scheduler and not scheduler.startswith("tls://"):
        # Whoever reaches the port of such a scheduler can run what they like on its workers.
        raise click.UsageError(
            f"--scheduler {scheduler}: without certificates anybody can run code on such a "
            "cluster, and read what is handed in; start it with TLS, and write tls://"
        )
    if (scheduler or slurm) and not all(files):
        raise click.UsageError("this needs --tls-ca, --tls-cert and --tls-key")
    for name in files:
        if name and not Path(name).is_file():
            raise click.UsageError(f"{name}: no such file")
