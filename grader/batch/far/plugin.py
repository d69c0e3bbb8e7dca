"""What runs in a Dask worker: it keeps warm helpers, and hands bytes to one of them and back."""

from __future__ import annotations

import json
import threading

from distributed import Worker, WorkerPlugin, get_worker

from grader.batch.far.helper import Helper
from grader.batch.far.order import Order
from grader.batch.pool import Lost

LOST = "the process that grades it ended or took too long, twice"


class Helpers(WorkerPlugin):
    """As many helpers as submissions are graded at a time, each used again and again."""

    def __init__(self, name: str, order: bytes) -> None:
        self.name = name
        self._order = order

    def setup(self, worker: Worker) -> None:
        self._seconds = Order.from_json(self._order).seconds
        self._lock = threading.Lock()
        self._idle: list[Helper] = []
        self._ended = False

    def teardown(self, worker: Worker) -> None:
        with self._lock:
            self._ended = True
            idle, self._idle = self._idle, []
        for helper in idle:
            helper.end()

    def graded(self, request: bytes) -> bytes:
        """What a helper replies; {lost} if it did not live to do so, or took too long."""
        with self._lock:
            helper = self._idle.pop() if self._idle else None
        if helper is not None and not helper.alive:  # somebody has ended it meanwhile
            helper.end()
            helper = None
        helper = helper or Helper(self._order)
        try:
            reply = helper.ask(request, self._seconds)
        except Lost:
            helper.end()
            return json.dumps({"lost": LOST}).encode()
        with self._lock:
            if not self._ended:
                self._idle.append(helper)
                return reply
        helper.end()
        return reply


def graded_here(name: str, request: bytes) -> bytes:
    """The task that is sent to a worker: bytes in, bytes out."""
    plugin = get_worker().plugins[name]
    assert isinstance(plugin, Helpers)
    return plugin.graded(request)
