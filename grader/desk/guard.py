"""Keeps strangers and other sites out: headers of every reply, and what a writing request needs."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.errors import CallerError

# No inline script or style: what a student wrote could not act even if it got into a page as HTML.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`, with which a browser does not say where a form comes from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Grades stay in no cache, and the button Back shows what holds now.
    "Cache-Control": "no-store",
}


class Foreign(CallerError):
    """The request was made by another site, or by a page of before the desk was opened."""


class SafeHeaders:
    """Adds to every reply what it does not say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


def form_secret(key: bytes, person: str) -> str:
    """What a form of this person's carries, and another site cannot know."""
    return hmac.new(key, person.encode(), hashlib.sha256).hexdigest()


def refuse_other_sites(headers: Headers) -> None:
    """Raises Foreign where the browser says that another site sends this."""
    site = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin")
    if site != "same-origin" or (origin and urlsplit(origin).netloc != headers.get("host")):
        raise Foreign("this was sent by another site, and nothing was done")


def refuse_forged(key: bytes, person: str, shown: str) -> None:
    """Raises Foreign where a form has not this person's secret."""
    if not hmac.compare_digest(form_secret(key, person).encode(), shown.encode()):
        raise Foreign("this page is too old, and nothing was done; load it anew")
