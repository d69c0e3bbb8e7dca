"""Faulty problem files, and the exact words an author reads about each.

A file in `faulty/` begins with its messages, without the file's name, as comments.
"""

from __future__ import annotations

import itertools
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from course_small import PROBLEM

FAULTY = sorted((Path(__file__).parent / "faulty").glob("*.yaml"))
Messages = Callable[[], list[str]]


def expected_in(file: Path) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    head = itertools.takewhile(lambda line: line[:2] == "# " and line[2:3].isdigit(), lines)
    return [f"problems/double.yaml:{line[2:]}" for line in head]


def test_there_are_enough_faulty_files() -> None:
    assert len(FAULTY) >= 140


def test_the_sound_course_has_no_faults(messages: Messages) -> None:
    assert messages() == []


@pytest.mark.parametrize("file", FAULTY, ids=lambda file: file.stem)
def test_a_faulty_file_gets_its_messages(file: Path, course: Path, messages: Messages) -> None:
    (course / "problems/double.yaml").write_bytes(file.read_bytes())

    assert messages() == expected_in(file)
    assert expected_in(file), "a faulty file begins with its messages"
    assert not (course / "ran").exists(), "nothing in a problem file may run"


AS_BYTES = {
    "an empty file": (b"", "1:1: holds no problem; start with `id: topic/name`"),
    "Latin-1": (
        b"id: topic/double\ntitle: Zw\xf6lf\n",
        "2:10: is not UTF-8 text from here on; save the file as UTF-8",
    ),
    "UTF-16": (
        PROBLEM.encode("utf-16"),
        "1:1: is not UTF-8 text from here on; save the file as UTF-8",
    ),
    "a zero byte": (
        b"id: topic/double\ntitle: Tw\0ce\n",
        "2:10: holds the control character 0x00; remove it",
    ),
    "a huge file": (b"# padding\n" * 30_000, "1:1: is larger than 256 kB; split the problem"),
    "a thousand brackets": (
        b"id: " + b"[" * 5000,
        "1:1: is nested too deeply; a problem file needs about six levels",
    ),
}


@pytest.mark.parametrize(("data", "message"), AS_BYTES.values(), ids=AS_BYTES)
def test_bytes_that_are_no_problem_file(
    data: bytes, message: str, course: Path, messages: Messages
) -> None:
    (course / "problems/double.yaml").write_bytes(data)

    assert messages() == [f"problems/double.yaml:{message}"]


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbf" + PROBLEM.encode(), PROBLEM.replace("\n", "\r\n").encode()]
)
def test_what_other_editors_write_is_read(data: bytes, course: Path, messages: Messages) -> None:
    (course / "problems/double.yaml").write_bytes(data)

    assert messages() == []


def test_aliases_that_multiply_are_refused_within_bounds(course: Path) -> None:
    """Nine levels of nine aliases say 387 million values. A process with 1 GB must tell so."""
    names = "abcdefghi"
    levels = ["a: &a [0, 0, 0, 0, 0, 0, 0, 0, 0]"]
    for before, name in itertools.pairwise(names):
        levels.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    (course / "problems/double.yaml").write_text("\n".join(levels), encoding="utf-8")
    program = (
        "from pathlib import Path\n"
        "from grader.course import CourseFault, load_course\n"
        "try:\n    load_course(Path('.'), {})\n"
        "except CourseFault as error:\n    print(error)\n"
    )

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=limit,
        cwd=course,
        check=False,
        env={"OPENBLAS_NUM_THREADS": "1", "PATH": ""},
    )

    assert done.stdout == (
        "problems/double.yaml:1:1: says more than 50,000 values through its aliases; write fewer\n"
    ), done.stderr


def test_anchors_and_merges_are_read(course: Path, messages: Messages) -> None:
    text = PROBLEM.replace("inputs: {", "inputs: &all {").replace(
        "- equals: {cases: 4}", "- equals: {inputs: {<<: *all, n: 1..3}}"
    )
    (course / "problems/double.yaml").write_text(text, encoding="utf-8")

    assert messages() == []


def test_one_id_in_two_files(course: Path, messages: Messages) -> None:
    (course / "problems/topic").mkdir()
    (course / "problems/topic/again.yml").write_text(PROBLEM, encoding="utf-8")

    assert messages() == [
        "problems/topic/again.yml:1:1: id: `topic/double` is already the id of "
        "problems/double.yaml; rename one"
    ]


