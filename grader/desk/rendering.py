"""Templates. They escape all they are given but formulas and the course's own Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from grader.report import wording
from grader.report.html import style as report_style
from grader.report.html.setting import set_formula, set_text
from grader.report.html.shapes import SHAPES
from grader.values import counting

if TYPE_CHECKING:
    from grader.desk.visits import Visit

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def page(
    name: str,
    visit: Visit | None,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **about: object,
) -> Response:
    text = _environment().get_template(name).render(visit=visit, **about)
    return HTMLResponse(text, status, headers)


def static(name: str) -> Response | None:
    """A file of the desk's own; None if there is none of this name."""
    if name == "report.css":
        return Response(report_style(), media_type="text/css")
    file = files(__package__) / "static" / name
    kind = _TYPES.get(name[name.rfind(".") :])
    if kind is None or "/" in name or not file.is_file():
        return None
    return Response(file.read_bytes(), media_type=kind)


def link(path: str, **query: object) -> str:
    """An address on the desk, without what is empty."""
    kept = {name: str(value) for name, value in query.items() if value}
    return f"{path}?{urlencode(kept)}" if kept else path


def number(value: float | None) -> str:
    """At most two decimals; a dash for none."""
    return "–" if value is None else counting.amount(value)


def in_points(value: float | None) -> str:
    """1 point, 1.5 points; a dash for none."""
    return "– points" if value is None else counting.in_points(value)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.desk"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(link=link, shapes=SHAPES, wording=wording)
    environment.filters.update(
        formula=set_formula,
        in_points=in_points,
        number=number,
        points=wording.points,
        text=set_text,
    )
    return environment
