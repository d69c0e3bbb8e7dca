"""Whose method `x.method` is, as far as the source of one file shows it.

A rule may forbid `*.backward`, and a student's own class may well have a method of that name.
Where more than one reading is possible nothing is said: a name that is bound twice, a file in which
objects or classes are changed behind the back of their definitions.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.sandbox.inside.rows import Rows, name_of
from grader.sandbox.inside.walking import walked

_Function = ast.FunctionDef | ast.AsyncFunctionDef
# With these an object is not of the class that its source says, or a class has other methods.
_SHIFTS = {"__new__", "__class__", "__getattribute__", "__setattr__", "setattr", "__bases__", "*"}
_HANDLES = {"__dict__", "vars"}
# Classes of libraries that bring nothing a rule is about, so that a student's class below one of
# them has only what the student gives it.
_PLAIN = {
    "object", "dict", "list", "tuple", "Exception", "abc.ABC", "enum.Enum",
    "typing.Generic", "typing.NamedTuple", "typing.Protocol", "torch.nn.Module",
}  # fmt: skip
_NAMESPACES = {"types.SimpleNamespace", "argparse.Namespace"}  # which have what they are given
_DATACLASS = "dataclasses.dataclass"  # a decorator that leaves what the source shows
# Decorators after which the first argument of a method is still the object or its class.
_FAITHFUL = {
    "classmethod", "property", "abc.abstractmethod", "functools.cached_property",
    "functools.cache", "functools.lru_cache", "torch.no_grad", "torch.inference_mode",
}  # fmt: skip
# What gives an object attributes by texts or keywords.
_GIVES = {"setattr", "namedtuple", "update", "register_buffer", "register_parameter", "add_module"}
# Functions, classes, `except … as name`, `case … as name`, `case {**rest}`.
_NAMED = {
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs,
    ast.MatchStar, ast.MatchMapping,
    *(kind for name in ("TypeVar", "ParamSpec", "TypeVarTuple")
      if (kind := getattr(ast, name, None))),  # not every Python has these
}  # fmt: skip
EACH = "<each>"  # before the classes of what stands in a list
SUPER = "<super> "  # before the class in which `super()` stands


@dataclass(eq=False)  # two classes may look the same
class OwnClass:
    """A class of the student's at the top level of a file, or an object that is like one."""

    methods: frozenset[str] = frozenset()
    # Given to the class or to its objects, anywhere in the file. What they are is seen there.
    attributes: set[str] = field(default_factory=set)
    bases: tuple[str, ...] = ()  # an empty text for one that the source does not show


