"""Files that the course gave to students lie beside what they hand in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from small_course import (
    PROBLEM,
    REFERENCE,
    RIGHT_GRAM,
    graded,
    open_session,
    part_of,
    write_course,
)

from grader.course.given import TooMuchGiven, beside, given_files
from grader.grading import Session

HELPER = (
    "import numpy as np\ndef exponentials(x):\n    return np.exp(x)\ndef softmax(x):\n    pass\n"
)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("given") / "course"
    write_course(root, {"rows": PROBLEM}, {"rows": REFERENCE})
    (root / "given" / "data").mkdir(parents=True)
    (root / "given" / "rnn_utils.py").write_text(HELPER, encoding="utf-8")
    np.save(root / "given" / "data" / "axis.npy", np.array(-1))
    with open_session(root, truth_cache, preload=("numpy",)) as session:
        yield session


SOFTMAX = "def softmax(x):\n    e = exponentials(x)\n    return e / e.sum({}, keepdims=True)\n"
STAR = "from rnn_utils import *\n"
ROWS = [
    ("everything of a helper", {"a.py": STAR + SOFTMAX.format(-1)}, "correct", ""),
    ("from a folder", {"hw/a.py": STAR + SOFTMAX.format(-1)}, "correct", ""),
    ("data at the top level",
     {"a.py": STAR + "import numpy as np\nAXIS = np.load('data/axis.npy')\n"
      + SOFTMAX.format("int(AXIS)")}, "correct", ""),
    ("data inside of the function", {"a.py": STAR + "import numpy as np\n"
     + SOFTMAX.format("int(np.load('data/axis.npy'))")}, "correct", ""),
    ("a helper of one's own comes first",
     {"a.py": STAR + SOFTMAX.format(-1), "rnn_utils.py": "def exponentials(x):\n    return x\n"},
     "wrong", "case 1: the result differs in 12 of 12 entries"),
    ("what the helper defines is no answer", {"a.py": "x = 1\n"}, "not attempted",
     "no function softmax was found"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "files", "verdict", "message"), ROWS, ids=[r[0] for r in ROWS])
def test_what_was_given_is_there(
    given: Session, what: str, files: dict[str, str], verdict: str, message: str
) -> None:
    files = {path: text + (RIGHT_GRAM if "a.py" in path else "") for path, text in files.items()}
    found = part_of(graded(given, files), "softmax")
    assert (found.verdict.value, found.message) == (verdict, message)


LAID = [
    (["a.py"], ["b.py"], {"a.py", "b.py"}),
    (["b.py"], ["b.py"], {"b.py"}),
    (["B.py"], ["b.py"], {"B.py"}),
    (["data/a.txt"], ["data"], {"data/a.txt"}),
    (["data"], ["data/a.txt"], {"data"}),
    (["data/a.txt"], ["data/b.txt"], {"data/a.txt", "data/b.txt"}),
]


@pytest.mark.parametrize(("own", "laid", "found"), LAID)
def test_what_a_submission_has_of_its_own_is_left(
    own: list[str], laid: list[str], found: set[str]
) -> None:
    both = beside(dict.fromkeys(own, b"own"), dict.fromkeys(laid, b"given"))
    assert set(both) == found
    assert {both[path] for path in own} == {b"own"}


def test_of_the_folder_no_links_are_taken(tmp_path: Path) -> None:
    assert given_files(tmp_path) == {}
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "a.py").write_bytes(b"a")
    (tmp_path / "secret").write_bytes(b"s")
    (tmp_path / "given" / "link").symlink_to(tmp_path / "secret")
    assert given_files(tmp_path) == {"a.py": b"a"}


def test_too_much_is_a_fault_of_the_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.course.given.MOST_BYTES", 1 << 20)
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "data.bin").write_bytes(b"0" * ((1 << 20) + 1))
    said = "given/ holds 2 MB; at most 1 MB go beside a submission"
    with pytest.raises(TooMuchGiven, match=said):
        given_files(tmp_path)
