"""The process that keeps a cluster while a class is graded: `python -m grader.batch.far.keeper`.

It is apart from the one that writes the gradebook, which forks, and a fork of a process with the
threads of a scheduler is asking for trouble. It is told what to do in one line of JSON, says where
the cluster is in another, and ends with its input: so with whoever started it, however that ends.
"""

from __future__ import annotations

import base64
import json
import logging
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

from distributed import Client

from grader.batch.far.clusters import Wanted, cluster
from grader.batch.far.envoy import Envoy, NoCluster
from grader.batch.far.farewell import Farewell
from grader.batch.far.order import Order
from grader.batch.far.place import Certificates, Place
from grader.batch.far.plugin import Helpers
from grader.batch.running import Engine


@contextmanager
def far_engine(wanted: Wanted, order: Order) -> Iterator[Engine]:
    """Who grades on that cluster. Raises NoCluster."""
    request = {"wanted": asdict(wanted), "order": base64.b64encode(order.to_json()).decode()}
    with subprocess.Popen(
        [sys.executable, "-m", "grader.batch.far.keeper"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the one that ends it, when its workers have
    ) as keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        keeper.stdin.write(json.dumps(request).encode() + b"\n")
        keeper.stdin.flush()
        said = json.loads(keeper.stdout.readline() or b"{}")
        if "address" not in said:
            raise NoCluster(said.get("machine", "the process that keeps the cluster has ended"))
        place = Place(said["address"], said["name"], Certificates(**said["certificates"]))
        # A submission waits until a worker has room for it; there it has its time.
        yield Engine(partial(Envoy, place), said["jobs"], float("inf"))


def main() -> None:
    logging.disable()  # what Dask has to say is told in words of ours
    request = json.loads(sys.stdin.buffer.readline())
    said = request["wanted"]
    wanted = Wanted(**{**said, "certificates": Certificates(**said["certificates"])})
    try:
        _keep(wanted, base64.b64decode(request["order"]))
    except (OSError, TimeoutError, ValueError, ImportError) as error:
        where = wanted.scheduler or "a cluster"
        _say({"machine": f"{where} cannot be used: {str(error) or type(error).__name__}"})


def _keep(wanted: Wanted, order: bytes) -> None:
    with cluster(wanted) as (address, certificates, jobs):
        # A name of its own: another batch may use the same workers.
        place = Place(address, f"grader-{secrets.token_hex(8)}", certificates)
        with place.client() as client:
            jobs = jobs or _room(client)
            # First: from then on nothing is left behind, however this ends.
            client.register_plugin(Farewell(place.name, client.id))
            client.register_plugin(Helpers(place.name, order))
            _say({**asdict(place), "jobs": jobs})
            sys.stdin.buffer.read()  # until whoever started this has no more use for it
            if client.status == "running":
                client.unregister_worker_plugin(place.name)


def _room(client: Client) -> int:
    """How many submissions the workers that are there can grade at a time."""
    threads = sum(int(count) for count in client.nthreads().values())
    if not threads:
        raise ValueError("it has no workers")
    return threads


def _say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
