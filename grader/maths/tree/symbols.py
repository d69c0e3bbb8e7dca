"""What a problem declares: the only names a formula may use, and what each of them is.

Everything is case sensitive. A declared name always wins over a meaning the name would have had
otherwise, so a problem with a scalar `e` has no Euler number under that letter.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.maths.tree.domains import REAL, SIZE, Domain
from grader.maths.tree.functions import KNOWN, SPELLED
from grader.maths.tree.names import key_of
from grader.maths.tree.nodes import Expr, Name, number
from grader.maths.tree.spelling import phrase_tokens

Dim = int | str
# lambda is a word of Python, where people write something like it.
_LAMBDAS = ("lam", "lmbda", "lamda", "lambd", "lambda_")


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows and columns, as numbers or as names of sizes. A column vector has one column."""

    rows: Dim
    cols: Dim = 1

    def __str__(self) -> str:
        return f"{self.rows}×{self.cols}"


@dataclass(frozen=True, slots=True)
class Indexed:
    """A family of numbers, or of matrices of one shape, with an index in each of `ranges`."""

    ranges: tuple[Dim, ...]
    domain: Domain = REAL
    shape: Shape | None = None


@dataclass(frozen=True)
class Symbols:
    """The declarations of one formula.

    functions: name → a known function it stands for ("sigma": "sigmoid"), or None for a function
    of which nothing is known.
    aliases: another spelling → a declared name. A spelling that is not one decorated name, such as
    `\\frac{\\partial L}{\\partial a}` or `dL/da`, is matched as a whole.
    identity: name → its size, or None where the size follows from the context.
    kronecker: names that stand for the Kronecker delta.
    euler, imaginary: the spellings of 2.718… and of the imaginary unit.
    log_base: what a bare \\log means; None is the natural logarithm, a word a base nobody said.
    einstein: the indices that are summed over their range where a product has them twice.
    first: the number of the first row, column or member, 1 or 0.
    """

    scalars: Mapping[str, Domain] = field(default_factory=dict)
    matrices: Mapping[str, Shape] = field(default_factory=dict)
    indexed: Mapping[str, Indexed] = field(default_factory=dict)
    functions: Mapping[str, str | None] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    identity: Mapping[str, Dim | None] = field(default_factory=dict)
    kronecker: tuple[str, ...] = ()
    euler: tuple[str, ...] = ("e",)
    imaginary: tuple[str, ...] = ()
    log_base: int | str | None = None
    einstein: tuple[str, ...] = ()
    first: int = 1

    def __post_init__(self) -> None:
        for spelling, name in self.aliases.items():
            if not self._declares(name):
                raise ValueError(
                    f"the alias {spelling!r} stands for {name!r}, which is not declared"
                )
        for name, known in self.functions.items():
            if known is not None and known not in KNOWN:
                raise ValueError(
                    f"the function {name!r} stands for {known!r}, which is not a known function: "
                    f"write one of {', '.join(sorted(KNOWN))}, or none"
                )

    @classmethod
    def of(cls, **declared: str | Domain | Shape | Indexed) -> Symbols:
        """Declarations by keyword: `Symbols.of(x="real", A=Shape("n", "d"))`."""
        return cls().declare(declared)

    def declare(self, declared: Mapping[str, str | Domain | Shape | Indexed]) -> Symbols:
        """These declarations and more; the kind of each follows from its value."""
        scalars, matrices = dict(self.scalars), dict(self.matrices)
        indexed = dict(self.indexed)
        for name, value in declared.items():
            if isinstance(value, Shape):
                matrices[name] = value
            elif isinstance(value, Indexed):
                indexed[name] = value
            else:
                scalars[name] = Domain.parse(value) if isinstance(value, str) else value
        return replace(self, scalars=scalars, matrices=matrices, indexed=indexed)

    def _declares(self, name: str) -> bool:
        return any(name in kind for kind in self._kinds())

    def _kinds(self) -> tuple[Iterable[str], ...]:
        return (self.scalars, self.matrices, self.indexed, self.functions, self.identity)

    @property
    def base_of_log(self) -> Expr | None:
        """The base of a bare \\log, None for the natural one."""
        if self.log_base is None:
            return None
        return Name(self.log_base) if isinstance(self.log_base, str) else number(self.log_base)

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """Canonical key → declared name, for every spelling that is one decorated name, and
        without its underscore: dmodel, Wc."""
        found = dict(self.declared_keys)
        for key, name in self.declared_keys.items():
            joined = key.replace("_", "")
            # not where it is a product of declared names, too
            for short in _LAMBDAS if key.startswith("lambda") else ():
                found.setdefault(key.replace("lambda", short, 1), name)
            if joined != key and joined.isalnum() and not all(one in found for one in joined):
                found.setdefault(joined, name)
        return found

    @cached_property
    def declared_keys(self) -> Mapping[str, str]:
        """The same for the spellings that the problem declares."""
        found: dict[str, str] = {}
        spellings = [(name, name) for kind in self._kinds() for name in kind]
        spellings += [(name, name) for name in self.kronecker]
        for spelling, name in [*self.aliases.items(), *spellings]:
            key = key_of(spelling)
            if key is not None:
                found[key] = name
        for name in sorted(self.sizes):
            found.setdefault(key_of(name) or name, name)
        return found

    @cached_property
    def phrases(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Spellings that are matched as a whole, as tokens, the longest first."""
        spellings = [(name, name) for kind in self._kinds() for name in kind]
        spellings += list(self.aliases.items())
        found = [
            (phrase_tokens(spelling), name)
            for spelling, name in spellings
            if key_of(spelling) is None
        ]
        return tuple(sorted(found, key=lambda item: -len(item[0])))

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names that are the size of something; each is a natural number."""
        dims: list[Dim | None] = []
        for shape in self.matrices.values():
            dims += [shape.rows, shape.cols]
        for family in self.indexed.values():
            dims += family.ranges
            if family.shape:
                dims += [family.shape.rows, family.shape.cols]
        dims += self.identity.values()
        return frozenset(dim for dim in dims if isinstance(dim, str))

    def domain(self, name: str) -> Domain:
        """The domain of a scalar; a size that is not declared otherwise is a natural number."""
        if name in self.scalars:
            return self.scalars[name]
        return SIZE if name in self.sizes else REAL

    def suggestions(self, spelling: str) -> list[str]:
        """Declared names that resemble the spelling, the likeliest first, at most three."""
        key = key_of(spelling) or spelling
        known = dict(self.declared_keys) | {word: word for word in SPELLED if len(word) > 2}
        folded = [other for other in known if other.lower() == key.lower()]
        close = difflib.get_close_matches(key, known, n=3, cutoff=0.6)
        first: dict[str, str] = {}
        for other in folded + close:
            first.setdefault(known[other], other)
        return list(first.values())[:3]
