"""Whatever the process that reads a submission does or says, the grader goes on and says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from grader.submission import NoSubmission, read_submission, reading
from grader.values import encode

NO_SOUND_ANSWER = "it could not be read (the process that reads it gave no sound answer)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("1")
    return tmp_path


def refusal(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said of a folder whose reader runs `program` instead."""
    code = "import os, signal, sys\nrequest = sys.stdin.buffer.read()\n" + textwrap.dedent(program)
    monkeypatch.setattr(reading, "PROGRAM", ("-I", "-S", "-c", code))
    with pytest.raises(NoSubmission) as error:
        read_submission(folder)
    return str(error.value).removeprefix(f"{folder}: ")


ENDS = {
    "it is killed": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        "it could not be read (the process that reads it ended by signal 9)"),
    "it crashes": (
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "it could not be read (the process that reads it ended by signal 11)"),
    "its processor time is up": (
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 2))\nwhile True: pass",
        "it could not be read within 20 s"),
    "it is out of memory": (
        "os._exit(3)", "it could not be read within 512 MB of memory"),
    "it ends": ("", NO_SOUND_ANSWER),
    "it raises": ("raise ValueError", NO_SOUND_ANSWER),
    "it babbles": ("print('hello, here I am' * 9)", NO_SOUND_ANSWER),
    "it begins a frame and ends": ("os.write(1, b'GRD1' + bytes([9] + [0] * 11))", NO_SOUND_ANSWER),
    "it announces a terabyte": (
        "os.write(1, b'GRD1' + bytes(4) + (1 << 40).to_bytes(8, 'little'))", NO_SOUND_ANSWER),
    "it announces more text than fits a frame": (
        "os.write(1, b'GRD1' + b'\\xff' * 4 + bytes(8))", NO_SOUND_ANSWER),
    "it closes the pipe and goes on": (
        "os.close(1)\nsignal.pause()", NO_SOUND_ANSWER),
}  # fmt: skip


@pytest.mark.parametrize("what", ENDS)
def test_a_reader_that_does_not_answer(
    what: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, words = ENDS[what]
    monkeypatch.setattr(reading, "END_SECONDS", 1.0)
    with monkeypatch.context() as patched:
        assert refusal(folder, program, patched) == words
    monkeypatch.undo()
    assert dict(read_submission(folder).files) == {"a.py": b"1"}


@pytest.mark.parametrize(
    "program",
    ["signal.pause()", "os.write(1, b'GRD1')\nsignal.pause()", "while True: pass"],
    ids=["it waits", "it stops in the middle", "it runs on"],
)
def test_a_reader_that_is_late(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "WALL_SECONDS", 1)
    assert refusal(folder, program, monkeypatch) == "it could not be read within 1 s"


def test_nobody_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that goes on is ended and waited for."""
    said = folder / "pid"
    monkeypatch.setattr(reading, "WALL_SECONDS", 2)
    program = f"open({str(said)!r}, 'w').write(str(os.getpid()))\nsignal.pause()"
    refusal(folder, program, monkeypatch)
    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text()), 0)


def answer(files: Any = (), notes: Any = (), refused: Any = "") -> dict[str, Any]:
    return {"files": list(files), "notes": list(notes), "refused": refused}


LIES: dict[str, Any] = {
    "a path up": answer([["../../x", b""]]),
    "a path up on the way": answer([["a/../../x", b""]]),
    "an absolute path": answer([["/etc/x", b""]]),
    "a folder": answer([["a/", b""]]),
    "no name": answer([["", b""]]),
    "here": answer([["./a", b""]]),
    "a backslash": answer([["..\\x", b""]]),
    "a name that acts": answer([["\x1b[31m", b""]]),
    "a name with a NUL": answer([["a\0b", b""]]),
    "a name from right to left": answer([["a\u202eb", b""]]),
    "a name of a thousand letters": answer([["x" * 1000, b""]]),
    "nine folders": answer([["d/" * 9 + "x", b""]]),
    "a name that is a number": answer([[3, b""]]),
    "text for content": answer([["a", "text"]]),
    "a number for content": answer([["a", 10**9]]),
    "a pair of three": answer([["a", b"", b""]]),
    "a file twice": answer([["a", b"1"], ["a", b"2"]]),
    "a file below a file": answer([["a", b"1"], ["a/b", b"2"]]),
    "five hundred and one files": answer([[str(n), b""] for n in range(501)]),
    "a file of nine megabytes": answer([["a", bytes(9 << 20)]]),
    "a note that acts": answer(notes=["\x1b[31mfull marks"]),
    "a note of two lines": answer(notes=["a\nTotal: 100 %"]),
    "a note without end": answer(notes=["x" * 501]),
    "a note that is none": answer(notes=[None]),
    "fifty-two notes": answer(notes=[str(n) for n in range(52)]),
    "a refusal that acts": answer(refused="\x1b[2Jfull marks"),
    "a refusal that is none": answer(refused=7),
    "no files": {"notes": [], "refused": ""},
    "a number": 3,
    "a list": [],
}


@pytest.mark.parametrize("what", LIES)
def test_what_a_hijacked_reader_says_is_not_believed(
    what: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = folder / "reply"
    said.write_bytes(encode(LIES[what]))
    program = f"sys.stdout.buffer.write(open({str(said)!r}, 'rb').read())"
    assert refusal(folder, program, monkeypatch) == NO_SOUND_ANSWER


def test_a_reader_that_sends_too_much_in_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is small enough; the same bytes may stand for several."""
    entries = [{"l": [str(number), {"b": [0, 8 << 20]}]} for number in range(400)]
    pairs = [["files", {"l": entries}], ["notes", {"l": []}], ["refused", ""]]
    tree = json.dumps({"d": pairs})
    program = f"""
        tree = {tree!r}.encode()
        head = b"GRD1" + len(tree).to_bytes(4, "little") + (8 << 20).to_bytes(8, "little")
        sys.stdout.buffer.write(head + tree + bytes(8 << 20))
    """
    tracemalloc.start()
    try:
        assert refusal(folder, program, monkeypatch) == NO_SOUND_ANSWER
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


def test_a_sound_answer_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the lies above prove nothing."""
    said = folder / "reply"
    said.write_bytes(encode(answer([["d/é.py", b"1"]], ["a note"])))
    program = f"import sys\nsys.stdout.buffer.write(open({str(said)!r}, 'rb').read())"
    monkeypatch.setattr(reading, "PROGRAM", ("-I", "-S", "-c", program))
    found = read_submission(folder)
    assert (dict(found.files), found.notes) == ({"d/é.py": b"1"}, ("a note",))


def test_the_environment_does_not_reach_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("SECRET", "1")
    (folder / "grader").mkdir()
    (folder / "grader" / "__init__.py").write_text("raise SystemExit")
    monkeypatch.chdir(folder)
    assert sorted(read_submission(folder).files) == ["a.py", "grader/__init__.py"]
    program = "sys.exit(3 if 'SECRET' in os.environ or os.getcwd() != '/' else 0)"
    assert refusal(folder, program, monkeypatch) == NO_SOUND_ANSWER


def test_it_imports_little() -> None:
    """Every check waits for it to start."""
    code = (
        "import sys; sys.path.append(sys.argv[1]); import grader.reader.program, "
        "grader.reader.archive; print(*sys.modules)"
    )
    root = str(Path(reading.__file__).parent.parent.parent)
    said = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, root], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "grader.reader.tars" in said
    assert not {"numpy", "pydantic", "grader.submission", "grader.sandbox"} & set(said)
