"""Notes which forbidden functions of a library a student's own lines call.

A Python function keeps its identity: only its code is exchanged, so every name that it has leads
to the note, and whoever compares or compiles it finds what was there. A function in C is replaced
by one in Python, in its module or class and wherever the student's modules hold it. Both pass on
what they are given and return what the real one returns.

Not seen: numpy's ufuncs and the methods of its arrays, which cannot be replaced; what a library
calls on the student's behalf; and all that a student undoes, since this is the student's process.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.sandbox.inside.statements import split_filename
from grader.sandbox.inside.watched import Watchable, watchables

MAX_CALLS = 20  # that are told of one call: the first is enough to accuse
MAX_HELD = 20_000  # objects of the student's modules that are looked through


@dataclass
class Noted:
    """What was called, in the order in which it was; empty if nothing was, or nobody watched."""

    found: list[list[Any]]

    def note(self, watchable: Watchable, frame: types.FrameType | None) -> None:
        """Note a call, if it comes straight from a line of the student's."""
        while frame is not None and frame.f_code.co_filename.startswith("<"):
            frame = frame.f_back  # text that was run as code: whoever ran it
        if frame is None or frame.f_code.co_filename.startswith("/"):
            return  # the student's files go by the names that they were handed in with
        path, cell = split_filename(frame.f_code.co_filename)
        entry = [watchable.pattern, watchable.name, path, frame.f_lineno, cell]
        if entry not in self.found and len(self.found) < MAX_CALLS:
            self.found.append(entry)


@contextlib.contextmanager
def watching(
    patterns: Iterable[str], modules: Callable[[], Iterable[types.ModuleType]], called: Noted
) -> Iterator[None]:
    """Note the calls of what the `patterns` forbid, from here to the end of the block. `modules`
    gives the student's."""
    wanted = list(patterns)
    if not wanted:
        yield
        return
    undo: list[Callable[[], None]] = []
    # Whatever fails here, or has been spoilt by the student, costs the notes and nothing else.
    with contextlib.suppress(Exception):
        for watchable in watchables(wanted):
            with contextlib.suppress(Exception):
                undo += _watch(watchable, called)
        replaced = {id(one.real): one for one in undo if isinstance(one, _Replaced)}
        if replaced:
            undo += [*_held(modules(), replaced)]
    try:
        yield
    finally:
        for one in reversed(undo):
            with contextlib.suppress(Exception):
                one()


def _watch(watchable: Watchable, called: Noted) -> Iterator[Callable[[], None]]:
    if isinstance(watchable.function, types.FunctionType):
        yield _exchanged(watchable.function, watchable, called)
    else:
        yield _Replaced(watchable, called)


def _exchanged(
    function: types.FunctionType, watchable: Watchable, called: Noted
) -> Callable[[], None]:
    """Exchange the function's code; what undoes it."""
    code = function.__code__
    real = types.FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    real.__kwdefaults__ = function.__kwdefaults__
    signature = inspect.signature(function)

    def through(args: Any, kwargs: Any) -> Any:
        called.note(watchable, sys._getframe(2))
        return real(*args, **kwargs)

    new = _trampoline.__code__
    function.__code__ = new.replace(
        co_consts=tuple(through if one == "<through>" else one for one in new.co_consts),
        # As it was, for whoever reads the source of it, as torch's compilers do.
        co_filename=code.co_filename,
        co_firstlineno=code.co_firstlineno,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_freevars=code.co_freevars,
    )
    had = "__signature__" in vars(function)
    if not had:
        function.__signature__ = signature  # type: ignore[attr-defined]

    def undo() -> None:
        function.__code__ = code
        if not had:
            del function.__signature__  # type: ignore[attr-defined]

    return undo


def _trampoline(*args: Any, **kwargs: Any) -> Any:
    through: Any = "<through>"  # the constant in whose place the note stands
    return through(args, kwargs)


class _Replaced:
    """A function in C, replaced where it stands; called, it puts it back."""

    def __init__(self, watchable: Watchable, called: Noted) -> None:
        self.real = real = watchable.function
        self._owner, self._attribute = watchable.owner, watchable.attribute
        self._own = self._attribute in vars(self._owner)  # else it is inherited

        def watched(*args: Any, **kwargs: Any) -> Any:
            called.note(watchable, sys._getframe(1))
            return real(*args, **kwargs)

        for name in ("__name__", "__qualname__", "__doc__"):
            with contextlib.suppress(Exception):
                setattr(watched, name, getattr(real, name))
        self.watched = watched
        _known_to_the_compiler(real, watched)
        setattr(self._owner, self._attribute, watched)

    def __call__(self) -> None:
        if vars(self._owner).get(self._attribute) is not self.watched:
            return  # the student has put something else there
        if self._own:
            setattr(self._owner, self._attribute, self.real)
        else:
            delattr(self._owner, self._attribute)


def _known_to_the_compiler(real: Any, watched: Any) -> None:
    """torch.jit knows the functions in C by their id: a library's code that calls one compiles."""
    builtins = sys.modules.get("torch.jit._builtins")
    table = getattr(builtins, "_builtin_table", None)
    if table and id(real) in table:
        table[id(watched)] = table[id(real)]


