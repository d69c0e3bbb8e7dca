"""The names of the top level that a statement reads and binds.

A function written in a notebook may read a global of the same name as what it should have been
passed: it works there, and nowhere else.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from opcode import opmap
from types import CodeType

from grader.sandbox.inside.walking import walked

_LOOKED_UP = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
# By number: what is done, and where the name stands in the argument. The lowest bit of LOAD_GLOBAL
# says something else.
_ABOUT_NAMES = {
    opmap[name]: (name, int(name == "LOAD_GLOBAL"))
    for name in (*_LOOKED_UP, "STORE_NAME", "STORE_GLOBAL")
    if name in opmap  # not every Python has all
}
_LONGER = opmap["EXTENDED_ARG"]


@dataclass(frozen=True)
class Scope:
    """What a statement has to do with at the top level, as Python compiles it."""

    # Looked up when it runs, or a function in it: no local variables. None: nobody can tell.
    read: frozenset[str] | None = None
    read_by_functions: frozenset[str] = frozenset()  # of these, what its functions look up
    bound: frozenset[str] = frozenset()  # given a value, by it or a function that says `global`


def scope_of(node: ast.stmt) -> Scope:
    """The names of a statement; none where it cannot be compiled."""
    try:
        with warnings.catch_warnings(action="ignore"):
            code = compile(ast.Module([node], []), "<scan>", "exec", dont_inherit=True)
    except Exception:  # what cannot be compiled is reported where it is loaded
        return Scope()
    own = _used_by(code)
    inside: defaultdict[str, set[str]] = defaultdict(set)
    for inner in _functions_in(code):
        for operation, names in _used_by(inner).items():
            inside[operation] |= names
    read = {name for one in (own, inside) for operation in _LOOKED_UP for name in one[operation]}
    return Scope(
        read=frozenset(read),
        read_by_functions=frozenset(inside["LOAD_GLOBAL"]),
        bound=frozenset(own["STORE_NAME"] | own["STORE_GLOBAL"] | inside["STORE_GLOBAL"]),
    )


def outside_names(node: ast.stmt, scope: Scope) -> dict[str, int]:
    """Each name that is looked up outside when a function in `node` runs, and its first line, in
    the order in which they stand there."""
    wanted = {name for name in scope.read_by_functions if not hasattr(builtins, name)}
    if not wanted:
        return {}
    read = [
        (inner.lineno, inner.col_offset, inner.id)
        for inner in walked(node)
        if isinstance(inner, ast.Name) and inner.id in wanted
    ]
    found: dict[str, int] = {}
    for line, _, name in sorted(read):
        found.setdefault(name, line)
    return found


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions_in(constant)


def _used_by(code: CodeType) -> defaultdict[str, set[str]]:
    """Operation -> the names that it is about. `dis` makes an object of every instruction, which
    takes ten times as long."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    raw, above = code.co_code, 0
    for operation, low in zip(raw[::2], raw[1::2], strict=True):
        argument = above | low
        above = argument << 8 if operation == _LONGER else 0
        if operation in _ABOUT_NAMES:
            name, shift = _ABOUT_NAMES[operation]
            found[name].add(code.co_names[argument >> shift])
    return found
