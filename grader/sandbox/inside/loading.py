"""Loads a student's file statement by statement, so that one that fails costs only itself.

A `.py` file runs whole. A notebook gives its imports, definitions and the assignments that those
definitions need; loops, prints, plots and training runs of exploratory cells are left out. If a
file's top level hangs or exits, the grader asks for it again as if it were a notebook (`needed`),
and if that hangs too, for its definitions alone (`definitions`).
"""

from __future__ import annotations
import __future__

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import types
from typing import Any

from grader.sandbox.inside.needed import Portion, chosen
from grader.sandbox.inside.prints import captured
from grader.sandbox.inside.stand_ins import StandIns
from grader.sandbox.inside.statements import (
    Statement,
    filename_for,
    read_statements,
)
from grader.sandbox.inside.toplevel import assigned_names, top_level
from grader.sandbox.inside.walking import walked
from grader.sandbox.inside.workspace import Workspace
from grader.values import place_in
from grader.values.endings import is_notebook

# The submission's own folder, where files import each other relatively.
ROOT = "_handed_in"
# Types of arguments and results are kept as text and not looked up.
UNEVALUATED_TYPES = __future__.annotations.compiler_flag


class Loader:
    """The submission's files in this process, and the module made of the one that was loaded."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.workspace = Workspace()
        self.stand_ins = StandIns()
        self.module: Loaded | None = None

    @property
    def folder(self) -> str:
        return self.workspace.folder

    def place(self, folder: str, files: dict[str, bytes]) -> None:
        """Write the files below `folder` and make it the working directory."""
        self.files = dict(files)
        self.workspace.place(folder, self.files)

    def load(self, path: str, portion: Portion) -> dict[str, Any]:
        """Run the file at `path`; the reply names what was skipped and what failed."""
        self._let_it_import_its_neighbours(os.path.dirname(path))
        name = os.path.splitext(os.path.basename(path))[0]
        module = types.ModuleType(name)
        module.__file__ = path
        # A homework named random.py or torch.py must not stand in the way of the real one.
        sys.modules.setdefault(name, module)
        self._let_it_import_relatively(module, os.path.dirname(path))
        self.module = Loaded(module, path, self.folder)
        with captured(1000):
            notebook = portion == "whole" and is_notebook(path)
            self.module.run(self.files[path], "needed" if notebook else portion)
        self.workspace.remember()
        return {"notes": self.module.notes, "stand_ins": list(self.stand_ins.used)}

    def _let_it_import_its_neighbours(self, folder: str) -> None:
        """Put the submission on the path: after the standard library, before site-packages.

        A student's `utils.py` then wins over an installed `utils`, and a student's `random.py`
        does not break everybody else's `import random`.
        """
        places = [os.path.join(self.folder, folder), self.folder]
        index = next(
            (at for at, entry in enumerate(sys.path) if entry.endswith("-packages")), len(sys.path)
        )
        sys.path[index:index] = [place for place in places if place not in sys.path]
        loader = importlib.machinery.FileFinder.path_hook((_NeighbourLoader, [".py"]))

        def hook(entry: str) -> Any:
            if entry != self.folder and not entry.startswith(self.folder + os.sep):
                raise ImportError
            return loader(entry)

        self.stand_ins.install()
        sys.path_hooks.insert(0, hook)
        for place in places:
            sys.path_importer_cache.pop(place, None)
        sys.dont_write_bytecode = True

    def _let_it_import_relatively(self, module: types.ModuleType, folder: str) -> None:
        """`from .layers import x` finds the file beside it, whatever its folder was called."""
        root = types.ModuleType(ROOT)
        root.__path__ = [self.folder]
        sys.modules[ROOT] = root
        module.__package__ = ".".join([ROOT, *(part for part in folder.split("/") if part)])


class _NeighbourLoader(importlib.machinery.SourceFileLoader):
    """Imports another file of the submission with the same forgiveness."""

    def exec_module(self, module: types.ModuleType) -> None:
        path = os.path.relpath(self.path)
        Loaded(module, path, os.getcwd()).run(self.get_data(self.path), "whole")


class Loaded:
    """A module being filled, and the notes about what could not be."""

    def __init__(self, module: types.ModuleType, path: str, folder: str) -> None:
        self.module = module
        self.path = path
        self.folder = folder
        self.notes: list[dict[str, Any]] = []
        # What was imported before it, and which of that came last.
        self.modules_before = len(sys.modules)
        self.newest_before = next(reversed(sys.modules.values()), None)

    def run(self, data: bytes, portion: Portion) -> None:
        statements, faults = read_statements(self.path, data)
        self.notes += [{"what": "unreadable", **fault.to_wire()} for fault in faults]
        self._remember_source(data)
        kept = chosen(statements, portion)
        flags = _future_flags(statements)
        for statement, keep in zip(statements, kept, strict=True):
            if keep:
                self._execute(statement, flags)
            else:
                self._note("left out", statement, "")

    def _execute(self, statement: Statement, flags: int) -> None:
        try:
            try:
                self._run_statement(statement, flags)
            except NameError as error:
                # A type of a package that is not installed here costs no function.
                definition = isinstance(statement.node, ast.FunctionDef | ast.ClassDef)
                if not definition or not self._failed_to_import(str(error.name)):
                    raise
                self._run_statement(statement, flags | UNEVALUATED_TYPES)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a script's last line may be sys.exit()
            self._note("failed", statement, self._told(error))

    def _run_statement(self, statement: Statement, flags: int) -> None:
        tree = ast.Module([statement.node], [])
        filename = filename_for(self.path, statement.cell)
        code = compile(tree, filename, "exec", flags=flags, dont_inherit=True)
        exec(code, self.module.__dict__)

    def _failed_to_import(self, name: str) -> bool:
        failures = (ModuleNotFoundError.__name__, ImportError.__name__)
        return any(
            name in note["names"] and note["message"].startswith(failures) for note in self.notes
        )

    def _told(self, error: BaseException) -> str:
        if isinstance(error, SystemExit):
            return "it ends Python itself"
        text = error_text(error, self.folder)
        return f"{type(error).__name__}{': ' if text else ''}{text}"[:300]

    def _note(self, what: str, statement: Statement, message: str) -> None:
        names = [name for node in top_level(statement.node) for name in defined_names(node)]
        if isinstance(statement.node, ast.For | ast.While | ast.With):
            names += sorted(_stored(statement.node))
        if what == "left out" and not names:
            return  # a print or a plot: nobody will miss it
        self.notes.append(
            {
                "what": what,
                "line": statement.node.lineno,
                "cell": statement.cell,
                "message": message,
                "names": names,
            }
        )

    def _remember_source(self, data: bytes) -> None:
        """So that a traceback can quote the student's line, cell by cell for a notebook."""
        if not is_notebook(self.path):
            texts = {self.path: data.decode("utf-8", "replace")}
        else:
            from grader.sandbox.inside.notebooks import NotANotebook, read_cells

            try:
                texts = {filename_for(self.path, c.number): c.source for c in read_cells(data)}
            except NotANotebook:
                texts = {}
        for name, text in texts.items():
            linecache.cache[name] = (len(text), None, text.splitlines(True), name)

    def missing_name_note(self, error: BaseException) -> str:
        """Why a name is missing, when the statement that would have set it was not run."""
        name = getattr(error, "name", None)
        if not isinstance(error, NameError) or not name:
            return ""
        return self.why_missing(name)

    def why_missing(self, name: str) -> str:
        for note in self.notes:
            if name in note["names"]:
                place = place_in(self.path, note["line"], note["cell"])
                why = {
                    "left out": "which was not run: only definitions and the assignments they "
                    "need are",
                    "failed": f"which failed ({note['message']})",
                    "unreadable": f"which could not be read ({note['message']})",
                }[note["what"]]
                return f"`{name}` is set in {place}, {why}"
        for note in self.notes:
            if "*" in note["names"]:
                place = place_in(self.path, note["line"], note["cell"])
                told = f"which failed ({note['message']})"
                return f"`{name}` may come with the `import *` of {place}, {told}"
        return ""


def error_text(error: BaseException, folder: str) -> str:
    """The error's own message, without the folder that the submission happens to stand in, nor
    our name for it: a module of its own is `.layers`, as it is imported."""
    try:
        text = str(error)[:1000].replace(folder + os.sep, "")
        return text.replace(f"{ROOT}.", ".").replace(ROOT, ".")
    except BaseException:  # a hostile __str__ may raise anything, SystemExit too
        return ""


def _stored(node: ast.stmt) -> set[str]:
    return {
        inner.id
        for inner in walked(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


def defined_names(node: ast.stmt) -> list[str]:
    """What a statement gives a name to: definitions, assignments, imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import):
        return [(entry.asname or entry.name).split(".")[0] for entry in node.names]
    if isinstance(node, ast.ImportFrom):
        return [entry.asname or entry.name for entry in node.names]
    return assigned_names(node)


def _future_flags(statements: list[Statement]) -> int:
    """Compiler flags of `from __future__` imports, which reach only their own compilation."""
    flags = 0
    for statement in statements:
        node = statement.node
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for entry in node.names:
                feature = getattr(__future__, entry.name, None)
                flags |= getattr(feature, "compiler_flag", 0)
    return flags
