"""What judging one answer may cost, in counted work and never in time.

The same answer takes the same work on every machine, however busy, and so gets the same verdict
with the same evidence. Whoever compares one answer several times, with each of the right ones or by
several identities, hands the same Work to all of these.
"""

from __future__ import annotations

from dataclasses import dataclass

# Steps of `evaluate` at 128 bits, about a microsecond each. An answer of 3000 operations, the most
# that are read, takes 70 000 at its 22 points; one of the tens that a course asks for, a few
# thousand, and ten times as many where it has bends.
MAX_NUMERIC = 600_000
# Calls and returns that Python makes for sympy, four to seven million a second where they are
# counted. The dearest answer of those that the shipped course and the tests have to prove takes a
# quarter of this, and most a hundredth.
MAX_PROOF = 8_000_000


@dataclass
class Work:
    """What is left of both. It may fall below zero: the last step is taken to its end."""

    numeric: int = MAX_NUMERIC
    proof: int = MAX_PROOF
