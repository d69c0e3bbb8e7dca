"""Honest answers that mention what a rule forbids, or what can hide a name, where it is not used.

Each row is what it shows and the source of `homework.py`, or of all files; nothing is to be said of
it. Forbidden are `torch.softmax`, `torch.nn.functional.softmax`, `torch.autograd` and `*.backward`;
where a homework has several files, `*.softmax` too.
"""

from __future__ import annotations

BODY = "    e = (x - x.amax(-1, keepdim=True)).exp()\n    return e / e.sum(-1, keepdim=True)\n"
WEIGHTS = "def weights(x):\n" + BODY
HEAD = "import torch\n\n"

HONEST = {
    "nothing special": HEAD + WEIGHTS,
    "an import that is not used": "import inspect, pickle, ctypes, gc, importlib\n"
    + HEAD
    + WEIGHTS,
    "pickle in another function": (
        "import pickle\n"
        + HEAD
        + "def data():\n    return pickle.load(open('x', 'rb'))\n"
        + WEIGHTS
    ),
    "eval in another function": HEAD + "def run(text):\n    return eval(text)\n" + WEIGHTS,
    "softmax in another function": HEAD
    + "def check(x):\n    return torch.softmax(x, -1)\n"
    + WEIGHTS,
    "a test below": HEAD
    + WEIGHTS
    + "x = torch.randn(3)\nassert torch.softmax(x, -1).shape == (3,)\n",
    "a test whose variable has a local's name": (
        HEAD + WEIGHTS + "x = torch.randn(3)\ne = torch.softmax(x, -1)\nprint(e)\n"
    ),
    "a training loop whose variables have a local's name": (
        HEAD + WEIGHTS + "for step in range(3):\n    x = torch.ones(2)\n    e = x.sum()\n"
        "    e.backward()\n"
    ),
    "a training loop with a model that it reads": (
        HEAD + "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x\n"
        "model = Net()\nopt = torch.optim.SGD([torch.zeros(1)], 1)\nfor step in range(3):\n"
        "    model.train()\n    loss = model(torch.ones(1)).sum()\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()\ndef weights(x):\n    return model(x)\n"
    ),
    "tests in a loop": (
        "import numpy as np\n" + HEAD + "def weights(x):\n    return np.exp(x)\n"
        "results = []\nfor x in [torch.ones(2)]:\n    results.append(torch.softmax(x, -1))\n"
        "    np.testing.assert_allclose(weights(x), torch.softmax(x, -1))\n"
    ),
    "lambdas and choices in a loop": (
        HEAD + WEIGHTS + "tools = {}\nfor n in range(3):\n    tools[n] = lambda x: x\n"
        "    step = 1 if n else 2\n    match n:\n        case 0:\n            tools.clear()\n"
    ),
    "settings of a library": (HEAD + "torch.backends.cudnn.deterministic = True\n" + WEIGHTS),
    "where it runs": (
        "import sys\n" + HEAD + "def weights(x):\n    here = 'google.colab' in sys.modules\n" + BODY
    ),
    "attributes that are set at once": (
        HEAD + "class P:\n    def __init__(self, **given):\n        self.__dict__.update(given)\n"
        "def weights(x):\n    return x * P(rate=2).rate\n"
    ),
    "a main part": (
        HEAD + WEIGHTS + "if __name__ == '__main__':\n    e = torch.softmax(torch.ones(2), -1)\n"
    ),
    "a docstring about it": (
        HEAD
        + 'def weights(x):\n    """Like torch.softmax(x), not with eval or getattr."""\n'
        + BODY
    ),
    "a comment about it": HEAD + "def weights(x):\n    # not torch.softmax\n" + BODY,
    "a message about it": (
        HEAD
        + "def weights(x):\n    if x.ndim < 1:\n        raise ValueError('softmax of a number')\n"
        + BODY
    ),
    "a function of its own with that name": (
        HEAD + "def softmax(x):\n" + BODY + "def weights(x):\n    return softmax(x)\n"
    ),
    "a method of its own with that name": (
        HEAD
        + "class Row:\n    def softmax(self, x):\n    "
        + BODY.replace("\n    ", "\n        ")
        + "def weights(x):\n    row = Row()\n    return row.softmax(x)\n"
    ),
    "a draft that was replaced": HEAD + "weights = torch.softmax\n" + WEIGHTS,
    "a helper that was replaced": (
        HEAD
        + "tool = torch.softmax\ndef tool(x):\n"
        + BODY
        + "def weights(x):\n    return tool(x)\n"
    ),
    "an argument named as an import": (
        "import torch as t\n\ndef weights(t):\n    t = t - t.amax(-1, keepdim=True)\n"
        "    return t.exp() / t.exp().sum(-1, keepdim=True)\n"
    ),
    "getattr with a name that is written": (
        HEAD + "def weights(x):\n    device = getattr(x, 'device', None)\n" + BODY
    ),
    "getattr with half a name": (
        HEAD + "class weights:\n    def __call__(self, x):\n"
        "        return x @ getattr(self, f'W{1}') + getattr(self, 'b_' + str(1))\n"
    ),
    "variables named as modules": (
        HEAD + "def weights(x, code=None, string=''):\n    profile = [1]\n    profile.append(2)\n"
        "    code = code or []\n    code.append(string)\n" + BODY
    ),
    "a regular expression that is compiled": (
        "import re\n" + HEAD + "def weights(x):\n    re.compile('a')\n" + BODY
    ),
    "a model in evaluation mode": (
        HEAD + "def weights(x, model=None):\n    model and model.eval()\n" + BODY
    ),
    "memory that is freed": "import gc\n" + HEAD + "def weights(x):\n    gc.collect()\n" + BODY,
    "no gradients": HEAD + "@torch.no_grad()\n" + WEIGHTS,
    "the library chosen by the input": (
        "import numpy as np\n" + HEAD + "def weights(x):\n"
        "    lib = np if isinstance(x, np.ndarray) else torch\n    e = lib.exp(x)\n"
        "    return e / e.sum(-1)[..., None]\n"
    ),
    "the class's own name": (
        HEAD + "class weights:\n    def __call__(self, x):\n"
        "        assert self.__class__.__name__ == 'weights'\n"
        + BODY.replace("    e = ", "        e = ").replace("    return", "        return")
    ),
    "signatures and windows": (
        "import inspect\nimport numpy as np\n" + HEAD + "def weights(x):\n"
        "    inspect.signature(len)\n    np.lib.stride_tricks.sliding_window_view(x, 2)\n" + BODY
    ),
    "a star from a library and a function of its own": (
        "from torch import *\n\ndef softmax(x):\n"
        + BODY
        + "def weights(x):\n    return softmax(x)\n"
    ),
    "types as text": (
        "from __future__ import annotations\n"
        + HEAD
        + "def weights(x: 'torch.Tensor') -> 'softmax':\n"
        + BODY
    ),
    "a notebook's leftovers": HEAD + WEIGHTS + "vars(torch)['softmax']\neval('1 + 1')\nglobals()\n",
}