class Owners:
    """The classes of one file, and the names that can only ever mean one thing in it."""

    def __init__(self, nodes: Iterable[ast.stmt], aliases: Mapping[str, str]) -> None:
        nodes = list(nodes)
        below = [walked(node) for node in nodes]
        every = [inner for one in below for inner in one]
        spelled = {*_spelled_in(every)}
        self.shifts = not _SHIFTS.isdisjoint(spelled)
        self.classes: dict[str, OwnClass] = {}
        # Every name that something of the student's may have.
        self.names: set[str] = set()
        self._aliases = aliases
        self._made: dict[str, list[ast.Call]] = {}  # variable -> `Class(…)` of what it is set to
        self._bound = Counter(_bound_in(every))
        # Whether attributes are set without being written.
        self.handles = not _HANDLES.isdisjoint(spelled)
        self.asked = {*_asked_in(every)}
        self._methods = {*_methods_in(every)}
        # Id of the node `self`, or `super()` -> the class it stands in.
        self._own_objects: dict[int, str] = {}
        for node, inside in zip(nodes, below, strict=True):
            if isinstance(node, ast.ClassDef) and self._is_as_written(node):
                self._learn_class(node)
            for inner in inside:
                if isinstance(inner, ast.Assign):
                    self._learn_made(inner)
        self._rows = Rows(every, self._bound, self._meant)
        for inner in every:
            self._learn_given(inner)
        for own in self.classes.values():
            self.names |= own.methods | own.attributes

    def defines(self, name: str) -> bool:
        """Whether the name is bound once in the file, so that it stays what it is."""
        return self._bound[name] == 1 or name.startswith("<")

    def of(self, node: ast.Attribute) -> str:
        """What the last name of `a.b.method` is asked of: a class, if `a.b` is an object of it, or
        the class or module that `a.b` is. Empty where the source does not show it."""
        between: list[str] = []
        root: ast.expr = node.value
        while isinstance(root, ast.Attribute):
            between.insert(0, root.attr)
            root = root.value
        if not between and id(root) in self._own_objects:
            return self._own_objects[id(root)]
        if isinstance(root, ast.Call) and not between:
            return self._class_of([root])
        if not between and (each := self._each(root)):
            return each
        if not isinstance(root, ast.Name):
            return ""
        if name := self._stays(root.id):
            return ".".join([name, *between])
        return "" if between else self.class_of(root.id)

    def _each(self, node: ast.expr) -> str:
        """The classes of which it is one, where it is taken out of a list, or out of one that an
        object of a class has: `<each> Net .layers Dense Relu`."""
        row = self._rows.taken_from(node)
        if row is None or not (classes := self._rows.classes_in(name_of(row))):
            return ""
        if isinstance(row, ast.Name):
            return " ".join([EACH, *sorted(classes)])
        owner = self._own_objects.get(id(row.value), "")
        if row.attr in self._methods:  # a property
            return ""
        return " ".join([EACH, owner, name_of(row), *sorted(classes)]) if owner else ""

    def class_of(self, variable: str) -> str:
        """The class of which a variable is an object wherever it is used in the file."""
        made = self._made.get(variable, [])
        if self._bound[variable] != len(made):
            return ""
        given = f"<{variable}>"
        return given if given in self.classes else self._class_of(made)

    def _class_of(self, made: list[ast.Call]) -> str:
        """The class of what all these calls make, if it is one and they are of a class."""
        names = {self._meant(one.func) for one in made}
        name = names.pop() if len(names) == 1 else ""
        # What a library's function returns may be the student's: `copy.deepcopy(cell)`.
        is_class = name in self.classes or name.rpartition(".")[2][:1].isupper()
        return name if is_class and name not in _NAMESPACES else ""

    def _meant(self, node: ast.expr) -> str:
        """The dotted name that an expression is, by what its first one stands for in the file."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        first = self._stays(node.id) if isinstance(node, ast.Name) else ""
        return ".".join([first, *parts]) if first else ""

    def _builtin(self, node: ast.expr) -> str:
        return node.id if isinstance(node, ast.Name) and not self._bound[node.id] else ""

    def _stays(self, name: str) -> str:
        """The class or import that a name stands for wherever it is used in the file."""
        if not self.defines(name):
            return ""
        return name if name in self.classes else self._aliases.get(name, "")

    def _is_as_written(self, node: ast.ClassDef) -> bool:
        """Whether nothing makes another class of it."""
        marks = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        return not node.keywords and all(self._meant(one) == _DATACLASS for one in marks)

    def _is_faithful(self, mark: ast.expr) -> bool:
        """Whether a decorator hands the object, or its class, on to the method."""
        name = mark.func if isinstance(mark, ast.Call) else mark
        return (self._meant(name) or self._builtin(name)) in _FAITHFUL

    def _learn_class(self, node: ast.ClassDef) -> None:
        methods = [one for one in node.body if isinstance(one, _Function)]
        given = [one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign)]
        bases = [one.value if isinstance(one, ast.Subscript) else one for one in node.bases]
        self.classes[node.name] = OwnClass(
            frozenset(one.name for one in methods),
            {name for one in given for name in _bound_in(walked(one))},
            tuple(self._meant(one) or self._builtin(one) for one in bases),
        )
        for method in methods:
            self._learn_self(method, node.name)

    def _learn_self(self, method: _Function, owner: str) -> None:
        arguments = [*method.args.posonlyargs, *method.args.args]
        as_written = all(self._is_faithful(one) for one in method.decorator_list)
        if not arguments or not as_written or not self.defines(owner):
            return
        itself = arguments[0].arg
        if list(_bound_in(walked(method))).count(itself) == 1:
            for inner in walked(method):
                if isinstance(inner, ast.Name) and inner.id == itself:
                    self._own_objects[id(inner)] = owner
                elif _is_super(inner, [owner, itself]) and not self._bound["super"]:
                    self._own_objects[id(inner)] = SUPER + owner

    def _learn_made(self, node: ast.Assign) -> None:
        if len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Name) and isinstance(value, ast.Call):
                self._made.setdefault(target.id, []).append(value)
                if self.defines(target.id) and self._meant(value.func) in _NAMESPACES:
                    given = {one.arg for one in value.keywords if one.arg}
                    self.classes[f"<{target.id}>"] = OwnClass(attributes=given)
                    self.names |= given

    def _learn_given(self, node: ast.AST) -> None:
        if isinstance(node, ast.ClassDef):  # also one that is made inside a function
            bodies = (one.name for one in node.body if isinstance(one, _Function))
            self.names.update(bodies, *(_bound_in(walked(one)) for one in node.body))
        elif isinstance(node, ast.Call) and _last_name(node.func) in _GIVES:
            self.names.update(one.arg for one in node.keywords if one.arg)
            texts = [one.value for one in walked(node) if isinstance(one, ast.Constant)]
            self.names.update(word for one in texts if isinstance(one, str) for word in one.split())
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            self.names.add(node.attr)
            if own := self.classes.get(self.of(node)):
                own.attributes.add(node.attr)


def _is_super(node: ast.AST, arguments: list[str]) -> bool:
    """Whether it is `super()`, which may also be written with these."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    given = [one.id if isinstance(one, ast.Name) else "" for one in node.args]
    return node.func.id == "super" and given in ([], arguments)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_plain(base: str) -> bool:
    """Whether a library's class brings nothing that a rule is about."""
    return base in _PLAIN


def _bound_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Every name that is given a meaning by one of them, once for each time; of a method only what
    is inside, since its own name is its class's."""
    methods = {
        id(one)
        for inner in nodes
        if isinstance(inner, ast.ClassDef)
        for one in inner.body
        if isinstance(one, _Function)
    }
    for inner in nodes:
        if isinstance(inner, ast.Name):
            if not isinstance(inner.ctx, ast.Load):
                yield inner.id
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, ast.alias):
            yield inner.asname or inner.name.split(".")[0]
        elif type(inner) in _NAMED and id(inner) not in methods:
            for name in (getattr(inner, "name", None), getattr(inner, "rest", None)):
                if isinstance(name, str):
                    yield name


def _asked_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Every name that is asked of an object, or that objects have."""
    for inner in nodes:
        if isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.keyword) and inner.arg:
            yield inner.arg


def _methods_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for inner in nodes:
        if isinstance(inner, ast.ClassDef):
            yield from (one.name for one in inner.body if isinstance(one, _Function))


def _spelled_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Every name that stands in one of them, bound or used."""
    yield from _bound_in(nodes)
    for inner in nodes:
        if isinstance(inner, _Function):
            yield inner.name
        elif isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
