"""A page as a browser takes it apart."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """What a browser would make of a page: its elements, and its words without them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.skipping = 0
        self.feed(str(text))  # of a `Markup`, the plain string
        self.words = " ".join(self.words.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.skipping += tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self.skipping -= tag == "style"

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.words += data

    def values(self, name: str) -> list[str]:
        return [str(found[name]) for _, found in self.elements if name in found]
