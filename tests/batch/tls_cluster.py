"""A scheduler and two workers over TLS, started as docs/class.md says, and who is let in."""

from __future__ import annotations

import contextlib
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from class_course import environment

PAGE = Path(__file__).parents[2] / "docs" / "class.md"
DASK = [sys.executable, "-m", "dask"]


@dataclass(frozen=True)
class Cluster:
    address: str
    folder: Path  # of certificates
    workers: tuple[subprocess.Popen[bytes], ...]

    @property
    def options(self) -> list[str]:
        files = {"--tls-ca": "ca.pem", "--tls-cert": "node.pem", "--tls-key": "node.key"}
        named = [item for name, file in files.items() for item in (name, str(self.folder / file))]
        return ["--engine", "dask", "--scheduler", self.address, *named]


def make_certificates(folder: Path) -> None:
    """By the commands of the page."""
    commands = re.findall(r"^openssl .*(?:\n  .*)*$", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(commands) == 3
    for command in commands:
        subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)


@contextlib.contextmanager
def tls_cluster(folder: Path) -> Iterator[Cluster]:
    make_certificates(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tls://127.0.0.1:{port}"
    files = ["--tls-ca-file", "ca.pem", "--tls-cert", "node.pem", "--tls-key", "node.key"]
    host = ["--host", "127.0.0.1", "--no-dashboard"]
    started = [
        subprocess.Popen(
            [*DASK, *what, *host, *files],
            cwd=folder,
            env=environment(folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for what in (
            ["scheduler", "--protocol", "tls", "--port", str(port)],
            *2 * [["worker", address, "--nthreads", "1", "--no-nanny"]],
        )
    ]
    try:
        _wait_for(port, started[0])
        yield Cluster(address, folder, tuple(started[1:]))
    finally:
        for one in started:
            one.kill()
            one.wait()


def _wait_for(port: int, scheduler: subprocess.Popen[bytes]) -> None:
    while True:
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port)).close()
            return
        assert scheduler.poll() is None


def is_let_in(cluster: Cluster, certificates: Path | None, authority: Path | None) -> bool:
    """Whether the scheduler says a word to somebody with those files, or without TLS at all."""
    host, port = cluster.address.removeprefix("tls://").split(":")
    try:
        with socket.create_connection((host, int(port)), timeout=60) as plain:
            if authority is None:
                plain.sendall(b"\0" * 64)
                return bool(plain.recv(1))
            context = ssl.create_default_context(cafile=authority / "ca.pem")
            context.check_hostname = False
            if certificates is not None:
                context.load_cert_chain(certificates / "node.pem", certificates / "node.key")
            with context.wrap_socket(plain) as sealed:
                return bool(sealed.recv(1))
    except (ssl.SSLError, ConnectionResetError):
        return False
