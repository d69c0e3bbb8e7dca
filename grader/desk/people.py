"""Who sits at the desk: by a link that each person has for themselves, or by a proxy's word."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass


class People:
    """Who was invited since the desk was opened. Only digests of their tokens are kept."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def invite(self, name: str) -> str:
        """A token by which whoever shows it is `name`."""
        token = secrets.token_urlsafe(32)
        self._names[_digest(token)] = name
        return token

    def who(self, token: str) -> str | None:
        return self._names.get(_digest(token))


@dataclass(frozen=True)
class Proxy:
    """A server in front of the desk that knows accounts, and names one in a header of its requests.

    Others on the machine can send that header, too; the secret says that it was the proxy.
    """

    header: str
    secret: str

    SECRET_HEADER = "x-desk-secret"

    def who(self, headers: Mapping[str, str]) -> str | None:
        shown = headers.get(self.SECRET_HEADER, "")
        if not hmac.compare_digest(shown.encode(), self.secret.encode()):
            return None
        return headers.get(self.header) or None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
