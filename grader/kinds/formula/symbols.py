"""The symbols a part declares, in the terms of the formula engine."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from grader.errors import AuthorError
from grader.maths import Domain, Indexed, Shape, Symbols
from grader.maths.tree.functions import USUAL
from grader.maths.tree.names import key_of

# A step of time above or below a name, and the ways to write it.
_TIMED = re.compile(
    r"(?P<base>.+?)(?:\^\{?<(t(?:[-+]1)?)>\}?|\^\{?\((t(?:[-+]1)?)\)\}?|[_^]\{(t(?:[-+]1)?)\}|[_^](t))"
)
_STEPS = ("^{{<{0}>}}", "^{{({0})}}", "^{{{0}}}", "_{{{0}}}", "^{{[{0}]}}")
_SIZED = re.compile(r"^(matrix|vector|indexed)\[\s*([^\]]*)\]$")


class BadSymbol(AuthorError):
    """A declaration that cannot be understood; the message says what to write instead."""


def declared(text: str) -> Domain | Shape | Indexed:
    """`matrix[n, d]`, `vector[n]`, `indexed[n, m]`, or a domain such as `positive`."""
    sized = _SIZED.match(text.strip())
    if not sized:
        try:
            return Domain.parse(text)
        except ValueError as error:
            raise BadSymbol(f"{error}; or matrix[n, d], vector[n], indexed[n, m]") from error
    sizes: list[int | str] = [
        int(size) if size.strip().isdigit() else size.strip() for size in sized[2].split(",")
    ]
    kind = sized[1]
    if kind == "matrix" and len(sizes) == 2:
        return Shape(sizes[0], sizes[1])
    if kind == "vector" and len(sizes) == 1:
        return Shape(sizes[0], 1)
    if kind == "indexed":
        return Indexed(tuple(sizes))
    raise BadSymbol(f"`{text}`: a matrix has two sizes, a vector one")


def symbols_of(
    symbols: Mapping[str, str],
    functions: Mapping[str, str | None] | None = None,
    aliases: Mapping[str, Sequence[str]] | None = None,
    identity: Mapping[str, str | int | None] | None = None,
    einstein: tuple[str, ...] = (),
) -> Symbols:
    """`aliases` are other spellings of each name. Raises BadSymbol."""
    found = {name: declared(text) for name, text in symbols.items()}
    for name, spellings in (aliases or {}).items():
        for spelling in spellings:
            if name not in found and spelling in found:
                right = f"aliases: {{{spelling}: [{name}]}}"
                raise BadSymbol(f"`{name}` is another spelling of `{spelling}`; write `{right}`")
    try:
        base = Symbols().declare(found)
        return Symbols(
            scalars=base.scalars,
            matrices=base.matrices,
            indexed=base.indexed,
            functions=_with_usual(functions or {}, {*found, *(aliases or {})}),
            aliases=_by_spelling(aliases or {}),
            identity=dict(identity or {}),
            einstein=einstein,
        )
    except ValueError as error:
        raise BadSymbol(str(error)) from error


def _with_usual(
    functions: Mapping[str, str | None], taken: Collection[str]
) -> dict[str, str | None]:
    """The functions, and those that a letter usually is where the problem does not use it."""
    spelled = {key_of(name) for name in taken}
    usual = {name: known for name, known in USUAL.items() if name not in spelled}
    return {**usual, **functions}


def _by_spelling(aliases: Mapping[str, Sequence[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, spellings in aliases.items():
        for spelling in spellings:
            if found.setdefault(spelling, name) != name:
                raise BadSymbol(f"`{spelling}` stands for {found[spelling]} and for {name}")
    for name, spellings in aliases.items():
        for spelling in with_steps(spellings):
            found.setdefault(spelling, name)
    return found


def with_steps(spellings: Iterable[str]) -> Iterator[str]:
    """The spellings; where one has a step of time, `c^{<t>}`, with it in every way to write one."""
    for spelling in spellings:
        yield spelling
        timed = _TIMED.fullmatch(spelling)
        if timed:
            base, step = timed["base"], next(it for it in timed.groups()[1:] if it)
            yield from (f"{base}{form.format(step)}" for form in _STEPS)
