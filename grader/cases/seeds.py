"""Seeds: the same for every student and every run, and unknown without the course's secret."""

from __future__ import annotations

import hashlib


def seed_for(secret: str, *place: str | int) -> int:
    """A 63-bit seed for one place, such as (problem, part, check, case number)."""
    text = "\x1f".join([secret, *map(str, place)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def fingerprint(secret: str) -> str:
    """Tells two secrets apart in a report without telling either."""
    return hashlib.sha256(b"grader fingerprint\x1f" + secret.encode()).hexdigest()[:12]
