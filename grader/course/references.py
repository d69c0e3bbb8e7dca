"""What `reference/*.py` defines, read from the syntax tree without running it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from pathlib import Path

from grader.course.faults import Fault
from grader.course.finding import reference_files
from grader.course.inputs import did_you_mean
from grader.course.remembered import Remembered

# What is imported by these, or relatively (an empty name), a list of imports does not show.
_HIDDEN_IMPORTS = frozenset({"", "importlib", "runpy", "pkgutil"})


@dataclass(frozen=True)
class Definition:
    """A function or class: where it stands and how many positional arguments it takes."""

    kind: str
    line: int
    required: int
    at_most: int | None  # None: *args
    parameters: tuple[str, ...]

    def takes(self, count: int) -> bool:
        return self.required <= count and (self.at_most is None or count <= self.at_most)


@dataclass(frozen=True)
class References:
    """The course's reference modules: their source, and what they define."""

    files: Mapping[str, bytes]  # path below reference/ -> content
    modules: Mapping[str, Mapping[str, Definition]]
    torch_modules: frozenset[str]  # those that import torch, directly or through a neighbour
    broken: frozenset[str] = frozenset()  # those that are not Python; told as faults of their own
    imports: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of each module

    def find(self, name: str) -> Definition | None:
        """The definition of `module.function`, None in a broken module.

        Raises KeyError with what to write instead.
        """
        module, _, function = name.rpartition(".")
        if module in self.broken:
            return None
        if module not in self.modules:
            hint = did_you_mean(module, list(self.modules)) if self.modules else ""
            raise KeyError(f"there is no reference/{module.replace('.', '/')}.py{hint}")
        known = self.modules[module]
        if function not in known:
            raise KeyError(
                f"reference/{module.replace('.', '/')}.py does not define `{function}`"
                + (did_you_mean(function, list(known)) if known else "")
            )
        return known[function]

    def files_for(self, *modules: str) -> Mapping[str, bytes]:
        """The files that these modules need, as far as their imports tell: else all files."""
        found: dict[str, bytes] = {}
        wanted = list(modules)
        while wanted:
            name = wanted.pop()
            if name.split(".")[0] in _HIDDEN_IMPORTS:
                return self.files
            for path in _paths_of(name):
                if path in self.files and path not in found:
                    found[path] = self.files[path]
                    wanted += self.imports.get(_module_of(path), ())
        return found

    def uses_torch(self, name: str) -> bool:
        return name.rpartition(".")[0] in self.torch_modules


def read_references(folder: Path, shown_as: str) -> tuple[References, list[Fault]]:
    """Every module below `folder`, which may be absent, and what is wrong with them."""
    files: dict[str, bytes] = {}
    modules: dict[str, dict[str, Definition]] = {}
    imports: dict[str, set[str]] = {}
    faults: list[Fault] = []
    broken: set[str] = set()
    remembered = Remembered("reference")
    for file in reference_files(folder):
        path = file.relative_to(folder).as_posix()
        data = file.read_bytes()
        files[path] = data
        name = _module_of(path)
        digest = hashlib.sha256(data).hexdigest()
        known = remembered.get(digest)
        if known is not None:
            modules[name] = {one: _from_kept(*definition) for one, *definition in known["defines"]}
            imports[name] = set(known["imports"])
            continue
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            column = getattr(error, "offset", None) or 1
            message = f"is not valid Python: {getattr(error, 'msg', None) or error}"
            faults.append(Fault(f"{shown_as}/{path}", line, column, "", message))
            broken.add(name)
            continue
        modules[name] = dict(_definitions(tree))
        imports[name] = _imports(tree)
        defines = [[one, *astuple(definition)] for one, definition in modules[name].items()]
        remembered.put(digest, {"defines": defines, "imports": sorted(imports[name])})
    found = {name: frozenset(imported) for name, imported in imports.items()}
    return References(files, modules, _torch_modules(imports), frozenset(broken), found), faults


def _from_kept(
    kind: str, line: int, required: int, at_most: int | None, parameters: list[str]
) -> Definition:
    return Definition(kind, line, required, at_most, tuple(parameters))


def _module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def _paths_of(name: str) -> Iterator[str]:
    """Where `import a.b.c` looks below reference/: for `a`, for `a.b` and for `a.b.c`."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        start = "/".join(parts[:end])
        yield f"{start}.py"
        yield f"{start}/__init__.py"


def _definitions(tree: ast.Module) -> list[tuple[str, Definition]]:
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append((node.name, _definition("function", node, node.args, skip=0)))
        elif isinstance(node, ast.ClassDef):
            builder = next(
                (
                    inner
                    for inner in node.body
                    if isinstance(inner, ast.FunctionDef) and inner.name == "__init__"
                ),
                None,
            )
            arguments = builder.args if builder else _inherited(node)
            found.append((node.name, _definition("class", node, arguments, skip=1)))
    return found


def _inherited(node: ast.ClassDef) -> ast.arguments:
    """Of a class without a constructor: any that a base may take, none where there is no base."""
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg("self")],
        vararg=ast.arg("inherited") if node.bases else None,
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )


def _definition(
    kind: str, node: ast.FunctionDef | ast.ClassDef, arguments: ast.arguments, skip: int
) -> Definition:
    positional = [*arguments.posonlyargs, *arguments.args][skip:]
    return Definition(
        kind=kind,
        line=node.lineno,
        required=len(positional) - len(arguments.defaults),
        at_most=None if arguments.vararg else len(positional),
        parameters=tuple(argument.arg for argument in positional),
    )


def _imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {entry.name for entry in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            found.add("." + (node.module or ""))
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            # Of a package it may be a module, too.
            found |= {f"{node.module}.{entry.name}" for entry in node.names}
    return found


def _torch_modules(imports: Mapping[str, set[str]]) -> frozenset[str]:
    found = {
        name
        for name, imported in imports.items()
        if any(entry.split(".")[0] == "torch" for entry in imported)
    }
    while True:
        more = {name for name, imported in imports.items() if imported & found} - found
        if not more:
            return frozenset(found)
        found |= more
