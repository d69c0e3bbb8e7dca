"""docs/desk.md: its commands start the desk and print what stands there; `grader serve` refuses."""

from __future__ import annotations

import hashlib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import httpx2
import pytest
from class_course import environment, write_class
from click.testing import CliRunner
from signalled import listen_to_signals

from grader.cli.commands import cli
from grader.desk.serving import listening
from grader.gradebook import open_gradebook

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/desk.md").read_text("utf-8")
DESK = files("grader.desk")
COMMANDS = re.findall(r"^```console\n\$ (.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
ENDS = "Ctrl-C ends it; every mark is written when it is given"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("page")
    write_class(root, {})
    with open_gradebook(str(root / "gradebook.sqlite"), create=True):
        return root


@contextmanager
def started(command: str, folder: Path) -> Iterator[list[str]]:
    """The command of the page on a free port; what it prints, until its last line."""
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    process = subprocess.Popen(
        ["bash", "-c", f"exec env {command} --port 0"],
        cwd=folder,
        env=environment(folder, PATH=path, GRADER_USER="ann"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_signals,
    )
    assert process.stdout is not None
    printed: list[str] = []
    try:
        while not printed or printed[-1] not in (ENDS, ""):
            printed.append(process.stdout.readline().rstrip("\n"))
        yield printed
    finally:
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert (process.returncode, told.strip()) == (130, "interrupted")


def plain(text: str) -> str:
    """Without what differs each time."""
    return re.sub(r"token=[\w-]{43}$", "token=…", re.sub(r":\d{4,5}", ":PORT", text), flags=re.M)


def test_its_commands(folder: Path) -> None:
    assert len(COMMANDS) == 3
    for command, expected in COMMANDS:
        with started(command, folder) as printed:
            assert [plain(line) for line in printed] == plain(expected).splitlines()
            if "token" not in expected:
                _through_the_proxy(printed[0].split(": ", 1)[1])
                continue
            link = printed[0].split(": ", 1)[1]
            assert "You are ann" in httpx2.get(link, trust_env=False).text
            assert httpx2.get(link.partition("enter")[0], trust_env=False).status_code == 403


def _through_the_proxy(address: str) -> None:
    """With the headers that the page has nginx send."""
    headers = dict(re.findall(r"proxy_set_header (\S+) (\S+);", PAGE))
    headers |= {"Host": "desk.example.edu", "X-Remote-User": "kim"}
    reply = httpx2.get(address, headers=headers, trust_env=False)
    # Known, and told that the gradebook is empty.
    assert (reply.status_code, "it is empty" in reply.text, "kim" in reply.text) == (
        404,
        True,
        True,
    )
    del headers["X-Desk-Secret"]
    assert httpx2.get(address, headers=headers, trust_env=False).status_code == 403


def test_its_keys_are_those_that_the_desk_shows() -> None:
    dialog = (DESK / "templates/mark.html").read_text("utf-8")
    shown = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", dialog)
    listed = re.findall(r"^\| (`.*) \| (.*) \|$", PAGE, re.MULTILINE)
    assert listed == [(re.sub(r"</?kbd>", "`", keys), does) for keys, does in shown]


def test_what_others_wrote_is_what_it_is_said_to_be() -> None:
    note = (DESK / "static/README").read_text("utf-8")
    content = (DESK / "static/htmx.min.js").read_bytes()
    assert f"sha256 {hashlib.sha256(content).hexdigest()}\n" in note
    (version,) = re.findall(r"is htmx (\S+) ", note)
    assert f'"{version}"'.encode() in content


def refused(folder: Path, *arguments: str) -> str:
    own = {**environment(folder), "GRADER_DESK_SECRET": ""}
    done = CliRunner().invoke(cli, ["serve", *arguments], env=own)
    assert done.exit_code != 0
    return done.output if isinstance(done.exception, SystemExit) else str(done.exception)


def test_what_is_refused(folder: Path) -> None:
    missing, book = str(folder / "none.sqlite"), str(folder / "gradebook.sqlite")
    assert refused(folder, missing) == (
        f"gradebook {missing}: there is none; `grader batch` makes one"
    )
    assert "--accounts needs a secret that the proxy sends: set $GRADER_DESK_SECRET\n" in refused(
        folder, book, "--port", "0", "--accounts", "X-User"
    )
    with listening("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert refused(folder, book, "--port", port) == (
            f"cannot listen on 127.0.0.1, port {port}: Address already in use; take another --port"
        )


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "sqlalchemy" or None)
    done = CliRunner().invoke(cli, ["serve"])
    said = "this needs Starlette and uvicorn: pip install 'grader-dl[desk]'"
    assert (done.exit_code, done.output.split("Error: ")[1]) == (2, f"{said}\n")
