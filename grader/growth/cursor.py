"""A place in a list of tokens, with the bounds that keep a hostile text harmless."""

from __future__ import annotations

from grader.growth.errors import UnreadableError
from grader.growth.lexer import Token

MAX_DEPTH = 40
MAX_TOKENS = 300


class Cursor:
    """Walks the tokens of one text; refuses what is too long or nested too deeply."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._taken = 0

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        self._taken += 1
        if self._taken > MAX_TOKENS:
            raise self._refuse(token, "this is too long for a growth class")
        return token

    def _refuse(self, token: Token, reason: str) -> UnreadableError:
        return UnreadableError(self._text, min(token.start, max(len(self._text) - 1, 0)), reason)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._refuse(self._now, "this is nested too deeply")
