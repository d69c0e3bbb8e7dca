"""Which functions of the libraries that are loaded a rule forbids, one by one."""

from __future__ import annotations

import fnmatch
import sys
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.sandbox.hiding import matches

# Where `*.name` is looked for: what a student calls methods of, and functions in place of them.
_ANYWHERE = (
    "torch.Tensor", "torch", "torch.nn.functional", "torch.special", "torch.linalg", "numpy",
    "numpy.linalg", "scipy.special", "scipy.linalg",
)  # fmt: skip
MAX_WATCHED = 400  # functions: `forbid: [torch]` is for the reader of the source


@dataclass(frozen=True)
class Watchable:
    """A function that a pattern forbids, where it stands."""

    pattern: str
    name: str
    owner: Any
    attribute: str
    function: Any


def watchables(patterns: Sequence[str]) -> list[Watchable]:
    """Every function once, under the first pattern that forbids it."""
    found: dict[int, Watchable] = {}
    names = _Names(patterns)
    for pattern in patterns:
        for watchable in _matching(pattern, names):
            found.setdefault(id(watchable.function), watchable)
            if len(found) >= MAX_WATCHED:
                break
    return list(found.values())


class _Names:
    """The names at the top of each library."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = patterns
        self._of: dict[str, dict[int, list[str]]] = {}

    def allow(self, value: Any, name: str) -> bool:
        """Whether the library of `name` has it under one that is not forbidden: `torch.vmap`, of
        `torch.func.vmap`. Who writes that does nothing wrong."""
        root = name.split(".")[0]
        if root not in self._of:
            self._of[root] = {}
            for other, one in list(vars(sys.modules[root]).items()):
                if not other.startswith("_"):
                    self._of[root].setdefault(id(one), []).append(other)
        others = [f"{root}.{one}" for one in self._of[root].get(id(value), ())]
        return any(not any(matches(one, each) for each in self._patterns) for one in others)


def _matching(pattern: str, names: _Names) -> Iterator[Watchable]:
    first, *rest = pattern.split(".")
    for start in _ANYWHERE if first == "*" else (first,):
        for name, owner, attribute, value in _walk(start, rest):
            if not isinstance(value, types.ModuleType):
                allowed = not all(part.isidentifier() for part in rest) and names.allow(value, name)
                if not allowed:
                    yield from _one(pattern, name, owner, attribute, value)
                continue
            for full, module in _with_submodules(name, value):
                for below in _exported(module):
                    inside, where = vars(module)[below], f"{full}.{below}"
                    # `torch.autograd` also has `torch.no_grad`, which is a class.
                    if not isinstance(inside, type) and not names.allow(inside, where):
                        yield from _one(pattern, where, module, below, inside)


_Found = tuple[str, Any, str, Any]  # name, owner, attribute, value


def _walk(start: str, rest: Sequence[str]) -> Iterator[_Found]:
    """What `start`, and then each of `rest`, names; `*` in one of them is any public name."""
    value: Any = _library(start)
    if value is None:  # a builtin, or a library that nobody has imported
        return
    found: list[_Found] = [(start, None, "", value)]
    for part in rest:
        found = [
            (f"{name}.{one}", value, one, getattr(value, one))
            for name, _, _, value in found
            if isinstance(value, types.ModuleType | type)
            for one in _names(value, part)
        ]
    yield from found


def _names(owner: Any, part: str) -> list[str]:
    if part.isidentifier():
        return [part] if hasattr(owner, part) else []
    return [one for one in _exported(owner) if fnmatch.fnmatchcase(one, part)]


def _exported(owner: Any) -> list[str]:
    """The public names of a module's or class's own, not of what it has imported: `torch.autograd`
    also holds `typing.cast`."""
    every = dict(vars(owner))
    listed = every.get("__all__") if isinstance(owner, types.ModuleType) else every
    public = [name for name in every if not name.startswith("_")]
    if listed is not None:
        roots = (_root(owner), "")
        return [name for name in public if name in listed and _root(every[name]) in roots]
    return [
        name
        for name in public
        if getattr(every[name], "__module__", None) == owner.__name__
        or (
            isinstance(every[name], types.BuiltinFunctionType)
            and _root(every[name]) in (_root(owner), "")
        )
    ]


def _root(value: Any) -> str:
    """The library that a module is, or that something was defined in; some functions in C do not
    say, and then it is the one that holds them."""
    where = value.__name__ if isinstance(value, types.ModuleType) else None
    return str(where or getattr(value, "__module__", None) or "").split(".")[0]


def _with_submodules(name: str, module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    yield name, module
    for below, value in list(vars(module).items()):
        full = f"{name}.{below}"
        if isinstance(value, types.ModuleType) and sys.modules.get(full) is value:
            yield full, value


def _library(name: str) -> Any:
    """A module that is loaded and no file of the student's, or a class in one."""
    above, _, last = name.rpartition(".")
    module = sys.modules.get(name)
    if module is None:
        owner = sys.modules.get(above)
        return None if owner is None else vars(owner).get(last)
    file = str(getattr(module, "__file__", None) or sys.base_prefix)  # none: it is in Python itself
    installed = file.startswith((sys.prefix, sys.base_prefix)) or "-packages/" in file
    return module if installed else None


def _one(pattern: str, name: str, owner: Any, attribute: str, value: Any) -> Iterator[Watchable]:
    """The function itself, or what runs when it is called."""
    inner = getattr(value, "__wrapped__", None)
    if isinstance(value, type):  # a class is made by its `__init__`
        made = vars(value).get("__init__")
        if isinstance(made, types.FunctionType):
            yield Watchable(pattern, name, value, "__init__", made)
    elif isinstance(value, types.FunctionType):
        yield Watchable(pattern, name, owner, attribute, value)
    elif isinstance(inner, types.FunctionType):  # numpy: one in C around one in Python
        yield Watchable(pattern, name, owner, attribute, inner)
    elif isinstance(value, types.BuiltinFunctionType | types.MethodDescriptorType) or inner:
        yield Watchable(pattern, name, owner, attribute, value)
