"""Ways to use a name without writing it, and how a name is matched with what a rule says.

Where a part forbids names, none of these is forbidden: each has honest uses. But where an answer
uses one, its source does not show all it uses, so a person looks; and where a forbidden name stands
as text beside it, it is plain what for.
"""

from __future__ import annotations

import fnmatch
import functools
from collections.abc import Iterable, Mapping

# What each does, as the end of "…, which", and its names. A name without a dot is a builtin;
# `*.name` is asked of any object; all others are a library's, and count only if it is imported: a
# variable may well be called `code` or `string`.
HIDES_NAMES: Mapping[str, tuple[str, ...]] = {
    "runs text as code": (
        "eval", "exec", "compile", "code.*", "codeop.*", "runpy.*", "timeit.*", "cProfile.*",
        "profile.*", "doctest.*", "pdb.*", "typing.get_type_hints", "typing.ForwardRef",
        "sympy.lambdify", "sympy.sympify", "sympy.parse_expr", "sympy.parsing.*", "pandas.eval",
        "numexpr.*", "torch.jit.CompilationUnit", "cffi.*",
    ),
    "imports what a text names": (
        "__import__", "__loader__", "__spec__", "importlib.*", "imp.*", "pkgutil.*", "pydoc.*",
        "zipimport.*", "sys.modules", "sys.meta_path", "sys.path_hooks", "logging.config.*",
        "unittest.*", "torch.hub.*", "torch.package.*", "*.__loader__", "*.__spec__",
    ),
    "asks an object for what a text names": (
        "getattr", "operator.attrgetter", "operator.methodcaller", "inspect.get*",
        "string.Formatter", "*.__getattribute__", "*.__getattr__", "*.__match_args__",
    ),
    "hands out names by their text": (
        "globals", "locals", "vars", "__builtins__", "builtins.*", "*.__dict__", "*.__globals__",
        "*.__builtins__", "*.f_globals", "*.f_locals", "*.f_builtins",
    ),
    # `torch.relu.__self__` is where torch.softmax is kept.
    "leads from one object to others behind it": (
        "gc.get_*", "ctypes.*", "_ctypes.*", "sys._*", "sys.settrace", "sys.setprofile",
        "threading.settrace", "threading.setprofile", "inspect.currentframe", "inspect.stack",
        "inspect.trace", "inspect.unwrap", "traceback.walk_*", "*.__self__", "*.__func__",
        "*.__closure__", "*.__code__", "*.__wrapped__", "*.__subclasses__", "*.__mro__",
        "*.__bases__", "*.__base__", "*.tb_frame", "*.gi_frame", "*.f_back",
    ),
    "makes objects from bytes": (
        "pickle.*", "_pickle.*", "cPickle.*", "dill.*", "cloudpickle.*", "joblib.*", "shelve.*",
        "marshal.*", "copyreg.*", "types.CodeType", "types.FunctionType", "types.LambdaType",
        "torch.load", "torch.jit.load", "numpy.load", "pandas.read_pickle", "*.__reduce__",
        "*.__reduce_ex__", "*.__setstate__",
    ),
    "is a back door of its library": (
        "torch._C.*", "torch.ops.*", "torch._VF.*", "torch._refs.*", "torch._decomp.*",
        "torch._prims.*", "torch.overrides.*", "torch.library.*", "torch.fx.*", "torch.classes.*",
        "numpy.core.*", "numpy._core.*", "numpy.f2py.*",
    ),
}  # fmt: skip

Origin = str
# Whose a name is: of a library that is imported, or of Python itself. Empty: of the student, or
# nobody knows.
LIBRARY, BUILTIN = "library", "builtin"


def _table() -> tuple[dict[str, str], dict[str, str], list[tuple[str, str]]]:
    builtins: dict[str, str] = {}
    attributes: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    for what, names in HIDES_NAMES.items():
        for name in names:
            if name.startswith("*."):
                attributes[name.removeprefix("*.")] = what
            elif "." in name:
                # The module itself too: it may be handed on.
                others += [(pattern, what) for pattern in (name, name.removesuffix(".*"))]
            else:
                builtins[name] = what
    return builtins, attributes, others


_BUILTINS, _ATTRIBUTES, _OTHERS = _table()


@functools.lru_cache(maxsize=10_000)
def what_it_hides(name: str, origin: Origin) -> str:
    """What can be done with it to use a name unwritten; empty if nothing."""
    if origin == LIBRARY and name.startswith("builtins."):
        return _BUILTINS.get(name.removeprefix("builtins."), "")
    if origin == BUILTIN and (what := _BUILTINS.get(name.split(".")[0])):
        return what
    for part in name.split(".")[1:]:
        if part in _ATTRIBUTES:
            return _ATTRIBUTES[part]
    if origin == LIBRARY:
        return next((what for pattern, what in _OTHERS if matches(name, pattern)), "")
    return ""


def matches(name: str, pattern: str) -> bool:
    """`torch.autograd` also covers `torch.autograd.grad`; `*.backward` any object's method."""
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}.*")


def public_name(name: str) -> str:
    """A library's name without what is private in it: `torch.softmax` of `torch._softmax`,
    `numpy.linalg.inv` of `numpy.linalg._linalg.inv`."""
    *above, last = name.split(".")
    return ".".join([*(part for part in above if not part.startswith("_")), last.lstrip("_")])


def last_word(pattern: str) -> str:
    """The word that tells a pattern: `softmax` of `torch.softmax`, `linalg` of `numpy.linalg.*`."""
    return next((part for part in reversed(pattern.split(".")) if part.isidentifier()), "")


def words_of(patterns: Iterable[str]) -> frozenset[str]:
    """Every name that stands in one of them, and those with which names can be hidden: asked of
    an object by its text, it leads to what is forbidden, or a step nearer."""
    return frozenset(_ATTRIBUTES).union(part for one in patterns for part in one.split("."))
