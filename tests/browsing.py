"""What a browser makes of a page: what it asked for, what it complains about, what axe finds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
LIGHT: Final[Scheme] = "light"
DARK: Final[Scheme] = "dark"
PHONE, DESK = 390, 1100  # widths in pixels
SERIOUS = ("serious", "critical")


@dataclass
class Seen:
    """`complaints` are of the console, `requests` left the page, `barriers` are those that axe
    calls serious, each with the elements it is about."""

    complaints: list[str]
    requests: list[str]
    scrolls: bool
    title: str
    barriers: list[str]


def look(
    browser: Browser,
    file: Path,
    scheme: Scheme = LIGHT,
    width: int = DESK,
    picture: Path | None = None,
) -> Seen:
    """Open a file as a student would, without a network."""
    context = browser.new_context(
        color_scheme=scheme, offline=True, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(file.as_uri())
    scrolls = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    if picture is not None:
        page.screenshot(path=picture)
    barriers = barriers_on(page)
    title = page.title()
    context.close()
    others = [url for url in requests if url != file.as_uri()]
    return Seen(complaints, others, scrolls, title, barriers)


def barriers_on(page: Page) -> list[str]:
    """What axe finds that is serious, each with the elements it is about."""
    page.evaluate(_axe())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {[node['html'][:100] for node in one['nodes']][:3]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
