"""Gradebooks that open, and what is said of those that do not."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from gradebook_samples import handed_in, part, result
from sqlalchemy import Connection, inspect, text

from grader.gradebook import (
    BadGradebook,
    Gradebook,
    appeals_in,
    note_appeal,
    open_gradebook,
    record,
    standings,
)
from grader.gradebook.filesystems import network_type
from grader.gradebook.tables import APPEAL, RUBRIC, SCHEMA_VERSION, SHARE
from grader.gradebook.versions import STEPS, NewerGradebook, bring_forward, version_of

MOUNTS = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
30 22 0:44 / /home rw,relatime shared:9 - nfs4 server:/home rw
31 30 254:2 / /home/local\\040disk rw - xfs /dev/vdb rw
32 22 0:45 / /mnt/far rw - fuse.sshfs me@far: rw
33 22 0:46 / /mnt/far rw - tmpfs tmpfs rw
34 22 0:47 / /srv rw - cifs //server/share rw
nonsense
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/data/gradebook.sqlite", ""),
        ("/home/ta/gradebook.sqlite", "nfs4"),
        ("/homeless/gradebook.sqlite", ""),
        ("/home/local disk/gradebook.sqlite", ""),
        ("/mnt/far/gradebook.sqlite", ""),
        ("/srv/gradebook.sqlite", "cifs"),
    ],
)
def test_network_file_systems_are_known(path: str, kind: str) -> None:
    assert network_type(Path(path), MOUNTS) == kind


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.gradebook.opening.network_type", lambda path: "nfs4")
    with pytest.raises(BadGradebook) as caught:
        open_gradebook(f"{tmp_path}/g.sqlite", create=True)
    assert str(caught.value) == (
        f"gradebook {tmp_path}/g.sqlite: it lies on a network file system (nfs4), where SQLite "
        "loses data; name a file on a local disk, or a PostgreSQL server"
    )
    assert list(tmp_path.iterdir()) == []


def test_its_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "g.sqlite"
    with open_gradebook(str(file), create=True) as book:
        with book.writing():
            modes = {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        assert modes == {0o600}
    file.chmod(0o644)
    with open_gradebook(str(file)):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.sqlite", "there is none; `grader batch` makes one"),
        ("away/none.sqlite", "no {folder}/away"),
        ("folder", "this is a folder; name a file in it"),
        ("pipe", "this is no regular file"),
        ("other", "it is another kind of file, and not a gradebook"),
    ],
)
def test_what_cannot_be_opened(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "other").write_bytes(b"name,points\n" * 100)
    with pytest.raises(BadGradebook) as caught:
        open_gradebook(f"{tmp_path}/{name}")
    assert str(caught.value) == f"gradebook {tmp_path}/{name}: {said.format(folder=tmp_path)}"


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (
            "mysql://host/x",
            "gradebook: mysql is not known; name a file, or a PostgreSQL server: "
            "postgresql://user@host/database",
        ),
        (
            "postgresql://ta:secret@/x?host=/nowhere",
            "gradebook postgresql+psycopg://ta:***@/x?host=%2Fnowhere: no server answers there",
        ),
        ("://", "gradebook: this is no address of a database server"),
    ],
)
def test_addresses_that_are_refused(where: str, said: str) -> None:
    with pytest.raises(BadGradebook) as caught:
        open_gradebook(where)
    assert str(caught.value) == said


def test_a_newer_one_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "g.sqlite"
    open_gradebook(str(file), create=True).__exit__()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE schema_version SET version = 7")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(BadGradebook) as caught:
        open_gradebook(str(file))
    assert str(caught.value) == (
        f"gradebook {file}: it is of version 7, and this grader knows versions up to 2; "
        "install a newer grader"
    )
    assert file.read_bytes() == before


def test_an_older_one_is_brought_forward_a_step_at_a_time(book: Gradebook) -> None:
    taken = []

    def first(connection: Connection) -> None:
        taken.append("first")
        connection.execute(text("CREATE TABLE later (name TEXT)"))

    def second(connection: Connection) -> None:
        taken.append("second")

    for _ in range(2):
        with book.writing() as connection:
            bring_forward(connection, (*STEPS, first, second))
    with book.reading() as connection:
        assert (taken, version_of(connection)) == (["first", "second"], 2 + len(STEPS) + 1)
        assert inspect(connection).has_table("later")
    with pytest.raises(NewerGradebook), book.writing() as connection:
        bring_forward(connection)


def test_one_from_before_the_desk_gets_its_tables(address: str) -> None:
    with open_gradebook(address, create=True) as book, book.writing() as connection:
        for table in (APPEAL, SHARE, RUBRIC):
            table.drop(connection)
        connection.execute(SCHEMA_VERSION.update().values(version=1))
    with open_gradebook(address) as book:
        note_appeal(book, "hw1", ("ada", "small/rows", "a"), "why so little?", by="ta")
        assert [one.noted.text for one in appeals_in(book, "hw1")] == ["why so little?"]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (
            "max_page_count=1",
            "the disk is full; nothing was changed, and what was written before is kept",
        ),
        ("query_only=ON", "it cannot be written to; make file and folder yours to write"),
    ],
)
def test_a_full_disk_and_a_file_that_may_only_be_read(
    setting: str, said: str, tmp_path: Path
) -> None:
    file = f"{tmp_path}/g.sqlite"
    big = result("k2", part("a", 1.0), text="long " * 100_000)
    with open_gradebook(file, create=True) as book:
        record(
            book, "hw1", handed_in("ada"), {"small/rows": "k1"}, [result("k1", part("a", 4.0))],
            by="ta", why={},
        )  # fmt: skip
        with book.reading() as connection:
            connection.exec_driver_sql(f"PRAGMA {setting}")
        with pytest.raises(BadGradebook) as caught:
            record(book, "hw1", handed_in("bob"), {"small/rows": "k2"}, [big], by="ta", why={})
    assert str(caught.value) == f"gradebook {file}: {said}"
    with open_gradebook(file) as book:
        assert list(standings(book, "hw1")) == ["ada"]
