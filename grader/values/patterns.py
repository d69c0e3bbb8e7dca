"""Regular expressions that are compiled when they are first used: most commands use none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class Pattern:
    """As `re.compile` gives it, later."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._text = text
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        return self.compiled.match(text, at)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(text)

    def search(self, text: str, at: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.compiled.search(text, at, len(text) if end is None else end)

    def finditer(self, text: str, at: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(text, at, len(text) if end is None else end)

    def findall(self, text: str) -> list[str]:
        return self.compiled.findall(text)

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self.compiled.sub(new, text, count)
