"""The clusters that can be used: one that is there, processes of this machine, jobs of Slurm."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import dask
from distributed import LocalCluster, Security

from grader.batch.far.place import Certificates

if TYPE_CHECKING:
    from dask_jobqueue import SLURMCluster

# A task that ends its worker is tried on one more. Of a grader this is not expected at all: what
# ends a grader ends a helper, which is no process of Dask's.
MOST_DEATHS = 1
# A scheduler tells about its tasks by plain HTTP, without asking for certificates: to this machine
# alone, wherever there is room.
NO_DASHBOARD = "127.0.0.1:0"


@dataclass(frozen=True)
class Wanted:
    """Which cluster: the one at `scheduler`, else of so many Slurm jobs, else local."""

    scheduler: str | None = None
    slurm: int | None = None
    jobs: int | None = None  # at a time; None: as many as there is room for
    certificates: Certificates = field(default_factory=Certificates)


@contextmanager
def cluster(wanted: Wanted) -> Iterator[tuple[str, Certificates, int | None]]:
    """The address of its scheduler, what is needed to be let in, and how many it grades at a time
    if that is known ahead."""
    if wanted.scheduler is not None:
        yield wanted.scheduler, wanted.certificates, wanted.jobs
        return
    with dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS}):
        if wanted.slurm is not None:
            with slurm_cluster(wanted.certificates) as jobs:
                jobs.scale(jobs=wanted.slurm)
                room = wanted.slurm * int(dask.config.get("jobqueue.slurm.cores"))
                yield jobs.scheduler_address, wanted.certificates, wanted.jobs or room
            return
        made = Security.temporary()
        own = Certificates(made.tls_ca_file, made.tls_client_cert, made.tls_client_key)
        workers = wanted.jobs or len(os.sched_getaffinity(0))
        with LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            security=made,
            protocol="tls://",
            host="127.0.0.1",
            dashboard_address=NO_DASHBOARD,
            memory_limit=None,  # what needs memory is a helper's child, and has its own limits
        ) as local:
            yield local.scheduler_address, own, workers


def slurm_cluster(certificates: Certificates) -> SLURMCluster:
    """No job runs yet. Queue, cores, memory and time are those of Dask's `jobqueue.yaml`."""
    from dask_jobqueue import SLURMCluster

    configured = dask.config.get("jobqueue.slurm.scheduler-options", {})
    return SLURMCluster(
        job_name="grader",
        security=certificates.security(),
        protocol="tls://",
        scheduler_options={**configured, "dashboard_address": NO_DASHBOARD},
    )
