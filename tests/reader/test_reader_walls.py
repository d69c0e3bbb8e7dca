"""What the process that reads a submission cannot do, on a machine that has the walls."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.jail import landlock
from grader.jail.seal import unsupported

pytestmark = pytest.mark.skipif(bool(unsupported()), reason=unsupported() or "-")

# what is tried -> (with a folder, with an archive)
TRIED = {
    "open('inside.py').read()": (True, False),
    "os.listdir('.')": (True, False),
    "open(outside).read()": (False, False),
    "open('/etc/passwd').read()": (False, False),
    "open('/proc/self/environ').read()": (False, False),
    "open('new.py', 'w')": (False, False),
    "os.unlink('inside.py')": (False, False),
    "os.fork() or os._exit(0)": (False, False),
    "os.execv(sys.executable, [sys.executable, '-c', ''])": (False, False),
    "socket.socket()": (False, False),
    "os.kill(os.getppid(), 0)": (False, False),
    "bytearray(1 << 30)": (False, False),
    "os.write(1, b'')": (True, True),
    "[bytearray(1 << 20)]": (True, True),
}


@pytest.mark.parametrize("opens", [True, False], ids=["folder", "archive"])
@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "open"])
def test_what_it_may_do(opens: bool, sealed: bool, tmp_path: Path) -> None:
    if opens and not landlock.abi_version():
        pytest.skip("the kernel has no Landlock")
    folder = tmp_path / "submission"
    folder.mkdir()
    (tmp_path / "outside.py").touch()
    found = {}
    for tried in TRIED:
        (folder / "inside.py").touch()
        found[tried] = succeeds(tried, folder, opens=opens, sealed=sealed)
    if not sealed:  # each works where nothing stops it, or the trial proves nothing
        assert all(found.values()), found
    else:
        assert found == {tried: allowed[0 if opens else 1] for tried, allowed in TRIED.items()}


def succeeds(tried: str, folder: Path, *, opens: bool, sealed: bool) -> bool:
    program = f"""
import os, socket, sys
outside = {str(folder.parent / "outside.py")!r}
from grader.reader.walls import seal
if {sealed}:
    seal(opens={opens}, parent=os.getppid())
try:
    {tried}
except (OSError, MemoryError):
    os._exit(1)
os._exit(0)
"""
    ended = subprocess.run([sys.executable, "-c", program], cwd=folder, check=False)
    assert ended.returncode in (0, 1), f"{tried} ended the process"
    return ended.returncode == 0


def test_it_ends_with_whoever_started_it() -> None:
    """A parent that is gone before the kernel could be told."""
    program = "from grader.reader.walls import seal; seal(opens=False, parent=1 << 22)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 1
