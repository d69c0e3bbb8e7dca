"""The pages and what stands before them."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grader.desk import entering, marking, overview, regrade, rubric, student
from grader.desk.guard import SafeHeaders
from grader.desk.rendering import static
from grader.desk.room import Room
from grader.desk.visits import reads, writes

# By which a browser on this machine may call the desk; another name may be a stranger's that leads
# here.
OWN_NAMES = ("127.0.0.1", "localhost")


def application(room: Room, host_names: Sequence[str] = ()) -> Starlette:
    """The desk in `room`; `host_names` are those by which a proxy calls it."""
    app = Starlette(
        routes=[
            Route("/static/{name}", _static),
            Route("/enter", entering.ask, methods=["GET"]),
            Route("/enter", entering.enter, methods=["POST"]),
            Route("/", reads(overview.show)),
            Route("/student", reads(student.show)),
            Route("/report", reads(student.report)),
            Route("/mark", reads(marking.show), methods=["GET"]),
            Route("/rubric", reads(rubric.show), methods=["GET"]),
            Route("/regrade", reads(regrade.show), methods=["GET"]),
            Route("/names", writes(entering.switch_names), methods=["POST"]),
            Route("/mark", writes(marking.give), methods=["POST"]),
            Route("/undo", writes(marking.undo), methods=["POST"]),
            Route("/reading", writes(marking.judge), methods=["POST"]),
            Route("/rubric", writes(rubric.change), methods=["POST"]),
            Route("/share", writes(overview.share), methods=["POST"]),
            Route("/override", writes(student.override), methods=["POST"]),
            Route("/unmark", writes(student.undo), methods=["POST"]),
            Route("/appeal", writes(student.note), methods=["POST"]),
            Route("/answer", writes(student.answer), methods=["POST"]),
            Route("/regrade", writes(regrade.start), methods=["POST"]),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*OWN_NAMES, *host_names]),
        ],
    )
    app.state.room = room
    return app


async def _static(request: Request) -> Response:
    """Style and scripts hold no secrets: the page for strangers has them, too."""
    return static(request.path_params["name"]) or Response("there is no such file", 404)
