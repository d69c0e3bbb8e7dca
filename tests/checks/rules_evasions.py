"""Ways to use `torch.softmax` without plainly writing so: each row is what it does, the source of
`homework.py` (`weights(x)` is graded), other files, and what the report says.

`torch.softmax` and `torch.nn.functional.softmax` are forbidden.
"""

from __future__ import annotations

HEAD = "import torch\n\n"
ANSWER = "def weights(x):\n    return {}\n"


def answer(expression: str, head: str = HEAD) -> str:
    return head + ANSWER.format(expression)


def using(head: str, expression: str) -> str:
    """`head` at the top level, then the answer."""
    return answer(expression, f"import torch\n{head}\n\n")


def inside(*lines: str) -> str:
    """An answer of several lines, the first of them line 4 of the file."""
    return HEAD + "def weights(x):\n" + "".join(f"    {line}\n" for line in lines)


def uses(line: int, name: str = "torch.softmax", file: str = "homework.py") -> tuple[str, str]:
    return "broke a rule", f"{file}, line {line}: uses {name}, which this part forbids."


def reaches(line: int, tool: str, file: str = "homework.py") -> tuple[str, str]:
    said = f"uses {tool} to reach torch.softmax, which this part forbids."
    return "broke a rule", f"{file}, line {line}: {said}"


def looks(line: int, tool: str, does: str) -> tuple[str, str]:
    said = f"a person looks whether {tool}, which {does}, reaches what this part forbids"
    return "undecided", f"homework.py, line {line}: {said}"


def perhaps(line: int, name: str) -> tuple[str, str]:
    said = f"a person looks whether {name} is torch.softmax, which this part forbids"
    return "undecided", f"homework.py, line {line}: {said}"


TEXT = "asks an object for what a text names"
BEHIND = "leads from one object to others behind it"
NAMES = "hands out names by their text"
CODE = "runs text as code"
BYTES = "makes objects from bytes"

Row = tuple[str, str, dict[str, str], tuple[str, str]]

# Found from outside.
FOUND: list[Row] = [
    ("a class pattern",
     inside("match torch:", "    case object(softmax=f):", "        return f(x, -1)"),
     {}, uses(4)),
    ("pkgutil.resolve_name",
     using("import pkgutil", "pkgutil.resolve_name('torch:softmax')(x, -1)"),
     {}, reaches(5, "pkgutil.resolve_name")),
    ("pydoc.locate", using("import pydoc", "pydoc.locate('torch.softmax')(x, -1)"),
     {}, reaches(5, "pydoc.locate")),
    ("inspect.getattr_static",
     using("import inspect", "inspect.getattr_static(torch, 'softmax')(x, -1)"),
     {}, reaches(5, "inspect.getattr_static")),
    ("inspect.getmembers",
     using("import inspect", "dict(inspect.getmembers(torch))['softmax'](x, -1)"),
     {}, reaches(5, "inspect.getmembers")),
    ("pickle", using("import pickle", r"pickle.loads(b'ctorch\nsoftmax\n.')(x, -1)"),
     {}, reaches(5, "pickle.loads")),
    ("ctypes.pythonapi",
     using("import ctypes", "ctypes.pythonapi.PyObject_GetAttrString(torch, b'softmax')(x, -1)"),
     {}, reaches(5, "ctypes.pythonapi.PyObject_GetAttrString")),
    ("gc.get_referents",
     using("import gc", "[o for o in gc.get_referents(vars(torch)) if 'softm' in str(o)][0](x, 0)"),
     {}, looks(5, "gc.get_referents", BEHIND)),
    ("a helper file that gives it another name",
     answer("relu(x, -1)", "from helper import relu\n\n"),
     {"helper.py": "from torch import softmax as relu\n"}, uses(4)),
    ("a helper's name that is changed from outside",
     answer("helper.tool(x, -1)", "import helper, torch\nhelper.tool = torch.softmax\n"),
     {"helper.py": "tool = None\n"}, uses(4)),
]  # fmt: skip

