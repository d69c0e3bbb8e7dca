"""How many of something there are, in words; and points, one way everywhere."""

from __future__ import annotations


def counted(count: int, one: str, several: str = "") -> str:
    """`1 answer`, `3 answers`; `several` where more than one are not called so with an s."""
    return f"{count} {one if count == 1 else several or one + 's'}"


def all_of(count: int, one: str) -> str:
    """`the one case`, `all 4 cases`."""
    return f"the one {one}" if count == 1 else f"all {counted(count, one)}"


def amount(points: float) -> str:
    """Points as people read them, with at most two decimals: thirds and sevenths are for JSON."""
    return f"{round(points, 2):g}"


def in_points(points: float) -> str:
    """`1 point`, `0.33 points`."""
    shown = amount(points)
    return f"{shown} point" if shown == "1" else f"{shown} points"
