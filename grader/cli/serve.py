"""`grader serve [GRADEBOOK]`."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING

import click

from grader.cli.class_options import (
    DEFAULT_GRADEBOOK,
    GRADEBOOK_VARIABLE,
    needs_the_class,
    user_name,
)
from grader.cli.common import course_option, open_course, say

if TYPE_CHECKING:
    from grader.desk.people import Proxy
    from grader.desk.regrading import Regrading

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8060
SECRET_VARIABLE = "GRADER_DESK_SECRET"


@click.command("serve")
@click.argument("gradebook", envvar=GRADEBOOK_VARIABLE, default=DEFAULT_GRADEBOOK)
@course_option
@click.option("--for", "people", multiple=True, metavar="NAME", help="A link for this person, too.")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True,
              help="0 takes a free one.")  # fmt: skip
@click.option("--submissions", metavar="FOLDER|ZIP", help="What was graded, to grade it again.")
@click.option("--roster", metavar="CSV", help="As for batch, to grade again.")
@click.option("--accounts", metavar="HEADER", help="A proxy names the person in this header.")
@click.option("--host-name", "hosts", multiple=True, metavar="NAME",
              help="The desk's name behind a proxy.")  # fmt: skip
def command(
    gradebook: str,
    course: str | None,
    people: tuple[str, ...],
    port: int,
    submissions: str | None,
    roster: str | None,
    accounts: str | None,
    hosts: tuple[str, ...],
) -> None:
    """Open the desk: mark a class in a browser, several people at once.

    It listens on this machine alone. Each person has a link of their own, printed here; it holds
    until the desk is closed by Ctrl-C.
    """
    needs_the_class()
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise click.UsageError("this needs Starlette and uvicorn: pip install 'grader-dl[desk]'")
    from grader.desk.application import application
    from grader.desk.room import Room, closing
    from grader.desk.serving import listening, serve
    from grader.gradebook import open_gradebook
    from grader.grades.readings import Judge

    loaded = open_course(course)[0]
    with open_gradebook(gradebook) as book, listening(LOOPBACK, port) as sock:
        own_port = sock.getsockname()[1]
        room = Room(
            book,
            loaded,
            Judge(loaded),
            proxy=_proxy(accounts),
            regrading=_regrading(submissions, gradebook, course, roster),
            # Browsers keep one jar for all ports of a machine.
            cookie=f"desk-{own_port}",
        )
        with closing(room):
            if room.proxy is None:
                for name in dict.fromkeys((user_name(), *people)):
                    token = room.people.invite(name)
                    say(f"{name}: http://{LOOPBACK}:{own_port}/enter?token={token}")
            else:
                say(f"for the proxy: http://{LOOPBACK}:{own_port}")
            say("Ctrl-C ends it; every mark is written when it is given")
            serve(application(room, hosts), [sock])


def _proxy(header: str | None) -> Proxy | None:
    from grader.desk.people import Proxy

    if header is None:
        return None
    secret = os.environ.get(SECRET_VARIABLE, "")
    if not secret:
        raise click.UsageError(
            f"--accounts needs a secret that the proxy sends: set ${SECRET_VARIABLE}"
        )
    return Proxy(header.lower(), secret)


def _regrading(
    submissions: str | None, gradebook: str, course: str | None, roster: str | None
) -> Regrading | None:
    from grader.desk.regrading import Regrading

    if submissions is None:
        return None
    options = [*(("--course", course) if course else ()), *(("--roster", roster) if roster else ())]
    # By the environment: others on the machine can read a command's words, and a password in them.
    return Regrading(submissions, tuple(options), {GRADEBOOK_VARIABLE: gradebook})
