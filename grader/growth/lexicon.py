"""Which letters stand for what: the declared variables, function words, and near misses.

A run of letters such as `nd` or `nlogn` is cut into declared names and function words,
longest first; where nothing fits, the error says which name was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega",
}  # fmt: skip
FUNCTIONS = frozenset({"log", "ln", "lg", "exp", "sqrt", "max", "min", "ceil", "floor"})
LOG_BASES = {"log2": 2, "log_2": 2, "log10": 10, "log_10": 10, "lb": 2}

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_MAX_VARIABLES = 40


@dataclass(frozen=True)
class Word:
    """One unit cut out of a run of letters; `kind` is variable, function, log or euler."""

    kind: str
    value: str
    start: int
    end: int


class NoSuchNameError(Exception):
    """A stretch of letters that is no declared name; `start` counts within the run."""

    def __init__(self, start: int, reason: str) -> None:
        self.start = start
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True)
class Lexicon:
    """The declared variables, in the order in which they were declared."""

    variables: tuple[str, ...]

    @classmethod
    def of(cls, variables: Sequence[str]) -> Lexicon:
        """The lexicon of these names; ValueError if one of them could not be written."""
        names = tuple(variables)
        for name in names:
            if not _NAME.match(GREEK.get(name, name)) or name in FUNCTIONS:
                raise ValueError(f"{name!r} cannot be the name of a growth variable")
        if len(set(names)) != len(names):
            raise ValueError("a growth variable is declared twice")
        if len(names) > _MAX_VARIABLES:
            raise ValueError(f"at most {_MAX_VARIABLES} growth variables, not {len(names)}")
        return cls(names)

    def declared(self, spelled: str) -> str | None:
        """The declared name that `spelled` stands for (λ and lambda are one), or None."""
        for name in self.variables:
            if spelled == name or GREEK.get(spelled, spelled) == GREEK.get(name, name):
                return name
        return None

    def cut(self, run: str) -> list[Word]:
        """Cut a run of letters, digits and underscores; NoSuchNameError where nothing fits."""
        furthest = 0
        dead: set[int] = set()

        def search(start: int) -> list[Word] | None:
            nonlocal furthest
            furthest = max(furthest, start)
            if start == len(run):
                return []
            for end in range(len(run), start, -1):
                if end in dead:
                    continue
                word = self._word(run[start:end], start)
                if word is not None:
                    rest = search(end)
                    if rest is not None:
                        return [word, *rest]
                    dead.add(end)
            return None

        words = search(0)
        if words is None:
            raise self._missing(run, furthest)
        return words

    def _word(self, piece: str, start: int) -> Word | None:
        end = start + len(piece)
        name = self.declared(piece)
        if name is not None:
            return Word("variable", name, start, end)
        if piece in FUNCTIONS:
            return Word("function", piece, start, end)
        if piece in LOG_BASES:
            return Word("log", str(LOG_BASES[piece]), start, end)
        if piece == "e":
            return Word("euler", "e", start, end)
        return None

    def _missing(self, run: str, furthest: int) -> NoSuchNameError:
        whole = self._near(run) if furthest and len(run) > 2 else None
        if whole is not None:
            return NoSuchNameError(0, f"there is no variable {run} here; did you mean {whole}?")
        rest = run[furthest:]
        if rest[0].isdigit():
            before = run[:furthest]
            return NoSuchNameError(
                furthest,
                f"a number right after {before}: write {before}^{rest} for a power, "
                f"or {rest} {before} for a product",
            )
        unknown = self._shortest_unknown(rest)
        for name in self.variables:
            if name.lower() == unknown.lower():
                return NoSuchNameError(
                    furthest, f"there is no variable {unknown} here, but there is {name}: "
                    "capital and small letters differ"
                )  # fmt: skip
        near = self._near(unknown)
        if near is not None:
            return NoSuchNameError(
                furthest, f"there is no variable {unknown} here; did you mean {near}?"
            )
        return NoSuchNameError(furthest, f"there is no variable {unknown} here; {self.listing()}")

    def _shortest_unknown(self, rest: str) -> str:
        """`rest` up to where declared names begin again: in `qnd` only q is unknown."""
        if self._near(rest) is None:
            for end in range(1, len(rest)):
                if self._word(rest[end:], 0) is not None:
                    return rest[:end]
        return rest

    def _near(self, word: str) -> str | None:
        if len(word) < 3:
            return None  # two letters are as near to one name as to the next
        near = get_close_matches(word[:40], self.variables, n=1, cutoff=0.6)
        return near[0] if near else None

    def listing(self) -> str:
        """The declared variables as a clause."""
        if not self.variables:
            return "no variables are declared"
        if len(self.variables) == 1:
            return f"the only variable is {self.variables[0]}"
        return f"the variables are {', '.join(self.variables[:-1])} and {self.variables[-1]}"
