"""Text that a student wrote, made harmless to show: in a terminal, a log or a page."""

from __future__ import annotations

import unicodedata

# Control characters (ANSI escapes begin with one), invisible formatting (right-to-left overrides,
# zero-width), surrogates: shown as escapes, so that text looks like what it is.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def visible(text: str) -> str:
    """`text` with every character that could act rather than be read escaped; newlines stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if character in "\n" or unicodedata.category(character) not in _HIDDEN
        else f"\\x{ord(character):02x}"
        if ord(character) < 256
        else f"\\u{ord(character):04x}"
        for character in text.replace("\t", "    ").replace("\r\n", "\n")
    )


def one_line(text: str) -> str:
    """`text` that names something, made visible: a folder may have a line break in its name."""
    return visible(text).replace("\n", "\\n")
