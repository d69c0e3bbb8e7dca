"""What a cell is allowed: the one value that the three calls of `grader.jail.seal` take."""

import importlib.machinery
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from grader.jail.limits import Ceilings
from grader.jail.paths import View, plan_view

_PACKAGES: Final = ("numpy", "torch", "sympy")

# The loader's cache, the clock's time zone. No passwd: no program needs names of users.
_SYSTEM_FILES: Final = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")
_SYSTEM_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")


class Layer(StrEnum):
    """A wall that can stand without the others."""

    NAMESPACES = "namespaces"
    LANDLOCK = "landlock"
    SECCOMP = "seccomp"
    LIMITS = "limits"


ALL_LAYERS: Final = frozenset(Layer)
WITHOUT_NAMESPACES: Final = ALL_LAYERS - {Layer.NAMESPACES}


@dataclass(frozen=True)
class Profile:
    """What a cell may see and use. Make one with `make_profile`, before any cell is forked.

    `scratch` is the folder a cell may write to where it gets no private root (with one, it
    writes to a small file system of its own). It must exist, be empty, and belong to
    this cell alone; None means that there is none.

    `writes_uncapped`: leave that folder writable for the student although nothing limits the sum
    of its files. Without it `freeze_scratch` closes the folder before student code runs.

    `refused` and `counts_apart` are what `grader.jail.seal.prepare` found out about this machine:
    why it gives no namespaces, and whether it counts the processes in one apart from all others
    of the same user (Linux does since 5.14).
    """

    view: View
    scratch: str | None = None
    limits: Ceilings = field(default_factory=Ceilings)
    threads: bool = False
    writes_uncapped: bool = False
    layers: frozenset[Layer] = ALL_LAYERS
    refused: str = ""
    counts_apart: bool = True


def make_profile(
    readable: Iterable[str | os.PathLike[str]],
    hidden: Iterable[str | os.PathLike[str]] = (),
    *,
    scratch: str | os.PathLike[str] | None = None,
    limits: Ceilings | None = None,
    threads: bool = False,
    writes_uncapped: bool = False,
    layers: Iterable[Layer] = ALL_LAYERS,
) -> Profile:
    """A profile in which `readable` can be read, save what is `hidden`.

    Raises `HiddenPathError` where the two cannot be kept apart.
    """
    return Profile(
        view=plan_view([os.fspath(p) for p in readable], [os.fspath(p) for p in hidden]),
        scratch=None if scratch is None else os.path.realpath(scratch),
        limits=limits or Ceilings(),
        threads=threads,
        writes_uncapped=writes_uncapped,
        layers=frozenset(layers),
    )


def interpreter_paths(packages: Sequence[str] = _PACKAGES) -> tuple[str, ...]:
    """Files and folders this Python needs to go on importing and loading libraries.

    The standard library, site-packages of the venv and of the base installation, the system's
    shared libraries, `packages` wherever they lie, and every library that is mapped now.
    Not: other entries of `sys.path`, such as a checkout installed with -e, which may hold more
    than code. Call it after the imports, in the process whose forks will be sealed.
    """
    found = [
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        *(str(Path(sys.base_prefix, name)) for name in ("lib", "lib64")),
        *_site_folders(),
        *(place for name in packages for place in _places_of(name)),
        *_mapped_libraries(),
        *_SYSTEM_LIBRARIES,
        *_SYSTEM_FILES,
    ]
    found += [target for folder in _site_folders() for target in _links_out_of(folder)]
    return tuple(dict.fromkeys(path for path in found if os.path.lexists(path)))


def _site_folders() -> list[str]:
    names = {"site-packages", "dist-packages", "lib-dynload"}
    return [
        entry
        for entry in sys.path
        if Path(entry).name in names or re.fullmatch(r"python3\d+\.zip", Path(entry).name)
    ]


def _places_of(package: str) -> list[str]:
    spec = importlib.machinery.PathFinder.find_spec(package)
    if spec is None:
        return []
    return list(spec.submodule_search_locations or ([spec.origin] if spec.origin else []))


def _mapped_libraries() -> list[str]:
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    files = {line.split(maxsplit=5)[5] for line in lines if " /" in line}
    # Files, not their folders: a library in a home directory must not open that directory.
    return sorted(path for path in files if re.search(r"\.so(\.|$)", path))


def _links_out_of(folder: str) -> list[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return []
    return [os.path.realpath(entry.path) for entry in entries if entry.is_symlink()]
