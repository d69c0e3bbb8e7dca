"""A class whose gradebook cannot be written: what is said, how it ends, that nothing is lost."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from class_course import RIGHT, SAID, count_of, dump, environment, lines, run, write_class

# Long enough that a gradebook of all of them is larger than the disk below.
STUDENTS = {
    f"s{number}": {"hw.py": RIGHT, "answers.md": SAID.format(f"because of {number} " * 3000)}
    for number in range(3)
}
GONE_ON = (
    "ended after {done} of 3: what was graded is in the gradebook, and the same command goes on\n"
)

# What is wrong with the machine, done to SQLite's connections and to nothing else.
CONNECTED = """
from sqlalchemy import event
from grader.gradebook import opening

make = opening._file_engine

def troubled(file):
    engine = make(file)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA {}").close())
    return engine

opening._file_engine = troubled
"""
FULL = CONNECTED.format("max_page_count=45")  # of 4 KB; all need more than 50
READ_ONLY = CONNECTED.format("query_only=ON")
# Every write beyond this is refused by the kernel, as by a quota.
QUOTA = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
"""
NETWORK = """
from pathlib import Path
from grader.gradebook import filesystems

Path("mounts").write_text(f"30 22 0:44 / {Path.cwd()} rw - nfs4 server:/home rw\\n")
filesystems.MOUNTS = Path("mounts")
"""


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them graded on a machine without trouble."""
    root = tmp_path_factory.mktemp("calm")
    write_class(root, STUDENTS)
    lines(run(root, "batch", "in"))
    return root


def troubled(root: Path, trouble: str) -> subprocess.CompletedProcess[str]:
    program = f"{trouble}\nfrom grader.cli import main\nmain()\n"
    return subprocess.run(
        [sys.executable, "-c", program, "batch", "in", "--jobs", "1"],
        cwd=root,
        env=environment(root, GRADER_GRADEBOOK="gradebook.sqlite"),
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (FULL, "the disk is full; nothing was changed, and what was written before is kept"),
        (
            QUOTA,
            "the disk did not take it; it may be full, or you over your quota. Nothing was "
            "changed, and what was written before is kept",
        ),
    ],
    ids=["full", "quota"],
)
def test_what_was_written_is_kept_and_the_same_command_goes_on(
    trouble: str, said: str, calm: Path, tmp_path: Path
) -> None:
    write_class(tmp_path, STUDENTS)
    done = troubled(tmp_path, trouble)
    kept = count_of(tmp_path / "gradebook.sqlite")
    assert 1 <= kept < len(STUDENTS)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"{GONE_ON.format(done=kept)}gradebook gradebook.sqlite: {said}\n",
    )
    assert lines(run(tmp_path, "batch", "in"))[0] == (
        f"3 submissions: {len(STUDENTS) - kept} graded, {kept} unchanged"
    )
    assert dump(tmp_path / "gradebook.sqlite") == dump(calm / "gradebook.sqlite")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (READ_ONLY, "it cannot be written to; make file and folder yours to write"),
        (
            NETWORK,
            "it lies on a network file system (nfs4), where SQLite loses data; name a file on a "
            "local disk, or a PostgreSQL server",
        ),
        (
            "newer",
            "it is of version 9, and this grader knows versions up to 2; install a newer grader",
        ),
    ],
    ids=["read-only", "network", "newer"],
)
def test_a_gradebook_that_is_refused_stays_as_it_is(
    trouble: str, said: str, calm: Path, tmp_path: Path
) -> None:
    root = shutil.copytree(calm, tmp_path / "class")
    book = root / "gradebook.sqlite"
    if trouble == "newer":
        with sqlite3.connect(book) as connection:
            connection.execute("UPDATE schema_version SET version = 9")
        connection.close()
        trouble = ""
    (root / "in" / "s0" / "hw.py").write_text(RIGHT + "# once more\n")
    done = troubled(root, trouble)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"gradebook gradebook.sqlite: {said}\n",
    )
    assert dump(book) == dump(calm / "gradebook.sqlite")
