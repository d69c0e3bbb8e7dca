"""Sources read inside the sandbox: magics, statements that parse, names that are needed."""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path

import pytest

from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.loading import Loaded, error_text
from grader.sandbox.inside.notebooks import NotANotebook, read_cells, without_magics
from grader.sandbox.inside.prints import captured
from grader.sandbox.inside.statements import filename_for, read_statements, split_filename
from grader.sandbox.inside.uses import uses_in

MAGICS = [
    ("%matplotlib inline\nx = 1", "\nx = 1"),
    ("!pip install x\nx = 1", "\nx = 1"),
    ("files = !ls\nx = 1", "\nx = 1"),
    ("np.array?\nx = 1", "\nx = 1"),
    ("if True:\n    %time f()", "if True:\n    pass"),
    ("%%time\nx = 1", "\nx = 1"),
    ("# first\n%%time\nx = 1", "# first\n\nx = 1"),
    ("%%bash\nrm -rf /\nls", "\n\n"),
    ("x = 5 % 3\ny = a != b", "x = 5 % 3\ny = a != b"),
]


@pytest.mark.parametrize(("source", "left"), MAGICS)
def test_magics_become_blank_lines(source: str, left: str) -> None:
    assert without_magics(source) == left
    assert left.count("\n") == source.count("\n")  # line numbers stay what the student sees


def test_a_percent_sign_inside_brackets_is_no_magic() -> None:
    source = "x = (7\n% 4)"
    cells = read_cells(json.dumps({"cells": [{"cell_type": "code", "source": source}]}).encode())
    assert cells[0].source == source


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is not valid JSON"),
        (b"\xff", "it is not valid JSON"),
        (b"[" * 100_000, "it is not valid JSON"),
        (b"3", "it has no cells"),
        (b"{}", "it has no cells"),
        (b'{"cells": 3}', "it has no cells"),
        (b'{"worksheets": [3]}', "it has no cells"),
    ],
)
def test_what_is_no_notebook(data: bytes, words: str) -> None:
    with pytest.raises(NotANotebook) as error:
        read_cells(data)
    assert str(error.value) == words


def test_cells_are_numbered_as_a_reader_counts_them() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# a\n", "b"]},
        {"cell_type": "code", "source": ["x = 1\n", "y = 2"]},
        "not a cell",
        {"cell_type": "code", "source": 3},
        {"cell_type": "code", "source": "z = 3"},
    ]
    data = json.dumps({"cells": cells}).encode()
    assert [(cell.number, cell.source) for cell in read_cells(data)] == [
        (2, "x = 1\ny = 2"),
        (5, "z = 3"),
    ]


STATEMENTS = [
    # source, lines that remain, (line, names) of each fault
    ("x = 1\ny = 2\n", ["x = 1", "y = 2"], []),
    ("x = (\ny = 2\n", ["y = 2"], [(1, ())]),
    ("def f():\ny = 2\n", ["y = 2"], [(1, ("f",))]),
    ("@d\ndef f(:\n    pass\ny = 2\n", ["y = 2"], [(2, ("f",))]),
    ("class A\n    def f(self): pass\ny = 2\n", ["y = 2"], [(1, ("A",))]),
    ("def f(\n    a,\n):\n    return a b\n\nasync def g(): pass\n",
     ["async def g():\n    pass"], [(4, ("f",))]),
    ("if x:\n    y = 1\nelse\n    y = 2\nz = 3\n", ["z = 3"], [(3, ())]),
    ("x = 1\n  y = 2\nz = 3\n", ["z = 3"], [(2, ())]),
    ("1 +\n2 +\nz = 3\n", ["z = 3"], [(1, ()), (2, ())]),
    ("\ufeffx = 1\n", ["x = 1"], []),
    ("x = 1\r\ny = 2\r\n", ["x = 1", "y = 2"], []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "left", "faults"), STATEMENTS)
def test_one_bad_statement_costs_itself(
    source: str, left: list[str], faults: list[tuple[int, tuple[str, ...]]]
) -> None:
    statements, found = read_statements("a.py", source.encode())
    assert [ast.unparse(statement.node) for statement in statements] == left
    assert [(fault.line, fault.names) for fault in found] == faults


@pytest.mark.parametrize(("path", "cell"), [("a.py", None), ("b#3.py", None), ("n.ipynb", 7)])
def test_a_compiled_name_leads_back_to_its_place(path: str, cell: int | None) -> None:
    assert split_filename(filename_for(path, cell)) == (path, cell)


NEEDED = [
    # notebook statements, what of it is run
    ("import os\nx = 1\ndef f(): return x\nprint(f())", {"os", "x", "f"}),
    ("big = load()\ndef f(): return 1", {"f"}),
    ("scale = float(2)\ndef f(): return scale", {"scale", "f"}),
    ("a = float(1)\nb = a + float(1)\ndef f(): return b", {"a", "b", "f"}),
    ("if __name__ == '__main__':\n    y = 2\ndef f(): return 1", {"f"}),
    ("try:\n    import os\nexcept ImportError:\n    os = None", {"os"}),
    ("for i in range(3):\n    z = i\ndef f(): return 1", {"f"}),
    ("f = lambda x: x\ng = f", {"f", "g"}),
]


