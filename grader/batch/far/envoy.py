"""Stands in for a worker of this machine: reads a submission here, has it graded on the cluster."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Self

from distributed import Client
from distributed.client import ClosedClientError, FutureCancelledError
from distributed.scheduler import KilledWorker

from grader.batch.far.order import submission_to_json
from grader.batch.far.place import Place
from grader.batch.far.plugin import LOST, graded_here
from grader.batch.worker import Intake, Reply
from grader.errors import MachineError


class NoCluster(MachineError):
    """The cluster cannot be reached, or is gone."""


class Envoy(Intake):
    """Use it with `with`. If a worker is lost, Dask has its submissions graded by another."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._place = place
        self._client: Client | None = None

    def __enter__(self) -> Self:
        logging.disable()  # what Dask has to say is told in words of ours
        return self

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        if self._client is not None:
            self._client.close()

    def grade(self, only: Sequence[str]) -> Reply:
        assert self.submission is not None
        request = {"submission": submission_to_json(self.submission), "grade": list(only)}
        try:
            if self._client is None:
                self._client = self._place.client()
            future = self._client.submit(
                graded_here, self._place.name, json.dumps(request).encode(), pure=False
            )
            said = json.loads(future.result())
        except KilledWorker:
            return {"lost": LOST}
        except (OSError, TimeoutError, FutureCancelledError, ClosedClientError) as error:
            raise NoCluster(f"{self._place.address}: the cluster is gone") from error
        assert isinstance(said, dict)
        return said