def _held(
    modules: Iterable[types.ModuleType], replaced: dict[int, _Replaced]
) -> Iterator[Callable[[], None]]:
    """Replace what the student's modules hold, as `from torch import softmax` does: by name, in
    classes and objects, in containers, as defaults and in closures."""
    every = list(modules)
    own = {module.__name__ for module in every}
    waiting: list[Any] = [vars(module) for module in every]
    seen: set[int] = set()
    while waiting and len(seen) < MAX_HELD:
        holder = waiting.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        for value, put in _places(holder):
            one = replaced.get(id(value))
            if one is not None and one.real is value:
                with contextlib.suppress(Exception):  # what the student forbids costs this place
                    put(one.watched)
                    yield functools.partial(put, value)
            elif _is_own(value, own):
                waiting.append(value)


def _is_own(value: Any, modules: set[str]) -> bool:
    """Whether it may hold something for the student: a container, or a function, a class or an
    object of theirs."""
    kind = type(value)
    if kind is types.FunctionType:
        return not value.__code__.co_filename.startswith("/")
    if issubclass(kind, type):
        return type.__getattribute__(value, "__module__") in modules
    return kind in _HOLDERS or type.__getattribute__(kind, "__module__") in modules


def _places(holder: Any) -> Iterator[_Place]:
    """What it holds, and how something else is put there."""
    kind = type(holder)
    if kind in _HOLDERS:
        yield from _HOLDERS[kind](holder)
    elif kind is types.FunctionType:
        yield holder.__kwdefaults__, functools.partial(setattr, holder, "__kwdefaults__")
        yield from ((cell, _nowhere) for cell in holder.__closure__ or ())
        yield vars(holder), _nowhere
        for index, value in enumerate(holder.__defaults__ or ()):
            yield value, functools.partial(_set_default, holder, index)
    elif issubclass(kind, type):
        for name, value in list(type.__getattribute__(holder, "__dict__").items()):
            if type(value) in (staticmethod, classmethod):
                put = functools.partial(_set_wrapped, holder, name, type(value))
                yield value.__func__, put
            else:
                yield value, functools.partial(type.__setattr__, holder, name)
    else:
        yield from _attributes(holder)


_Place = tuple[Any, Callable[[Any], None]]


def _attributes(holder: Any) -> Iterator[_Place]:
    """Of an object, by way of what a student's class cannot redefine."""
    with contextlib.suppress(AttributeError):
        yield object.__getattribute__(holder, "__dict__"), _nowhere
    for above in type.__getattribute__(type(holder), "__mro__"):
        for slot in list(type.__getattribute__(above, "__dict__").values()):
            if type(slot) is types.MemberDescriptorType:
                with contextlib.suppress(AttributeError):  # it is empty
                    yield slot.__get__(holder), functools.partial(slot.__set__, holder)


def _of_names(holder: dict[Any, Any]) -> Iterator[_Place]:
    for key, value in list(holder.items()):
        if key != "__builtins__":  # of a module's names, Python's own
            yield value, functools.partial(holder.__setitem__, key)


def _of_a_row(holder: Any) -> Iterator[_Place]:
    for index, value in enumerate(list(holder)):
        yield value, functools.partial(holder.__setitem__, index)


def _of_a_set(holder: set[Any]) -> Iterator[_Place]:
    for value in list(holder):
        yield value, functools.partial(_exchange, holder, [value])


def _of_a_cell(holder: types.CellType) -> Iterator[_Place]:
    with contextlib.suppress(ValueError):  # it is empty
        yield holder.cell_contents, functools.partial(setattr, holder, "cell_contents")


def _of_a_partial(holder: functools.partial[Any]) -> Iterator[_Place]:
    yield holder.func, functools.partial(_set_function, holder)
    yield holder.args, _nowhere
    yield holder.keywords, _nowhere


def _of_what_cannot_change(holder: Iterable[Any]) -> Iterator[_Place]:
    yield from ((value, _nowhere) for value in holder)


_HOLDERS: dict[type, Callable[[Any], Iterator[_Place]]] = {
    dict: _of_names,
    collections.OrderedDict: _of_names,
    collections.defaultdict: _of_names,
    list: _of_a_row,
    collections.deque: _of_a_row,
    set: _of_a_set,
    tuple: _of_what_cannot_change,
    frozenset: _of_what_cannot_change,
    types.CellType: _of_a_cell,
    types.SimpleNamespace: _attributes,
    types.MethodType: lambda method: iter([(method.__self__, _nowhere)]),
    functools.partial: _of_a_partial,
}


def _nowhere(value: Any) -> None:
    """A place that cannot be changed."""


def _set_default(function: types.FunctionType, index: int, value: Any) -> None:
    defaults = list(function.__defaults__ or ())
    defaults[index] = value
    function.__defaults__ = tuple(defaults)


def _set_wrapped(owner: type, name: str, wrap: Callable[[Any], Any], value: Any) -> None:
    type.__setattr__(owner, name, wrap(value))


def _set_function(partial: functools.partial[Any], value: Any) -> None:
    # The only way in: what a partial calls can be read, and set as a copy of it is.
    partial.__setstate__((value, partial.args, partial.keywords, vars(partial)))  # type: ignore[attr-defined]


def _exchange(holder: set[Any], before: list[Any], value: Any) -> None:
    holder.discard(before[0])
    holder.add(value)
    before[0] = value
