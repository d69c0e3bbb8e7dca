"""Text that acts when it is shown raw, and how each report must show it."""

from __future__ import annotations

ANSI = "\x1b[31m\x1b]0;owned\x07"
RIGHT_TO_LEFT = "\u202egnp.exe\u202c"
HTML = "<script>alert(1)</script><img src=x onerror=alert(1)>"
MARKDOWN = "](javascript:alert(1)) **bold** `tick` | cell |"
WORKFLOW = "::error file=x::owned\n::set-output name=x::owned"

# What no rendering may contain, whoever wrote it.
ACTS = {
    "text": ("\x1b", "\x07", "\u202e", "\u202c"),
    "json": ("\x1b", "\x07", "\u202e", "\u202c"),
    "markdown": ("\x1b", "\x07", "\u202e", "<script", "<img", "](javascript"),
    "html": ("\x1b", "\x07", "\u202e", "<script", "<img"),
    "junit": ("\x1b", "\x07", "\u202e", "<script", "<img"),
    "gradescope": ("\x1b", "\x07", "\u202e", "<script", "<img", "](javascript"),
    "classroom50": ("\x1b", "\x07", "\u202e", "\u202c"),
    "github": ("\x1b", "\x07", "\u202e", "\n::error file=x", "\n::set-output"),
}
