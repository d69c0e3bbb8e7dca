"""From "these folders may be read, those must not" to lists that a kernel can hold.

The kernel's lists only allow, so a hidden folder inside a readable one is left out by allowing
its neighbours one by one. All of this happens once, before any cell is forked.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grader.errors import GraderError

_MOST_LINKS: Final = 40  # as many as the kernel follows in one path
_MOST_ENTRIES: Final = 20_000  # of a folder that has to be allowed entry by entry


class HiddenPathError(GraderError):
    """A path that must stay hidden cannot be kept apart from one that must be readable."""


@dataclass(frozen=True)
class View:
    """What a sealed process sees of the disk. All paths are absolute and free of links.

    - `folders`: readable paths as asked for, none inside another unless something hidden lies
      between them; these are bound into a private root.
    - `masks`: hidden paths inside them, to be covered there.
    - `allowed`: the same readable files without masks, split around what is hidden.
    - `links`: symbolic links that lead to the readable paths, with what they say.
    """

    folders: tuple[str, ...]
    masks: tuple[str, ...]
    allowed: tuple[str, ...]
    links: tuple[tuple[str, str], ...]


def plan_view(readable: Iterable[str], hidden: Iterable[str]) -> View:
    """Work out the view. Readable paths that do not exist are left out; hidden ones may be absent.

    The longer path wins: a readable folder inside a hidden one is readable (a venv inside a course
    folder), a hidden one inside a readable one is hidden. Raises `HiddenPathError` where a path
    is both, or where the folder around a hidden path cannot be listed.
    """
    links: dict[str, str] = {}
    wanted = {real for path in readable if (real := follow(path, links)) is not None}
    secret = {os.path.realpath(path) for path in hidden}
    if both := sorted(wanted & secret):
        raise HiddenPathError(
            f"{both[0]} must be readable for Python to run, and must be hidden from students: "
            f"move what is secret in it to a folder of its own"
        )
    marked = wanted | secret
    folders = sorted(path for path in wanted if _nearest(path, marked) not in wanted)
    masks = sorted(
        path for path in secret if _nearest(path, marked) in wanted and os.path.lexists(path)
    )
    allowed: list[str] = []
    for folder in folders:
        allowed += _split(folder, secret)
    return View(
        folders=tuple(folders),
        masks=tuple(masks),
        allowed=tuple(dict.fromkeys(allowed)),
        links=tuple(sorted(links.items())),
    )


def follow(path: str, links: dict[str, str]) -> str | None:
    """The path without links, or None if nothing is there; each link met goes into `links`."""
    full = str(Path.cwd() / path)
    waiting = [part for part in reversed(full.split("/")) if part]
    here = ""
    for _ in range(_MOST_LINKS * 20):
        if not waiting:
            return here or "/"
        part = waiting.pop()
        if part == "..":
            here = os.path.dirname(here)  # noqa: PTH120 - text, as the kernel walks it
            continue
        if part == ".":
            continue
        step = f"{here}/{part}"
        try:
            mode = os.lstat(step).st_mode
        except OSError:
            return None
        if not stat.S_ISLNK(mode):
            here = step
            continue
        target = str(Path(step).readlink())
        links[step] = target
        waiting += [word for word in reversed(target.split("/")) if word]
        if target.startswith("/"):
            here = ""
    return None


def beneath(path: str, folder: str) -> bool:
    """Does `path` lie strictly inside `folder`? Both are absolute and free of links."""
    return path != folder and path.startswith(folder.rstrip("/") + "/")


def _nearest(path: str, among: set[str]) -> str | None:
    """The deepest of `among` that `path` lies strictly inside."""
    around = [folder for folder in among if beneath(path, folder)]
    return max(around, key=len) if around else None


def _split(folder: str, secret: set[str]) -> Iterator[str]:
    """`folder`, or its entries one by one where something hidden lies inside."""
    if not any(beneath(path, folder) for path in secret):
        yield folder
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        inside = min(path for path in secret if beneath(path, folder))
        raise HiddenPathError(
            f"{inside} must be hidden, but {folder} around it must be readable "
            f"and cannot be split: {error.strerror or error}"
        ) from error
    if len(entries) > _MOST_ENTRIES:
        raise HiddenPathError(
            f"{folder} must be split around a hidden path and has {len(entries)} entries, "
            f"more than {_MOST_ENTRIES}: move the hidden path elsewhere"
        )
    for entry in entries:
        # A link is a second name of something that is judged where it really lies.
        if not entry.is_symlink() and entry.path not in secret:
            yield from _split(entry.path, secret)
