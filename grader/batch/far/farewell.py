"""What runs in a Dask scheduler: it sees to the end of a batch whose keeper is gone."""

from __future__ import annotations

from distributed import Scheduler, SchedulerPlugin


class Farewell(SchedulerPlugin):
    """Takes the helpers of a batch from all workers when its client is gone: a keeper that is
    killed, or whose machine goes down, does not get to do so itself."""

    def __init__(self, helpers: str, client: str) -> None:
        self.name = f"{helpers}-farewell"
        self._helpers = helpers
        self._client = client

    def remove_client(self, scheduler: Scheduler, client: str) -> None:
        if client == self._client:
            scheduler.loop.add_callback(self._end, scheduler)

    async def _end(self, scheduler: Scheduler) -> None:
        if self._helpers in scheduler.worker_plugins:
            await scheduler.unregister_worker_plugin(None, self._helpers)
        await scheduler.unregister_scheduler_plugin(self.name)
