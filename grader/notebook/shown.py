"""A report below the cell that asked for it."""

from __future__ import annotations

from html import escape
from typing import Any

from grader.report import Report
from grader.report.formats import FORMATS

# Of the frame, in pixels: a page without a script cannot say how long it is.
HEAD, EACH_PART, MOST = 260, 110, 760


class Shown:
    """What `grader.check` returns: a page where there is a browser, text elsewhere."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __repr__(self) -> str:
        return FORMATS["text"](self.report)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._frame(), "text/plain": repr(self)}

    def _frame(self) -> str:
        """The page in a frame of its own: its style touches nothing of the notebook's, and what a
        student wrote can do nothing there."""
        parts = sum(len(problem.parts) for problem in self.report.problems)
        height = min(HEAD + EACH_PART * parts, MOST)
        page = escape(FORMATS["html"](self.report))
        style = f"width:100%;height:{height}px;border:1px solid #8886;resize:vertical"
        return f'<iframe sandbox="" title="public checks" style="{style}" srcdoc="{page}"></iframe>'
