"""A class on several machines: the same gradebook, whoever is lost, and no strangers."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import dask
import pytest
from class_course import RIGHT, count_of, dump, environment, lines, run, write_class
from click.testing import CliRunner
from distributed import Worker
from kill_and_resume import make
from tls_cluster import Cluster, is_let_in, make_certificates, tls_cluster

from grader.batch.far.clusters import slurm_cluster
from grader.batch.far.envoy import Envoy, NoCluster
from grader.batch.far.order import Order, OtherMachine, order_of, submission_to_json
from grader.batch.far.place import Certificates, Place
from grader.batch.far.plugin import LOST, Helpers
from grader.cli.batch import command as batch
from grader.cli.common import open_course
from grader.submission import Submission

STUDENTS = 4


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with tls_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def test_a_stranger_cannot_hand_in_work(cluster: Cluster, tmp_path: Path) -> None:
    """A scheduler reads a task from whom it has greeted, and greets only certificates it knows."""
    make_certificates(tmp_path)
    ours = cluster.folder
    assert is_let_in(cluster, certificates=ours, authority=ours)
    assert not is_let_in(cluster, certificates=None, authority=None)
    assert not is_let_in(cluster, certificates=None, authority=ours)
    assert not is_let_in(cluster, certificates=tmp_path, authority=ours)


def test_with_a_worker_killed_in_mid_run_the_gradebook_is_that_of_one_machine(
    cluster: Cluster, tmp_path: Path
) -> None:
    calm, far = tmp_path / "calm", tmp_path / "far"
    for root in (calm, far):
        make(root, STUDENTS)
    lines(run(calm, "batch", "in"))
    running = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "in", *cluster.options],
        cwd=far,
        env=environment(far),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while count_of(far / "gradebook.sqlite") < 1:
        assert running.poll() is None, running.communicate()
    cluster.workers[0].kill()
    said, complaints = running.communicate()
    assert (running.returncode, complaints) == (0, "")
    assert said.startswith(f"{STUDENTS} submissions: {STUDENTS} graded\n")
    assert dump(far / "gradebook.sqlite") == dump(calm / "gradebook.sqlite")


def test_driver_and_keeper_killed_leave_no_helper_on_a_worker(
    cluster: Cluster, tmp_path: Path
) -> None:
    make(tmp_path, STUDENTS)
    running = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "in", *cluster.options],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while count_of(tmp_path / "gradebook.sqlite") < 1:
        assert running.poll() is None
    helpers = called("grader.batch.far.helper", cluster.workers[1].pid)
    (keeper,) = called("grader.batch.far.keeper", running.pid)
    assert helpers
    running.kill()
    os.kill(keeper, signal.SIGKILL)
    running.wait()
    while called("grader.batch.far.helper", cluster.workers[1].pid):
        assert cluster.workers[1].poll() is None


def called(module: str, parent: int) -> list[int]:
    """The children of a process that run this module."""
    found = []
    for thread in Path(f"/proc/{parent}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended
            for child in (thread / "children").read_text().split():
                if module in Path(f"/proc/{child}/cmdline").read_text():
                    found.append(int(child))
    return found


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Order:
    root = tmp_path_factory.mktemp("course")
    write_class(root, {})
    course, _ = open_course(str(root / "course"))
    return order_of(course, "hw1", ["sums/double"], seconds=60.0, unsafe=False)


@pytest.mark.parametrize("seconds", [60.0, 0.0])
def test_a_worker_outlives_what_grades_for_it(seconds: float, order: Order) -> None:
    """With no time at all each helper is lost, and the next request gets a new one."""
    helpers = Helpers("grader", replace(order, seconds=seconds).to_json())
    here = cast("Worker", None)  # which worker it is makes no difference
    helpers.setup(here)
    submission = submission_to_json(Submission("ada", {"hw.py": RIGHT.encode()}))
    request = json.dumps({"submission": submission, "grade": ["sums/double"]}).encode()
    try:
        for _ in range(2):
            said = json.loads(helpers.graded(request))
            if seconds:
                assert json.loads(said["problems"][0])["score"]["earned"] == 4.0
            else:
                assert said == {"lost": LOST}
    finally:
        helpers.teardown(here)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("grader", "this worker has another version of grader"),
        ("environment", "this worker has another Python, processor or other libraries"),
        ("reference", "this worker has another reading of the course"),
    ],
)
def test_a_worker_that_would_grade_otherwise_is_refused(
    what: str, said: str, order: Order, tmp_path: Path
) -> None:
    other = {name: {**parts, what: "0"} for name, parts in order.made_of.items()}
    sent = Order.from_json(replace(order, made_of=other).to_json())
    with pytest.raises(OtherMachine) as refused:
        sent.worker(tmp_path)
    assert str(refused.value).partition(": ")[2] == said


def test_a_cluster_that_is_gone_is_no_fault_of_a_submission(
    cluster: Cluster,
) -> None:
    files = [str(cluster.folder / name) for name in ("ca.pem", "node.pem", "node.key")]
    envoy = Envoy(Place("tls://127.0.0.1:1", "grader", Certificates(*files)))
    envoy.submission = Submission("ada", {"hw.py": RIGHT.encode()})
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "0.2s"}),
        pytest.raises(NoCluster) as gone,
    ):
        envoy.grade(["sums/double"])
    assert str(gone.value) == "tls://127.0.0.1:1: the cluster is gone"


def test_the_job_of_slurm(tmp_path: Path) -> None:
    make_certificates(tmp_path)
    files = [str(tmp_path / name) for name in ("ca.pem", "node.pem", "node.key")]
    settings = {"cores": 4, "memory": "8GB", "queue": "long", "walltime": "02:00:00"}
    with (
        dask.config.set({f"jobqueue.slurm.{name}": value for name, value in settings.items()}),
        slurm_cluster(Certificates(*files)) as cluster,
    ):
        script = cluster.job_script().splitlines()
        address = cluster.scheduler_address
    assert [line for line in script if line.startswith("#SBATCH")] == [
        "#SBATCH -J grader",
        "#SBATCH -p long",
        "#SBATCH -n 1",
        "#SBATCH --cpus-per-task=4",
        "#SBATCH --mem=8G",
        "#SBATCH -t 02:00:00",
    ]
    started = script[-1].split()
    assert started[:4] == [sys.executable, "-m", "distributed.cli.dask_worker", address]
    for pair in zip(("--tls-ca-file", "--tls-cert", "--tls-key"), files, strict=True):
        assert pair in pairwise(started)
    assert address.startswith("tls://")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--slurm", "2"], "--scheduler, --slurm and --tls-… need --engine dask"),
        (
            ["--engine", "dask", "--slurm", "2", "--scheduler", "tls://a:1"],
            "--scheduler names a cluster, --slurm makes one: give one of them",
        ),
        (
            ["--engine", "dask", "--scheduler", "tcp://a:1"],
            "--scheduler tcp://a:1: without certificates anybody can run code on such a cluster, "
            "and read what is handed in; start it with TLS, and write tls://",
        ),
        (
            ["--engine", "dask", "--scheduler", "tls://a:1"],
            "this needs --tls-ca, --tls-cert and --tls-key",
        ),
    ],
)
def test_what_is_refused(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(batch, ["in", *arguments])
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (2, f"Error: {said}")
