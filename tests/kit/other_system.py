"""An interpreter from which everything is hidden that Windows does not have, and torch if asked to.

`interpreter(folder)` writes a program that stands where Python does: it takes `-m MODULE` and the
like, hides, and runs the module. What is started from there with `sys.executable` is it again.

Run as a program, this file is what that program runs.
"""

from __future__ import annotations

import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

MODULES = ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog")
NAMES: dict[Any, str] = {
    os: """fork forkpty killpg getpgid setpgid getpgrp setsid getsid getuid geteuid getgid getegid
        getgroups mkfifo mknod pidfd_open waitid wait3 wait4 WEXITED WNOWAIT WIFEXITED
        WEXITSTATUS WTERMSIG WIFSIGNALED uname getloadavg posix_spawn posix_spawnp pipe2 sysconf
        confstr memfd_create eventfd statvfs fstatvfs chroot chown fchown lchown fchdir fchmod nice
        sched_getaffinity sched_setaffinity sched_yield setpriority getpriority set_blocking
        get_blocking O_NONBLOCK O_NOFOLLOW O_CLOEXEC O_DIRECTORY O_PATH register_at_fork sendfile
        setuid setgid unshare setns""",
    signal: """SIGKILL SIGHUP SIGALRM SIGCHLD SIGUSR1 SIGUSR2 SIGPIPE SIGXCPU SIGXFSZ SIGSTOP
        SIGCONT SIGBUS SIGQUIT SIGTSTP SIGTTIN SIGTTOU SIGVTALRM SIGPROF SIGWINCH SIGURG SIGIO
        setitimer getitimer alarm pause sigwait sigtimedwait sigwaitinfo pthread_sigmask
        pthread_kill sigpending siginterrupt pidfd_send_signal ITIMER_REAL""",
    select: "poll epoll POLLIN POLLOUT POLLERR POLLHUP EPOLLIN",
    socket: """AF_UNIX SO_PASSCRED SCM_RIGHTS SCM_CREDENTIALS CMSG_SPACE CMSG_LEN MSG_CMSG_CLOEXEC
        send_fds recv_fds""",
}


def interpreter(folder: Path, *, without: str = "") -> Path:
    """The program; `without` is a library that is not installed there."""
    program = folder / "python-elsewhere"
    hiding = f"{sys.executable} {Path(__file__).resolve()} {program} '{without}'"
    program.write_text(f'#!/bin/sh\nexec {hiding} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return program


def hide(program: str, without: str) -> None:
    """Once what Python itself has taken of it is imported: on Windows it takes something else."""
    import asyncio  # noqa: F401
    import concurrent.futures  # noqa: F401
    import multiprocessing.util  # noqa: F401
    import random  # noqa: F401
    import sysconfig
    import tempfile  # noqa: F401
    import zoneinfo  # noqa: F401

    sysconfig.get_config_vars()

    kill = signal.SIGKILL
    for module, names in NAMES.items():
        for name in names.split():
            vars(module).pop(name, None)
    for name in (*MODULES, *without.split()):
        sys.modules[name] = None  # type: ignore[assignment]  # to import it is an ImportError
    sys.platform = "elsewhere"
    sys.executable = program
    _without_inheriting(kill)
    _without_open_folders()


def _without_inheriting(kill: int) -> None:
    started = subprocess.Popen.__init__

    def start(
        self: Any, *args: Any, pass_fds: Any = (), preexec_fn: Any = None, **rest: Any
    ) -> None:
        if pass_fds or preexec_fn is not None:
            raise ValueError("pass_fds not supported on this platform")
        started(self, *args, **rest)

    def end(self: Any) -> None:
        if self.poll() is None:
            os.kill(self.pid, kill)

    subprocess.Popen.__init__ = start  # type: ignore[method-assign]
    subprocess.Popen.kill = end  # type: ignore[method-assign]


def _without_open_folders() -> None:
    opened = os.open

    def open_(path: Any, flags: int, mode: int = 0o777, *, dir_fd: Any = None) -> int:
        if dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", path)
        return opened(path, flags, mode)

    os.open = open_
    vars(shutil)["_use_fd_functions"] = False  # so that it removes folders by their names


def main() -> None:
    _, program, without, *arguments = sys.argv
    hide(program, without)
    while arguments[0] != "-m":
        arguments.pop(0)  # -I and the like: there is nothing here that they would keep out
    sys.argv = arguments[1:]
    sys.path.pop(0)  # this folder
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
