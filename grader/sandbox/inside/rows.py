"""Lists of which the source of a file shows what stands in them: `self.layers = [Dense(), Relu()]`.

A list goes by its name, whatever it belongs to: every place where the file has that name counts. It
is known only if all of them make it, append to it or take something out of it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from grader.sandbox.inside.walking import children, walked

_Classes = frozenset[str] | None  # of what stands in a list; None: it may be anything
_THROUGH = ("reversed", "list", "tuple", "sorted", "iter")  # which give the same things
_LAYERS = ("torch.nn.ModuleList",)


class Rows:
    """The lists of one file, and the names of what loops take out of them; `nodes` are all that
    the file has."""

    def __init__(
        self, nodes: Iterable[ast.AST], bound: Counter[str], meant: Callable[[ast.expr], str]
    ) -> None:
        self._bound = bound
        self._meant = meant
        self._around: dict[int, ast.AST] = {}
        self._places: dict[str, list[ast.expr]] = {}  # name of a list -> where it stands
        self._loops: dict[
            str, list[ast.Name | ast.Attribute | None]
        ] = {}  # variable -> what it is taken out of
        for inner in nodes:
            self._around.update((id(below), inner) for below in children(inner))
            if isinstance(inner, ast.Name | ast.Attribute):
                self._places.setdefault(name_of(inner), []).append(inner)
            if isinstance(inner, ast.For | ast.comprehension):
                for variable, source in self._taken(inner.target, inner.iter):
                    self._loops.setdefault(variable, []).append(source)
        self._known: dict[str, _Classes] = {}

    def taken_from(self, node: ast.expr) -> ast.Name | ast.Attribute | None:
        """The list that it is always taken out of, if the source shows one."""
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return node.value if isinstance(node.value, _Named) else None
        sources = self._loops.get(node.id, []) if isinstance(node, ast.Name) else []
        if not sources or self._bound[node.id] != len(sources):  # type: ignore[attr-defined]
            return None
        lists = {_path(one) if one is not None else "" for one in sources}
        return sources[0] if len(lists) == 1 and "" not in lists else None

    def classes_in(self, name: str) -> frozenset[str]:
        """The classes of what stands in a list; none where the source does not show it."""
        return self._in(name) or frozenset()

    def _in(self, name: str) -> _Classes:
        if name not in self._known:
            self._known[name] = None  # while it is looked for: a list of itself is not known
            found: set[str] = set()
            made = 0
            for place in self._places.get(name, ()):
                classes = self._at(place)
                if classes is None:
                    return None
                found |= classes
                made += isinstance(getattr(place, "ctx", None), ast.Store)
            plain = name.startswith(".") and not self._bound[name[1:]]
            if plain or self._bound[name] == made:
                self._known[name] = frozenset(found)
        return self._known[name]

    def _at(self, place: ast.expr) -> _Classes:
        """What one mention of a list puts there."""
        around = self._around[id(place)]
        if isinstance(place.ctx, ast.Store):  # type: ignore[attr-defined]
            single = isinstance(around, ast.Assign) and len(around.targets) == 1
            return self._elements(around.value) if single else None  # type: ignore[attr-defined]
        if isinstance(around, ast.Attribute) and around.attr == "append":
            call = self._around[id(around)]
            if isinstance(call, ast.Call) and call.func is around and len(call.args) == 1:
                return self._made(call.args[0])
        inner: ast.AST = place
        while self._is_through(around):
            inner, around = around, self._around[id(around)]
        takes = isinstance(around, ast.For | ast.comprehension) and around.iter is inner
        index = isinstance(around, ast.Subscript) and around.value is inner
        reads = index and isinstance(around.ctx, ast.Load)  # type: ignore[attr-defined]
        # What is taken out may be asked for something, and no more: a slice is another list.
        asked = reads and isinstance(self._around[id(around)], ast.Attribute)
        return frozenset() if takes or asked else None

    def _is_through(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return _is_slice(node)
        return self._call(node)[0] in (*_THROUGH, "enumerate", "zip", "len")

    def _elements(self, node: ast.expr) -> _Classes:
        if isinstance(node, ast.List | ast.Tuple):
            every = [self._made(one) for one in node.elts]
            return None if None in every else frozenset().union(*filter(None, every))
        if isinstance(node, ast.ListComp):
            return self._made(node.elt)
        if not isinstance(node, ast.Call) or self._meant(node.func) not in _LAYERS:
            return None
        if len(node.args) > 1 or node.keywords:
            return None
        return self._elements(node.args[0]) if node.args else frozenset()

    def _made(self, node: ast.expr) -> _Classes:
        name = self._meant(node.func) if isinstance(node, ast.Call) else ""
        return frozenset([name]) if name else None

    def _taken(
        self, target: ast.expr, source: ast.expr
    ) -> Iterator[tuple[str, ast.Name | ast.Attribute | None]]:
        """The variables of a loop, and the list that each is taken out of, if it shows."""
        through, arguments = self._call(source)
        while _is_slice(source) or (through in _THROUGH and len(arguments) == 1):
            source = source.value if isinstance(source, ast.Subscript) else arguments[0]
            through, arguments = self._call(source)
        if isinstance(target, ast.Tuple) and through in ("enumerate", "zip"):
            lists = [ast.Constant(None), *arguments] if through == "enumerate" else arguments
            for one, its in zip(target.elts, lists, strict=False):
                yield from self._taken(one, its)
        elif isinstance(target, ast.Name):
            yield target.id, source if isinstance(source, _Named) else None
        else:
            yield from ((one.id, None) for one in walked(target) if isinstance(one, ast.Name))

    def _call(self, node: ast.expr) -> tuple[str, list[ast.expr]]:
        """The builtin that is called, and with what."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            return "", []
        return ("", []) if self._bound[node.func.id] else (node.func.id, node.args)


_Named = ast.Name | ast.Attribute


def _is_slice(node: ast.AST) -> bool:
    """Whether it is `layers[::-1]`, which has the same things."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return False
    return isinstance(node.slice, ast.Slice)


def name_of(node: ast.Name | ast.Attribute) -> str:
    """`layers`, and `.layers` for that of an object."""
    return node.id if isinstance(node, ast.Name) else f".{node.attr}"


def _path(node: ast.expr) -> str:
    """The whole dotted name; empty for what is none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