def test_every_file_is_told_of_in_order(course: Path, messages: Messages) -> None:
    (course / "problems/a.yaml").write_text("id: A\n", encoding="utf-8")
    (course / "problems/b.yaml").write_text("- no\n", encoding="utf-8")
    (course / "reference/late.py").write_text("def f(:\n    pass\n", encoding="utf-8")
    (course / "grader.toml").write_text('nam = "x"\n', encoding="utf-8")

    assert messages() == [
        "grader.toml:1:1: nam: unknown key; did you mean `name`?",
        "problems/a.yaml:1:1: id: `A` is not a valid name; use lower-case words with dashes and "
        "slashes, such as `vectors/distances`",
        "problems/a.yaml:1:1: parts: is missing; write `parts: {code: {asks: function, …}}`",
        "problems/a.yaml:1:1: prompt: is missing; write `prompt: |`",
        "problems/a.yaml:1:1: title: is missing; write `title: All distances at once`",
        "problems/b.yaml:1:1: holds no problem; start with `id: topic/name`",
        "reference/late.py:1:7: is not valid Python: invalid syntax",
    ]


def test_a_broken_reference_is_told_once(course: Path, messages: Messages) -> None:
    (course / "reference/topic.py").write_text("def double(x:\n    return 2\n", encoding="utf-8")

    assert messages() == ["reference/topic.py:1:11: is not valid Python: '(' was never closed"]


ONE = '[assignments]\none = ["topic/double"]\n[numbers.one]\n'
SETTINGS = {
    'nam = "x"': "1:1: nam: unknown key; did you mean `name`?",
    'name = "x"\n[limits]\nsecond = 3': "3:1: limits.second: unknown key; did you mean `seconds`?",
    '[limits]\n  seconds = "3"': "2:3: limits.seconds: is the text `3`, but a number is needed",
    "[limits]\nseconds = -1": "2:1: limits.seconds: is -1, but must be greater than 0",
    "limits = {seconds = -1}": "1:1: limits.seconds: is -1, but must be greater than 0",
    '[assignments]\none = "topic/double"': (
        "2:1: assignments.one: is the text `topic/double`, but a list is needed; "
        'write `one = ["vectors/*"]`'
    ),
    '[assignments]\none = ["topic/dubl"]': (
        "2:1: assignments.one: `topic/dubl` matches no problem; did you mean `topic/double`?"
    ),
    '[assignments]\none = ["topic/*"]\ntwo = ["zebra"]': (
        "3:1: assignments.two: `zebra` matches no problem; known are `topic/double`"
    ),
    '[numbers.one]\n"1" = "topic/double"': ("1:1: numbers.one: there is no assignment `one`"),
    f'{ONE}x = "topic/double"': (
        '4:1: numbers.one.x: `x` is not a number; write such as "2", "1.3" or "3.1 (a)"'
    ),
    f'{ONE}"1.3 (b)" = "topic/double"\n"1.3b" = "topic/double"': (
        "5:1: numbers.one.1.3b: `1.3 (b)` is the same number; write 1.3 (b) once"
    ),
    f'{ONE}1 = ["topic/double", "topic/dubl"]': (
        "4:1: numbers.one.1: `topic/dubl` is no problem of this assignment; "
        "did you mean `topic/double`?"
    ),
    f'{ONE}1 = "topic/double/cod"': (
        "4:1: numbers.one.1: topic/double has no part `cod`; did you mean `code`?"
    ),
    f'{ONE}1.2 = "topic/double"': (
        "3:1: numbers.one.1: is a mapping, but text or a list of texts is needed; "
        'write `"1.2" = "vectors/distances"`, with quotes around both'
    ),
    '[names]\ndoubled = ["twice"]': (
        "2:1: names.doubled: no problem asks for `doubled`; did you mean `double`?"
    ),
    '[names]\ndouble = "two times"': (
        "2:1: names.double: `two times` cannot be the name of a function"
    ),
    '[names]\ndouble = ["double"]': (
        "2:1: names.double: `double` is asked for itself; leave it out"
    ),
    '[names]\ndouble = ["twice", "twice"]': (
        "2:1: names.double: `twice` stands for two functions; keep it in one"
    ),
    "name = \n": (
        "1:8: is not valid TOML: invalid value; "
        'write `key = "text"`, `key = 3` or `key = ["one", "two"]`'
    ),
    'name = "x"\nname = "y"\n': (
        "2:11: is not valid TOML: cannot overwrite a value; write each key once"
    ),
}


@pytest.mark.parametrize(("text", "message"), SETTINGS.items(), ids=lambda text: text[:20])
def test_faulty_settings(text: str, message: str, course: Path, messages: Messages) -> None:
    (course / "grader.toml").write_text(text, encoding="utf-8")

    assert messages() == [f"grader.toml:{message}"]


def test_settings_that_are_not_utf8(course: Path, messages: Messages) -> None:
    (course / "grader.toml").write_bytes(b'name = "Zw\xf6lf"\n')

    assert messages() == ["grader.toml:1:1: is not UTF-8 text; save the file as UTF-8"]