# What another file of the submission has from a library is not its own.
NOTHING = "def tool(x, dim):\n    return x\n"
OTHER_FILES: list[Row] = [
    ("a helper that imports it", answer("softmax(x, -1)", "from helper import softmax\n\n"),
     {"helper.py": "from torch.nn.functional import softmax\n"},
     uses(4, "torch.nn.functional.softmax")),
    ("a helper that assigns it", answer("softmax(x, -1)", "from helper import softmax\n\n"),
     {"helper.py": "import torch\nsoftmax = torch.softmax\n"}, uses(4)),
    ("a helper that wraps it", answer("softmax(x)", "from helper import softmax\n\n"),
     {"helper.py": "import torch\ndef softmax(x): return torch.softmax(x, -1)\n"},
     uses(2, file="helper.py")),
    ("a helper that may import it", answer("softmax(x, -1)", "from helper import softmax\n\n"),
     {"helper.py": "try:\n    from torch import softmax\nexcept ImportError:\n"
      "    def softmax(x, dim): return x\n"}, uses(4)),
    ("a star that brings no name after one that does",
     answer("softmax(x, -1)", "from torch import *\nfrom helper import *\n"),
     {"helper.py": "__all__ = []\ndef softmax(x, dim): return x\n"}, uses(4)),
    ("an import that fails",
     using("try:\n    from helper import nothing as f\nexcept ImportError:\n"
           "    def f(x): return torch.softmax(x, -1)", "f(x)"),
     {"helper.py": NOTHING}, uses(5)),
    ("a function that is put into a helper",
     using("import helper\ndef f(x, dim): return torch.softmax(x, dim)\nhelper.tool = f",
           "helper.tool(x, -1)"), {"helper.py": NOTHING}, uses(3)),
    ("a helper's names as a dictionary",
     using("import helper\nhelper.__dict__['tool'] = torch.softmax", "helper.tool(x, -1)"),
     {"helper.py": NOTHING}, uses(3)),
    ("a helper's names, by vars",
     using("import helper\nvars(helper).update(new=torch.softmax)", "helper.new(x, -1)"),
     {"helper.py": NOTHING}, uses(3)),
    ("setattr on a helper with a name that is not known",
     using("import helper\nsetattr(helper, str('tool'), torch.softmax)", "helper.tool(x, -1)"),
     {"helper.py": NOTHING}, uses(3)),
    ("one of two files of that name",
     answer("run(x)", "from second.main import run\n\n"),
     {"first/ops.py": "def tool(x): return x\n",
      "second/ops.py": "import torch\ndef tool(x): return torch.softmax(x, -1)\n",
      "second/main.py": "from .ops import tool\ndef run(x): return tool(x)\n"},
     uses(2, file="second/ops.py")),
]  # fmt: skip

# Names that the source gives to others.
RENAMED: list[Row] = [
    ("a helper's helper",
     answer("h.tool(x, -1)", "import helper as h\n\n"),
     {"helper.py": "from deeper import tool\n",
      "deeper.py": "import torch\ntool = torch.softmax\n"}, uses(4)),
    ("a third file changes the helper",
     answer("helper.tool(x, -1)", "import helper, patching\n\n"),
     {"helper.py": "tool = None\n", "patching.py": "import helper, torch\nhelper.tool = [\n"
      "    torch.softmax][0]\n"}, uses(2, file="patching.py")),
    ("setattr on a helper",
     answer("helper.tool(x, -1)", "import helper, torch\nsetattr(helper, 'tool', torch.softmax)\n"),
     {"helper.py": "tool = None\n"}, uses(2)),
    ("a star from a library", answer("softmax(x, -1)", "from torch import *\n\n"), {}, uses(4)),
    ("a star from a helper that has one",
     answer("softmax(x, -1)", "from helper import *\n\n"),
     {"helper.py": "from torch import *\n"}, uses(4)),
    ("a star from a helper that imports it",
     answer("f(x, -1)", "from helper import *\n\n"),
     {"helper.py": "from torch import softmax as f\n"}, uses(4)),
    ("a helper beside it, imported relatively",
     answer("h.f(x, -1)", "from . import helper as h\n\n"),
     {"helper.py": "from torch import softmax as f\n"}, uses(4)),
    ("a module that answers for all names",
     answer("helper.anything(x, -1)", "import helper\n\n"),
     {"helper.py": "import torch\ndef __getattr__(name):\n    return torch.softmax\n"},
     uses(3, file="helper.py")),
    ("a tuple", using("t, u = torch, 1", "t.softmax(x, -1)"), {}, uses(5)),
    ("a walrus", answer("(t := torch).softmax(x, -1)"), {}, uses(4)),
    ("a walrus in a condition",
     using("if (f := torch.softmax):\n    pass", "f(x, -1)"), {}, uses(6)),
    ("a loop over one", using("for f in (torch.softmax,):\n    pass", "f(x, -1)"), {}, uses(6)),
    ("a list, taken out at once", answer("[torch][0].softmax(x, -1)"), {}, uses(4)),
    ("one of two", answer("(torch if True else x).softmax(x, -1)"), {}, uses(4)),
    ("a default argument", HEAD + "def weights(x, f=torch.softmax):\n    return f(x, -1)\n", {},
     uses(3)),
    ("a default argument that is the library",
     HEAD + "def weights(x, t=torch):\n    return t.softmax(x, -1)\n", {}, uses(4)),
    ("a name that is taken back later",
     "import torch\nt = torch\ndef weights(x, f=t.softmax):\n    return f(x, -1)\nt = None\n", {},
     uses(3)),
    ("a name that wraps itself",
     using("from functools import partial\nf = torch.softmax\nf = partial(f, dim=-1)", "f(x)"),
     {}, uses(7)),
    ("a decorator",
     HEAD + "def swap(f):\n    return lambda x: torch.softmax(x, -1)\n"
     "@swap\ndef weights(x):\n    return x\n", {}, uses(4)),
    ("a class body",
     using("class Tools:\n    f = staticmethod(torch.softmax)", "Tools.f(x, -1)"), {}, uses(3)),
    ("an attribute of a function",
     inside("return weights.f(x, -1)") + "weights.f = torch.softmax\n", {}, uses(4)),
    ("a list that is filled later",
     using("tools = []\ntools.append(torch.softmax)", "tools[0](x, -1)"), {}, uses(3)),
    ("a function that sets a global",
     using("def start():\n    global f\n    f = torch.softmax\nstart()", "f(x, -1)"), {}, uses(4)),
    ("after a finally",
     using("try:\n    pass\nfinally:\n    f = torch.softmax", "f(x, -1)"), {}, uses(8)),
    ("nested class patterns",
     inside("match torch:", "    case object(nn=object(functional=object(softmax=f))):",
            "        return f(x, -1)"),
     {}, uses(4, "torch.nn.functional.softmax")),
    ("a class pattern that takes the library apart",
     inside("match torch.nn:", "    case object(functional=g):", "        return g.softmax(x, -1)"),
     {}, uses(6, "torch.nn.functional.softmax")),
]  # fmt: skip

