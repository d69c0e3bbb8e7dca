"""A small world with something to steal and someone to attack, for the attacks of this folder.

Everything lies in one temporary folder and on loopback; the victim is a child process that the
attacked user owns. Secrets, decoys and listeners belong to whoever built the world, so a plain
user attacks files and processes of their own, which is the hard case.
"""

import ctypes
import os
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from grader.jail.syscalls import set_capabilities

SECRET = "the-answer-is-42-and-nobody-may-know"
_PR_SET_PTRACER = 0x59616D61


@dataclass(frozen=True)
class World:
    folder: Path
    secret: Path
    link: Path
    module: str
    outside: Path
    secret_fd: int
    folder_fd: int
    victim: int
    victim_fd: int
    address: int
    tcp: int
    udp: int
    unix: str
    unix_datagram: str
    abstract: str

    def decoy(self) -> Path:
        """The file that attacks may destroy; made anew before each of them."""
        return self.folder / "decoy.txt"


def build(folder: Path) -> World:
    folder.mkdir(parents=True)
    outside = folder / "outside"
    outside.mkdir()
    secret = folder / "secret.txt"
    secret.write_text(SECRET)
    secret.chmod(0o600)
    (folder / "stolen_reference.py").write_text(f"ANSWER = {SECRET!r}\n")
    link = folder / "link.txt"
    link.symlink_to(secret)
    secret_fd = os.open(secret, os.O_RDWR)
    folder_fd = os.open(folder, os.O_RDONLY)
    abstract = f"\0grader-jail-{os.getpid()}"
    stream = _listener(socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "stream.sock"))
    datagram = _listener(socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "datagram.sock"))
    hidden = _listener(socket.AF_UNIX, socket.SOCK_STREAM, abstract)
    tcp = _listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
    udp = _listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
    buffer = ctypes.create_string_buffer(SECRET.encode())
    os.environ["GRADER_TEST_SECRET"] = SECRET
    victim = os.fork()
    if victim == 0:
        if os.geteuid() != 0:
            set_capabilities(0)  # a plain user's, whoever attacks it
        ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_long(-1), 0, 0, 0)
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
        for number in range(1, 65):
            if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
                signal.signal(number, signal.SIG_IGN)
        while True:
            signal.pause()
    world = World(
        folder=folder,
        secret=secret,
        link=link,
        module="stolen_reference",
        outside=outside,
        secret_fd=secret_fd,
        folder_fd=folder_fd,
        victim=victim,
        victim_fd=secret_fd,
        address=ctypes.addressof(buffer),
        tcp=tcp.getsockname()[1],
        udp=udp.getsockname()[1],
        unix=stream.getsockname(),
        unix_datagram=datagram.getsockname(),
        abstract=abstract,
    )
    # The listeners live as long as the process that built the world.
    sys.modules[__name__].__dict__["_alive"] = (stream, datagram, hidden, tcp, udp, buffer)
    return world


def _listener(family: int, kind: int, address: object) -> socket.socket:
    made = socket.socket(family, kind)
    made.bind(address)  # type: ignore[arg-type]
    if kind == socket.SOCK_STREAM:
        made.listen(64)
    return made


def refresh(world: World) -> None:
    """Put the decoy back, and take away what an attack may have left."""
    world.decoy().unlink(missing_ok=True)
    for name in ("renamed.txt", "hard.txt", "soft.txt"):
        (world.folder / name).unlink(missing_ok=True)
    for path in world.outside.iterdir():
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    world.decoy().write_text("decoy")
    world.decoy().chmod(0o600)
