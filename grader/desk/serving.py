"""Runs the desk until it is told to end."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from grader.errors import CallerError

# A browser keeps connections open; nothing that is asked takes longer.
GRACE_SECONDS = 2


class CannotListen(CallerError):
    """The address or the port cannot be had."""


@contextmanager
def listening(address: str, port: int) -> Iterator[socket.socket]:
    """A socket on that port, or on a free one for 0. Raises CannotListen."""
    try:
        made = socket.create_server((address, port))
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        said = f"cannot listen on {address}, port {port}: {why}; take another --port"
        raise CannotListen(said) from error
    with made:
        yield made


def serve(app: Starlette, sockets: Sequence[socket.socket]) -> None:
    """Returns after Ctrl-C. Nothing is logged: addresses hold tokens."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
    )
    uvicorn.Server(config).run(sockets=list(sockets))