# What is found in a loop at the top level, and put where no name is.
LOOP = "for k, v in vars(torch).items():\n    if k == 'softmax':\n        "
LOOPS: list[Row] = [
    ("an attribute", using("import types\no = types.SimpleNamespace()\n" + LOOP + "o.q = v",
                           "o.q(x, -1)"), {}, looks(4, "vars", NAMES)),
    ("a queue", using("import collections\nd = collections.deque()\n" + LOOP + "d.append(v)",
                      "d[0](x, -1)"), {}, looks(4, "vars", NAMES)),
    ("a dictionary", using("d = {}\n" + LOOP + "d['q'] = v", "d['q'](x, -1)"), {},
     looks(3, "vars", NAMES)),
    ("a library's module", using("import math\n" + LOOP + "math.q = v", "math.q(x, -1)"), {},
     looks(3, "vars", NAMES)),
    ("layers", using("s = torch.nn.Sequential()\n" + LOOP + "s.append(v(-1))", "s(x)"), {},
     looks(3, "vars", NAMES)),
    ("an attribute that is the loop's variable",
     using("import types\no = types.SimpleNamespace()\nfor o.q in [torch.softmax]:\n    pass",
           "o.q(x, -1)"), {}, uses(8)),
    ("an attribute in a tuple",
     using("import types\no = types.SimpleNamespace()\no.q, z = torch.softmax, 1", "o.q(x, -1)"),
     {}, uses(7)),
    ("a condition that comes true",
     using("d = []\nwhile not d:\n    d.append(torch.softmax)", "d[0](x, -1)"), {}, uses(4)),
    ("inside a try inside a loop",
     using("d = []\nfor v in [torch.softmax]:\n    try:\n        with torch.no_grad():\n"
           "            d.append(v)\n    except ValueError:\n        pass", "d[0](x, -1)"), {},
     uses(3)),
    ("an append whose result is kept",
     using("d = []\n_ = d.append(torch.softmax)", "d[0](x, -1)"), {}, uses(3)),
    ("an append in a comprehension",
     using("d = []\n[d.append(v) for v in [torch.softmax]]", "d[0](x, -1)"), {}, uses(3)),
    ("an append in an assertion",
     using("d = []\nassert d.append(torch.softmax) is None", "d[0](x, -1)"), {}, uses(3)),
    ("the library inside its own module", answer("torch.nn.functional.torch.softmax(x, -1)"), {},
     uses(4, "torch.nn.functional.torch.softmax")),
    ("a list that grows", using("d = []\nd += [torch.softmax]", "d[0](x, -1)"), {}, uses(3)),
    ("a class that is made of texts",
     using("C = type('C', (), {'f': staticmethod(torch.softmax)})", "C.f(x, -1)"), {}, uses(2)),
    ("a class that answers for all names",
     using("class M(type):\n    def __getattr__(c, n): return torch.softmax\n"
           "class C(metaclass=M): pass", "C.f(x, -1)"), {}, uses(3)),
    ("a class that is told when it is inherited from",
     using("class B:\n    def __init_subclass__(cls, f): cls.f = staticmethod(f)\n"
           "class C(B, f=torch.softmax): pass", "C.f(x, -1)"), {}, uses(4)),
    ("a class decorator",
     using("def put(c):\n    c.f = torch.softmax\n    return c\n@put\nclass C: pass",
           "C.f(x, -1)"), {}, uses(3)),
    ("a function that is put into a library",
     using("import math\nmath.q = lambda x: torch.softmax(x, -1)", "math.q(x)"), {}, uses(3)),
    ("setattr on a library",
     using("import math\ndef f(x): return torch.softmax(x, -1)\nsetattr(math, 'q', f)",
           "math.q(x)"), {}, uses(3)),
]  # fmt: skip

