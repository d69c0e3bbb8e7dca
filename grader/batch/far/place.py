"""Where a cluster is, and what proves to it who we are."""

from __future__ import annotations

from dataclasses import dataclass

from distributed import Client, Security


@dataclass(frozen=True)
class Certificates:
    """PEM files, or what stands in them. None: as Dask is configured."""

    ca: str | None = None
    own: str | None = None
    key: str | None = None

    def security(self) -> Security:
        """Whoever has no certificate of the same authority is refused, on every way."""
        given = {
            "tls_ca_file": self.ca,
            **{f"tls_{role}_cert": self.own for role in ("client", "scheduler", "worker")},
            **{f"tls_{role}_key": self.key for role in ("client", "scheduler", "worker")},
        }
        known = {name: value for name, value in given.items() if value is not None}
        return Security(require_encryption=True, **known)


@dataclass(frozen=True)
class Place:
    """A cluster whose workers have been given an order under this name."""

    address: str
    name: str
    certificates: Certificates

    def client(self) -> Client:
        """Raises OSError or TimeoutError."""
        return Client(self.address, security=self.certificates.security(), set_as_default=False)