@pytest.mark.parametrize(("source", "names"), NEEDED)
def test_of_a_notebook_only_what_definitions_need_is_run(source: str, names: set[str]) -> None:
    import types

    module = types.ModuleType("m")
    before = set(module.__dict__)
    Loaded(module, "m.py", "/nowhere").run(source.encode(), "needed")
    assert set(module.__dict__) - before - {"__builtins__"} == names


def test_a_printed_flood_is_kept_only_at_its_beginning() -> None:
    with captured(10) as printed:
        for _ in range(1000):
            print("x" * 999)
    assert printed.text() == "x" * 10 + "\n… 999,990 more characters"


class Hostile(Exception):
    def __str__(self) -> str:
        raise SystemExit


def test_the_text_of_an_error() -> None:
    assert error_text(ValueError("in /cells/1/a.py"), "/cells/1") == "in a.py"
    assert error_text(ValueError("x" * 5000), "/cells/1") == "x" * 1000
    assert error_text(Hostile(), "/cells/1") == ""


USES = [
    ("import torch as t\ndef f(x): return t.autograd.grad(x)", "torch.autograd.grad"),
    ("from torch import autograd\ndef f(x): return autograd.grad(x)", "torch.autograd.grad"),
    ("from torch.autograd import *\ndef f(x): return grad(x)", "grad"),
    ("import torch\nt = torch\ndef f(x): return t.func.vjp(x)", "torch.func.vjp"),
    ("def f(x): return (x * x).sum().backward()", ".backward"),
    ("def f(x): return [y for y in x]", "<loop>"),
    ("def f(x): return x @ x", "<matmul>"),
    ("def g(x): return h(x)\ndef h(x): return x.item()\ndef f(x): return g(x)", "x.item"),
]


@pytest.mark.parametrize(("source", "name"), USES)
def test_what_a_definition_uses(source: str, name: str) -> None:
    statements, _ = read_statements("a.py", source.encode())
    assert name in {use[0] for use in uses_in({"a.py": statements})["a.py"]["f"]}


LIBRARY = sorted(Path(os.__file__).parent.glob("[a-m]*.py"), key=lambda file: file.stat().st_size)


def test_whatever_python_people_write_can_be_scanned() -> None:
    """Python's own library, as if it were handed in: a statement that nobody thought of must not
    cost a file, whatever rules there are."""
    for file in LIBRARY[:60]:
        found = scan({file.name: file.read_bytes()}, [], ["torch.softmax", "*.backward", "exec"])
        assert [one["path"] for one in found["sources"]] == [file.name]


@pytest.mark.parametrize(
    "statement",
    [
        "for a in b:\n    if a in c: a.d = lambda self: None",
        "for a in b:\n    a.d = e if f else (yield)",
        "for a in b:\n    try: a.d = 1\n    except E: a.d = lambda: 2\n    else: g(a)",
        "for a in b:\n    match a:\n        case 1: c = a\n        case _: d = lambda: a",
        "while a:\n    with b as c: c.d = lambda: (yield)",
        "for a, (b, *c) in d:\n    e[a], f.b = c, {**g}",
    ],
)
def test_a_loop_at_the_top_level_of_any_kind_can_be_scanned(statement: str) -> None:
    source = f"{statement}\n\ndef f(x):\n    return x\n"
    found = scan({"a.py": source.encode()}, [], ["torch.softmax"])
    assert "f" in {one["name"] for one in found["sources"][0]["definitions"]}


@pytest.mark.parametrize("codec", ["rot13", "hex", "zlib", "undefined", "uu", "no_such", "ascii"])
def test_an_encoding_that_python_cannot_read_it_in_is_said(codec: str) -> None:
    source = f"# coding: {codec}\ndef f(): return 'é'\n".encode()
    statements, (fault,) = read_statements("a.py", source)
    assert len(statements) == 1
    assert fault.message == "it names an encoding that it is not in; it was read as UTF-8"


def test_endings_in_capitals_are_endings() -> None:
    cell = {"cell_type": "code", "source": "x = 1"}
    statements, faults = read_statements("A.IPYNB", json.dumps({"cells": [cell]}).encode())
    assert ([one.cell for one in statements], faults) == ([1], [])


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="there it is no error")
@pytest.mark.parametrize(
    "line", ["def f[T](x: T): return x", "class A[T]: pass", "type Pair[T] = tuple[T, T]"]
)
def test_type_parameters_say_which_python_they_need(line: str) -> None:
    (_, (fault,)) = read_statements("a.py", f"x = 1\n{line}\n".encode())
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert fault.message == f"type parameters need Python 3.12 or later; this is Python {here}"