BACKWARD = "import numpy as np\n\ndef backward(p):\n    return np.diag(p) - np.outer(p, p)\n"
SOFTMAX = HEAD + "def softmax(x):\n" + BODY


def importing(line: str, expression: str = "backward(x)", **others: str) -> dict[str, str]:
    """A homework of several files; `utils__ops` is utils/ops.py."""
    files = {f"{name.replace('__', '/', 1)}.py": text for name, text in others.items()}
    answer = f"import numpy as np\n{line}\n\ndef weights(x):\n    return {expression}\n"
    return {"homework.py": answer, **files}


# A function of its own that has a forbidden name and stands in another file.
ORGANISED = {
    "from a file": importing("from gradients import backward", gradients=BACKWARD),
    "by way of the file": importing("import gradients", "gradients.backward(x)",
                                    gradients=BACKWARD),
    "under another name": importing("from gradients import backward as b", "b(x)",
                                    gradients=BACKWARD),
    "under a name that is given later": importing("import gradients as g\nb = g.backward", "b(x)",
                                                  gradients=BACKWARD),
    "relatively": importing("from .helper import backward", helper=BACKWARD),
    "relatively, from a file that is named as a library's": importing(
        "from .code import backward", code=BACKWARD),
    "with a star": importing("from helper import *", helper=BACKWARD),
    "with a star after a library's": importing("from torch import *\nfrom helper import *",
                                               helper=BACKWARD),
    "from a folder": importing("from utils.ops import backward", utils__ops=BACKWARD),
    "from a package that hands it on": importing(
        "from utils import backward", utils____init__="from .ops import backward\n",
        utils__ops=BACKWARD),
    "by way of a package that hands it on": importing(
        "import utils", "utils.backward(x)", utils____init__="from .ops import backward\n",
        utils__ops=BACKWARD),
    "from a package that hands everything on": importing(
        "from utils import *", utils____init__="from .ops import *\n", utils__ops=BACKWARD),
    "from a folder beside that of its caller": importing(
        "from first.main import run", "run(x)", library__ops=BACKWARD,
        first__main="from ..library.ops import backward\n\ndef run(x):\n    return backward(x)\n"),
    "in a try": importing(
        "try:\n    from gradients import backward\nexcept ImportError:\n    backward = None",
        gradients=BACKWARD),
    "or else defined": importing(
        "try:\n    from gradients import backward\nexcept ImportError:\n"
        "    def backward(p):\n        return p", gradients=BACKWARD),
    "inside the function": importing(
        "def run(x):\n    from gradients import backward\n    return backward(x)", "run(x)",
        gradients=BACKWARD),
    "a lambda": importing("from gradients import backward",
                          gradients="backward = lambda p: p * (1 - p)\n"),
    "made by a function": importing(
        "from gradients import backward",
        gradients="def make():\n    return lambda p: p\n\nbackward = make()\n"),
    "one of two": importing(
        "from gradients import backward",
        gradients="import sys\nif sys.maxsize > 9:\n    def backward(p): return p\n"
        "else:\n    def backward(p): return -p\n"),
    "a folder that has its name": importing(
        "from mine.softmax import run", "run(x)", mine__softmax=SOFTMAX.replace("softmax", "run")),
    "a file that has its name": importing("import softmax", "softmax.softmax(x)", softmax=SOFTMAX),
    "a file so named in another homework's folder": importing(
        "from second.main import run", "run(x)",
        first__ops="import torch\n\ndef tool(x):\n    return torch.softmax(x, -1)\n",
        second__ops="def tool(x):\n    return x\n",
        second__main="from ops import tool\n\ndef run(x):\n    return tool(x)\n"),
    "a class of static methods": importing(
        "from ops import Ops", "Ops.softmax(x)",
        ops="class Ops:\n    @staticmethod\n    def softmax(x): return x\n"),
    "a table of functions": importing(
        "from ops import softmax\nT = {'softmax': softmax}", "T['softmax'](x)", ops=SOFTMAX),
    "a package of two stars": importing(
        "from mine import softmax", "softmax(x)", mine__a=SOFTMAX, mine__b=BACKWARD,
        mine____init__="from .a import *\nfrom .b import *\n__all__ = ['softmax']\n"),
    "a file of a package under a short name": importing(
        "import mine.ops as O", "O.softmax(x)", mine__ops=SOFTMAX),
    "a folder in a folder": importing(
        "from mine.sub import ops", "ops.softmax(x)", **{"mine__sub/ops": SOFTMAX}),
    "a file that is imported by its text": importing(
        "import importlib\nops = importlib.import_module('ops')", "ops.softmax(x)", ops=SOFTMAX),
    "a folder on the path": importing(
        "import sys\nsys.path.append('src')\nfrom ops import softmax", "softmax(x)",
        src__ops=SOFTMAX),
    "a tuple with names": importing(
        "from typing import NamedTuple\nclass Out(NamedTuple):\n    softmax: float",
        "Out(x).softmax"),
    "one of several kinds": importing(
        "from enum import Enum\nclass Kind(Enum):\n    softmax = 1", "x if Kind.softmax else 0"),
    "a mixin": importing(
        "from torch import nn\nclass M:\n    def softmax(self, x): return x\n"
        "class Net(nn.Module, M):\n    def forward(self, x): return self.softmax(x)", "Net()(x)"),
    "a layer with a backward pass": importing(
        "class F:\n    def backward(self, d): return d\n"
        "    def forward(self, x): return self.backward(x)", "F().forward(x)"),
    "a decorated function": importing(
        "from ops import softmax", "softmax(x)",
        ops="def same(f):\n    return f\n@same\ndef softmax(x):\n    return x\n"),
    "a file that a package has": importing(
        "import mine", "mine.ops.softmax(x)", mine____init__="from . import ops\n",
        mine__ops=SOFTMAX),
    "an import in a method": importing(
        "class N:\n    def run(self, x):\n        from ops import softmax\n"
        "        return softmax(x)", "N().run(x)", ops=SOFTMAX),
    "an import for types": importing(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ops import softmax\n"
        "else:\n    from ops import softmax", "softmax(x)", ops=SOFTMAX),
}  # fmt: skip
