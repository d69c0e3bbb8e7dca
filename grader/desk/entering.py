"""The way in: a person shows the token of their link once, and a cookie carries it from then on."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from grader.desk.guard import Foreign, refuse_other_sites
from grader.desk.rendering import page
from grader.desk.room import Room
from grader.desk.visits import NAMES_COOKIE, SHOWN, Visit, stranger


async def ask(request: Request) -> Response:
    """Says who the link is for. Nobody comes in by a mere link: another site could have set it."""
    room: Room = request.app.state.room
    token = request.query_params.get("token", "")
    person = room.people.who(token)
    if person is None:
        return stranger(request)
    return page("enter.html", None, person=person, token=token)


async def enter(request: Request) -> Response:
    room: Room = request.app.state.room
    async with request.form(max_files=0, max_fields=1) as form:
        token = str(form.get("token", ""))
    try:
        refuse_other_sites(request.headers)
    except Foreign:
        return stranger(request)
    if room.people.who(token) is None:
        return stranger(request)
    response = RedirectResponse("/", 303)
    response.set_cookie(room.cookie, token, httponly=True, samesite="strict")
    return response


def switch_names(visit: Visit) -> Response:
    """Shows names of students, or hides them again, in this browser."""
    response = RedirectResponse(_back(visit.field("back")), 303)
    response.set_cookie(
        NAMES_COOKIE, "" if visit.names else SHOWN, httponly=True, samesite="strict"
    )
    return response


def _back(asked: str) -> str:
    """A path on the desk, and nowhere else."""
    return asked if asked.startswith("/") and not asked.startswith(("//", "/\\")) else "/"
