"""One request: who makes it and what they ask. Every page is a function from it to a reply, and all
that keeps others out stands before that function, here, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from grader.desk.guard import Foreign, form_secret, refuse_forged, refuse_other_sites
from grader.desk.rendering import page
from grader.desk.room import Room
from grader.errors import CallerError
from grader.gradebook import assignments_in
from grader.grades import Marking

NAMES_COOKIE = "desk-names"
SHOWN = "shown"
# A comment is a few lines; a rubric a few dozen. Other fields are numbers.
MOST_FIELDS = 5_000
IN_THE_NOTICE = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"}
Endpoint = Callable[[Request], Awaitable[Response]]


class NotHere(CallerError):
    """There is no such page, student or question."""


@dataclass(frozen=True)
class Visit:
    """What a page may know of a request."""

    room: Room
    person: str
    query: Mapping[str, str]
    form: FormData
    names: bool  # whether names of students are shown
    partial: bool  # only what has changed on the page is asked for

    @cached_property
    def assignment(self) -> str:
        """The one that is asked for, or the only one. Raises NotHere."""
        known = assignments_in(self.room.book)
        asked = self.field("assignment")
        if asked in known:
            return asked
        if asked or not known:
            raise NotHere(f"the gradebook has no assignment `{asked}`" if asked else "it is empty")
        return known[0]

    @property
    def secret(self) -> str:
        return form_secret(self.room.key, self.person)

    @property
    def marking(self) -> Marking:
        return Marking(self.room.book, self.room.course, self.assignment, self.person)

    def field(self, name: str) -> str:
        """What was typed or asked; empty if nothing was."""
        found = self.form.get(name, self.query.get(name, ""))
        return _text(found)

    def fields(self, name: str) -> list[str]:
        return [_text(one) for one in self.form.getlist(name)]


def reads(handler: Callable[[Visit], Response]) -> Endpoint:
    """For whoever is invited."""
    return _guarded(handler, writing=False)


def writes(handler: Callable[[Visit], Response]) -> Endpoint:
    """For whoever is invited and has sent a form of the desk's own."""
    return _guarded(handler, writing=True)


def _guarded(handler: Callable[[Visit], Response], *, writing: bool) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        room: Room = request.app.state.room
        person = person_of(room, request)
        if person is None:
            return stranger(request)
        most = {"max_files": 0, "max_fields": MOST_FIELDS}
        form = await request.form(**most) if writing else FormData()
        visit = _visit(room, person, request, form)
        if writing:
            try:
                refuse_other_sites(request.headers)
                refuse_forged(room.key, person, visit.field("csrf"))
            except Foreign as refused:
                return told(visit, refused, 403)
        return await run_in_threadpool(_answered, handler, visit)

    return endpoint


def person_of(room: Room, request: Request) -> str | None:
    if room.proxy is not None:
        return room.proxy.who(request.headers)
    return room.people.who(request.cookies.get(room.cookie, ""))


def stranger(request: Request) -> Response:
    """For whoever is not known, or not any more: the desk may have been closed and opened again."""
    if _is_partial(request):
        said = "The desk does not know you any more. Open the link that was made for you."
        return page("notice.html", None, status=403, headers=IN_THE_NOTICE, said=said)
    return page("stranger.html", None, status=403)


def told(visit: Visit, error: CallerError, status: int) -> Response:
    """A page that says what went wrong; where only a piece is asked for, in the notice alone."""
    name = "notice.html" if visit.partial else "told.html"
    headers = IN_THE_NOTICE if visit.partial else {}
    return page(name, visit, status=status, headers=headers, said=str(error))


def _answered(handler: Callable[[Visit], Response], visit: Visit) -> Response:
    try:
        return handler(visit)
    except NotHere as error:
        return told(visit, error, 404)
    except CallerError as error:
        return told(visit, error, 422)


def _visit(room: Room, person: str, request: Request, form: FormData) -> Visit:
    return Visit(
        room,
        person,
        request.query_params,
        form,
        request.cookies.get(NAMES_COOKIE) == SHOWN,
        _is_partial(request),
    )


def _is_partial(request: Request) -> bool:
    return request.headers.get("hx-request-type") == "partial"


def _text(value: object) -> str:
    # A NUL is what a server takes for the end of a text; nobody types one.
    return value.replace("\0", "").replace("\r\n", "\n").strip() if isinstance(value, str) else ""
