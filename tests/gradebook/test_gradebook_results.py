"""What the grader found is written at once, by content, and its changes are remembered."""

from __future__ import annotations

import threading

import pytest
from gradebook_samples import handed_in, part, result
from sqlalchemy import func, select

from grader.gradebook import (
    Gradebook,
    assignments_in,
    changes_of,
    forget,
    known_keys,
    open_gradebook,
    record,
    standings,
)
from grader.gradebook.results import handed_in_by, keys_in, results_by_key
from grader.gradebook.tables import METADATA, RESULT


def put(book: Gradebook, student: str, key: str, earned: float = 4.0, why: str = "new") -> None:
    found = result(key, part("a", earned), text=f"text of {key}")
    keys = {"small/rows": key}
    record(book, "hw1", handed_in(student), keys, [found], by="ta", why={"small/rows": why})


def test_what_was_written_comes_back(book: Gradebook) -> None:
    put(book, "ada", "k1")
    assert standings(book, "hw1")["ada"].results == {
        "small/rows": result("k1", part("a", 4.0), text="text of k1")
    }
    assert standings(book, "hw1", ["ada"])["ada"].handed_in == handed_in("ada")
    assert standings(book, "hw1", ["bob"]) == {}
    assert (assignments_in(book), standings(book, "hw2")) == (["hw1"], {})
    assert handed_in_by(book, "hw1") == {"ada": handed_in("ada")}
    assert keys_in(book, "hw1") == {"ada": {"small/rows": "k1"}}


def test_the_same_files_share_a_result(book: Gradebook) -> None:
    put(book, "ada", "k1")
    put(book, "bob", "k1")
    with book.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(RESULT)) == 1
    assert known_keys(book, {"k1", "k2"}) == {"k1"}
    assert list(results_by_key(book, ["k1", "k2"])) == ["k1"]


def test_a_change_says_who_when_why_and_what(book: Gradebook) -> None:
    put(book, "ada", "k1", why="first graded")
    put(book, "ada", "k1", why="nothing has changed")
    put(book, "ada", "k2", 2.0, why="the problem file changed")
    told = [
        (one.by, one.why, one.before, one.after, one.earned_before, one.earned_after)
        for one in changes_of(book, "hw1", "ada")
    ]
    assert told == [
        ("ta", "first graded", None, "k1", None, 4.0),
        ("ta", "the problem file changed", "k1", "k2", 4.0, 2.0),
    ]
    assert all(one.at.endswith("+00:00") for one in changes_of(book, "hw1", "ada"))


def test_a_problem_that_is_no_longer_asked_is_let_go(book: Gradebook) -> None:
    put(book, "ada", "k1")
    record(book, "hw1", handed_in("ada"), {}, [], by="ta", why={"small/rows": "not asked"})
    assert standings(book, "hw1")["ada"].results == {}
    last = changes_of(book, "hw1", "ada")[-1]
    assert (last.why, last.before, last.after) == ("not asked", "k1", None)


class Killed(BaseException):
    """In place of what ends a process."""


def test_all_of_a_student_or_nothing(book: Gradebook, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*given: object) -> None:
        raise Killed

    monkeypatch.setattr("grader.gradebook.results._put_keys", killed)
    with pytest.raises(Killed):
        put(book, "ada", "k1")
    assert standings(book, "hw1") == {}
    assert known_keys(book, {"k1"}) == set()


def test_two_that_write_at_once_lose_nothing_and_write_nothing_twice(
    book: Gradebook, address: str
) -> None:
    def write() -> None:
        with open_gradebook(address) as other:
            for number in range(10):
                put(other, f"s{number}", f"k{number}")

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(standings(book, "hw1")) == 10
    assert [len(changes_of(book, "hw1", f"s{number}")) for number in range(10)] == [1] * 10


def test_a_student_is_forgotten_and_nobody_else(book: Gradebook) -> None:
    put(book, "ada", "k1")
    put(book, "ada", "k2")
    put(book, "bob", "k2")
    # Of ada: what holds, what was handed in, two changes; and the result that was hers alone.
    assert forget(book, "ada") == 5
    assert list(standings(book, "hw1")) == ["bob"]
    assert known_keys(book, {"k1", "k2"}) == {"k2"}
    assert changes_of(book, "hw1", "ada") == []
    assert forget(book, "ada") == 0


def test_every_table_with_a_student_is_swept() -> None:
    from grader.gradebook.forgetting import _OF_A_STUDENT

    with_student = {table.name for table in METADATA.sorted_tables if "student" in table.c}
    assert {table.name for table in _OF_A_STUDENT} == with_student
