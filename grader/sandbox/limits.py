"""What one part of a submission may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Ceilings for one fork of a cell. Exceeding one ends that fork and nothing else."""

    wall_seconds: float = 10.0
    cpu_seconds: float = 10.0
    memory_mb: int = 2048  # beyond what the warm interpreter already holds
    output_bytes: int = 64 << 20  # of the arrays of one reply, and of its lists and text
    printed_chars: int = 4000  # of what the student's code prints
    threads: int = 1
    scratch_mb: int = 64  # the largest file that may be written