# Names that are written as texts.
SPELLED: list[Row] = [
    ("getattr", answer("getattr(torch, 'softmax')(x, -1)"), {}, uses(4)),
    ("getattr of pieces", answer("getattr(torch, 'soft' + ''.join(['m', 'ax']))(x, -1)"), {},
     uses(4)),
    ("getattr backwards", answer("getattr(torch, 'xamtfos'[::-1])(x, -1)"), {}, uses(4)),
    ("getattr of a variable", inside("name = 'softmax'", "return getattr(torch, name)(x, -1)"),
     {}, looks(5, "getattr", TEXT)),
    ("getattr of half a name", inside("end = 'max'", "return getattr(torch, f'soft{end}')(x, 0)"),
     {}, looks(5, "getattr", TEXT)),
    ("another name for getattr", using("ask = getattr", "ask(torch, 'softmax')(x, -1)"), {},
     looks(2, "getattr", TEXT)),
    ("functools.reduce",
     using("from functools import reduce",
           "reduce(getattr, 'nn.functional.softmax'.split('.'), torch)(x, -1)"),
     {}, reaches(5, "getattr")),
    ("a condition that never holds hides nothing",
     using("if 0:\n    getattr = None", "(lambda g: g(torch, 'soft' + x))(getattr)"), {},
     looks(6, "getattr", TEXT)),
    ("__dict__", answer("torch.__dict__['softmax'](x, -1)"), {}, uses(4)),
    ("vars", answer("vars(torch)['softmax'](x, -1)"), {}, uses(4)),
    ("vars with get", answer("vars(torch).get('softmax')(x, -1)"), {}, reaches(4, "vars")),
    ("__getattribute__", answer("torch.__getattribute__('softmax')(x, -1)"), {},
     reaches(4, "torch.__getattribute__")),
    ("object.__getattribute__", answer("object.__getattribute__(torch, 'softmax')(x, -1)"), {},
     reaches(4, "object.__getattribute__")),
    ("operator.attrgetter",
     using("from operator import attrgetter as a", "a('softmax')(torch)(x, -1)"),
     {}, reaches(5, "operator.attrgetter")),
    ("operator.methodcaller",
     using("import operator", "operator.methodcaller('softmax', x, -1)(torch)"),
     {}, reaches(5, "operator.methodcaller")),
    ("eval", answer("eval('torch.softmax(x, -1)')"), {}, reaches(4, "eval")),
    ("exec", inside("exec('y = torch.softmax(x, -1)')"), {}, reaches(4, "exec")),
    ("builtins", using("import builtins as b", "b.eval('torch.soft' 'max(x, -1)')"), {},
     reaches(5, "builtins.eval")),
    ("__builtins__", answer("__builtins__['eval']('torch.softmax')(x, -1)"), {},
     reaches(4, "__builtins__")),
    ("compile", answer("compile(x, 'a', 'eval')"), {}, looks(4, "compile", CODE)),
    ("a decoded text",
     using("import base64", "eval(base64.b64decode('dG9yY2guc29mdG1heA=='))(x, -1)"),
     {}, looks(5, "eval", CODE)),
    ("globals", answer("globals()['torch'].softmax(x, -1)"), {}, reaches(4, "globals")),
    ("__import__", answer("__import__('torch').softmax(x, -1)"), {}, uses(4)),
    ("importlib",
     using("import importlib", "importlib.import_module('torch.nn.functional').softmax(x, -1)"),
     {}, uses(5, "torch.nn.functional.softmax")),
    ("importlib.reload", using("import importlib", "importlib.reload(torch).softmax(x, -1)"),
     {}, reaches(5, "importlib.reload")),
    ("sys.modules", using("import sys", "sys.modules['torch'].softmax(x, -1)"), {}, uses(5)),
    ("string.Formatter",
     using("import string", "string.Formatter().get_field('0.softmax', [torch], {})[0](x, -1)"),
     {}, reaches(5, "string.Formatter")),
    ("unittest.mock",
     using("from unittest import mock", "mock._importer('torch.softmax')(x, -1)"),
     {}, reaches(5, "unittest.mock._importer")),
    ("typing", using("import typing", "typing.get_type_hints(weights)['y'](x, -1)"), {},
     looks(5, "typing.get_type_hints", CODE)),
    ("runpy", using("import runpy", "runpy.run_path('data.txt')['f'](x, -1)"), {},
     looks(5, "runpy.run_path", CODE)),
    ("code", using("import code", "code.InteractiveInterpreter({'x': x}).runsource('softmax')"),
     {}, reaches(5, "code.InteractiveInterpreter")),
    ("logging", using("import logging.config", "logging.config._resolve('torch.softmax')(x, -1)"),
     {}, reaches(5, "logging.config._resolve")),
    ("a class pattern without keywords",
     HEAD + "class Any(type):\n    def __instancecheck__(cls, x): return True\n"
     "class P(metaclass=Any):\n    __match_args__ = ('softmax',)\n"
     "def weights(x):\n    match torch:\n        case P(f):\n            return f(x, -1)\n",
     {}, perhaps(6, ".softmax")),
    ("sympy", using("import sympy", "sympy.lambdify('x', 'softmax(x)', torch)(x)"), {},
     reaches(5, "sympy.lambdify")),
]  # fmt: skip

# Doors behind which it stands.
DOORS: list[Row] = [
    ("a library's names as attributes",
     using("class P: pass", "P().__dict__.update(torch.__dict__)"), {},
     looks(5, "torch.__dict__", NAMES)),
    ("a private name of it", answer("torch._softmax(x, -1, False)"), {}, uses(4, "torch._softmax")),
    ("a private module of it",
     using("import torch.nn._f", "torch.nn._f.functional.softmax(x, -1)"), {},
     uses(5, "torch.nn._f.functional.softmax")),
    ("torch.ops", answer("torch.ops.aten._softmax(x, -1, False)"), {},
     reaches(4, "torch.ops.aten._softmax")),
    ("torch._C", answer("torch._C._VariableFunctions.softmax(x, -1)"), {},
     reaches(4, "torch._C._VariableFunctions.softmax")),
    ("what a function belongs to", answer("torch.relu.__self__.softmax(x, -1)"), {},
     reaches(4, "torch.relu.__self__.softmax")),
    ("the names around a function", answer("weights.__globals__['torch'].softmax(x, -1)"), {},
     reaches(4, "weights.__globals__")),
    ("a frame", using("import sys", "sys._getframe().f_globals['torch'].softmax(x, -1)"), {},
     reaches(5, ".f_globals")),
    ("copyreg", using("import copyreg", "copyreg.dispatch_table"), {},
     looks(5, "copyreg.dispatch_table", BYTES)),
    ("torch.load", answer("torch.load('tool.pt')(x, -1)"), {}, looks(4, "torch.load", BYTES)),
    ("torch.jit", answer("torch.jit.CompilationUnit(TEXT).f(x)"), {},
     looks(4, "torch.jit.CompilationUnit", CODE)),
    ("a module's spec", answer("torch.__spec__.loader.load_module().softmax(x)"), {},
     reaches(4, "torch.__spec__.loader.load_module")),
    ("the library in a list",
     using("tools = [torch]", "tools[0].softmax(x, -1)"), {}, perhaps(5, ".softmax")),
    ("the library as an argument",
     using("def by(lib, x):\n    return lib.softmax(x, -1)", "by(torch, x)"), {},
     perhaps(3, "lib.softmax")),
    ("the library through a weak reference",
     using("import weakref", "weakref.proxy(torch).softmax(x, -1)"), {}, perhaps(5, ".softmax")),
    ("the library through a context",
     inside("with nullcontext(torch) as t:", "    return t.softmax(x, -1)"), {},
     perhaps(5, "t.softmax")),
]  # fmt: skip

EVASIONS = [*FOUND, *OTHER_FILES, *RENAMED, *LOOPS, *SPELLED, *DOORS]
