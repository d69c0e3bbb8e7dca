"""Faults in what the function does: raise, print, hang, exit, use memory, tamper."""

from __future__ import annotations

from faulty import ANY, Faulty
from faulty_values import answer

RAISES = (
    Faulty(
        "raises",
        answer("raise ValueError('shapes do not match')"),
        verdict="crashed",
        message=("case 1: ValueError: shapes do not match at homework.py, line 7"),
    ),
    Faulty(
        "raises deep inside",
        answer("return np.dot(right, np.ones((99, 2)))"),
        verdict="crashed",
        message=(
            "case 1: ValueError: shapes (2,6) and (99,2) not aligned: 6 (dim "
            "1) != 99 (dim 0) at homework.py, line 7"
        ),
    ),
    Faulty(
        "raises with a message that cannot be made",
        answer(
            "raise Hostile()",
            "import numpy as np\nclass Hostile(Exception):\n"
            "    def __str__(self):\n        raise SystemExit(0)",
        ),
        verdict="crashed",
        message="case 1: Hostile at homework.py, line 10",
    ),
    Faulty(
        "raises with a message that never ends",
        answer(
            "raise Hostile()",
            "import numpy as np\nclass Hostile(Exception):\n"
            "    def __str__(self):\n        while True: pass",
        ),
        verdict="timed out",
        message=("case 1: no answer within 0.25 s; is there a loop that never ends?"),
    ),
    Faulty(
        "raises a class of its own",
        answer("raise Mine('so')", "import numpy as np\nclass Mine(Exception):\n    pass"),
        verdict="crashed",
        message="case 1: Mine: so at homework.py, line 9",
    ),
    Faulty(
        "raises with control characters and many lines",
        answer("raise ValueError('\\x1b[31mred\\nsecond line ' + 'x' * 5000)"),
        verdict="crashed",
        message="case 1: ValueError: \\x1b[31mred at homework.py, line 7",
    ),
    Faulty(
        "raises KeyboardInterrupt",
        answer("raise KeyboardInterrupt"),
        verdict="crashed",
        message="case 1: KeyboardInterrupt at homework.py, line 7",
    ),
    Faulty(
        "is not implemented",
        "def softmax(x):\n    raise NotImplementedError\n",
        verdict="not attempted",
        message="softmax is still empty",
    ),
    Faulty(
        "is only a stub",
        "def softmax(x):\n    pass\n",
        verdict="not attempted",
        message="softmax is still empty",
    ),
    Faulty(
        "a stub of three dots",
        "def softmax(x): ...\n",
        verdict="not attempted",
        message="softmax is still empty",
    ),
    Faulty(
        "ends without a return",
        "def softmax(x):\n    y = x\n",
        verdict="wrong",
        message=("case 1: the result is None; does your function end without `return`?"),
    ),
    Faulty(
        "recursion without end",
        "def softmax(x):\n    return softmax(x)\n",
        verdict="crashed",
        message=("case 1: RecursionError: maximum recursion depth exceeded at homework.py, line 2"),
    ),
    Faulty(
        "calls .cuda()",
        """
        import torch
        def softmax(x):
            return torch.softmax(x.cuda(), -1)
        """,
        verdict="crashed",
        message=(
            "case 1: AssertionError: Torch not compiled with CUDA enabled at homework.py, line 3"
        ),
        said=("there is no GPU here: leave out .cuda() and device='cuda'",),
    ),
    Faulty(
        "an assertion of its own fails",
        answer("assert right.shape == (1, 1)\nreturn right"),
        verdict="crashed",
        message="case 1: AssertionError at homework.py, line 7",
    ),
    Faulty(
        "a name that does not exist",
        answer("return rihgt"),
        verdict="crashed",
        message=("case 1: NameError: name 'rihgt' is not defined at homework.py, line 7"),
    ),
)

ENDS = (
    Faulty(
        "loops for ever",
        answer("while True:\n    pass"),
        verdict="timed out",
        message=("case 1: no answer within 0.25 s; is there a loop that never ends?"),
    ),
    Faulty(
        "catches every exception for ever",
        answer("while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
        verdict="timed out",
        message=("case 1: no answer within 0.25 s; is there a loop that never ends?"),
    ),
    Faulty(
        "sleeps",
        answer("import time\ntime.sleep(3600)"),
        verdict="timed out",
        message=("case 1: no answer within 0.25 s; is there a loop that never ends?"),
    ),
    Faulty(
        "waits for input",
        answer("input('? ')\nreturn right"),
        verdict="crashed",
        message=("case 1: EOFError: EOF when reading a line at homework.py, line 7"),
    ),
    Faulty(
        "sys.exit",
        answer("import sys\nsys.exit()"),
        verdict="crashed",
        message=(
            "case 1: the code ended Python itself at homework.py, line 8; return a value instead"
        ),
    ),
    Faulty(
        "sys.exit with a message",
        answer("import sys\nsys.exit('bye')"),
        verdict="crashed",
        message=(
            "case 1: the code ended Python itself at homework.py, line 8; return a value instead"
        ),
    ),
    Faulty(
        "exit",
        answer("exit(3)"),
        verdict="crashed",
        message=(
            "case 1: the code ended Python itself at homework.py, line 7; return a value instead"
        ),
    ),
    Faulty(
        "os._exit",
        answer("import os\nos._exit(0)"),
        verdict="crashed",
        message=("case 1: the code ended Python itself (exit code 0); return a value instead"),
    ),
    Faulty(
        "aborts",
        answer("import os\nos.abort()"),
        verdict="crashed",
        message="case 1: the Python process crashed (abort)",
    ),
    Faulty(
        "a segmentation fault",
        answer("import ctypes\nctypes.string_at(0)"),
        verdict="crashed",
        message="case 1: the Python process crashed (segmentation fault)",
    ),
    Faulty(
        "ten gigabytes",
        answer("np.ones(10 * 2**27)\nreturn right"),
        verdict="out of memory",
        message="case 1: it ran out of memory",
    ),
    Faulty(
        "ten gigabytes of torch",
        "import torch\ndef softmax(x):\n    return torch.ones(10 * 2**27)\n",
        verdict="out of memory",
        message="case 1: it ran out of memory",
    ),
    Faulty(
        "catches its own lack of memory",
        answer("try:\n    np.ones(10 * 2**27)\nexcept MemoryError:\n    pass\nreturn right"),
        points=4,
    ),
    Faulty("prints fifty megabytes", answer("print('x' * 50_000_000)\nreturn right"), points=4),
    Faulty(
        "writes fifty megabytes past print",
        answer("import os\nos.write(1, b'x' * 50_000_000)\nreturn right"),
        points=4,
    ),
    Faulty(
        "writes a file",
        answer("open('out.txt', 'a').write('x')\nreturn right"),
        points=4,
    ),
    Faulty(
        "closes every file descriptor",
        answer("import os\nos.closerange(0, 256)\nreturn right"),
        verdict="crashed",
        message=ANY,
    ),
    Faulty(
        "warns",
        answer("import warnings\nwarnings.warn('deprecated')\nreturn right"),
        points=4,
    ),
    Faulty(
        "turns warnings into errors",
        answer(
            "return right", "import numpy as np\nimport warnings\nwarnings.simplefilter('error')"
        ),
        points=4,
    ),
)

TAMPERS = (
    Faulty(
        "keeps a global counter",
        answer("global calls\ncalls += 1\nreturn right", "import numpy as np\ncalls = 0"),
        points=4,
    ),
    Faulty(
        "an object that lies about its class",
        answer(
            "return Liar()",
            "import numpy as np\nclass Liar:\n    __class__ = property(lambda self: 1 / 0)",
        ),
        verdict="wrong",
        message=(
            "case 1: the result is an object of a class of its own, but an "
            "array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "an array that cannot be read",
        answer(
            "return right.view(Broken)",
            "import numpy as np\nclass Broken(np.ndarray):\n"
            "    dtype = property(lambda self: 1 / 0)\n"
            "    size = property(lambda self: 1 / 0)",
        ),
        verdict="wrong",
        message=(
            "case 1: the result is an object of a class of its own, but an "
            "array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "counts its calls",
        answer(
            "global calls\ncalls += 1\nreturn right if calls == 1 else right * 0",
            "import numpy as np\ncalls = 0",
        ),
        verdict="wrong",
        message="case 2: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "numpy's comparisons always agree",
        answer(
            "return x",
            "import numpy as np\nnp.allclose = np.array_equal = np.isclose = lambda *a, **k: True\n"
            "np.abs = lambda *a: 0.0",
        ),
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "builtins always agree",
        answer(
            "return x",
            "import numpy as np\nimport builtins\nbuiltins.all = builtins.any = lambda *a: True\n"
            "builtins.isinstance = lambda *a: True",
        ),
        verdict="crashed",
        message=ANY,
        gram="crashed",
    ),
    Faulty(
        "numpy is another module",
        answer("return x", "import numpy as np\nimport sys\nsys.modules['numpy'] = object()"),
        verdict="crashed",
        message=ANY,
        gram="crashed",
    ),
    Faulty(
        "the sandbox's own encoder lies",
        answer(
            "return x",
            "import numpy as np\nimport grader.values.encoding as wire\n"
            "wire.encode = lambda value: b'all right'",
        ),
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "an array whose equality is always true",
        answer(
            "return x.view(Sly)",
            "import numpy as np\nclass Sly(np.ndarray):\n"
            "    def __eq__(self, other): return True\n"
            "    def __array_function__(self, *a, **k): return True",
        ),
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "finds the caller and rewrites its reply",
        answer(
            "import sys\nframe = sys._getframe()\n"
            "while frame:\n"
            "    frame.f_locals.update(reply={'kind': 'returned'}, verdict='correct')\n"
            "    frame = frame.f_back\n"
            "return x"
        ),
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "looks for the reference",
        answer("import rows\nreturn rows.softmax(x)"),
        verdict="crashed",
        message=("case 1: ModuleNotFoundError: No module named 'rows' at homework.py, line 7"),
    ),
    Faulty(
        "writes nonsense into every descriptor",
        answer(
            "import os\n"
            "for number in range(3, 64):\n"
            "    try:\n        os.write(number, b'GRD1 nonsense')\n"
            "    except OSError:\n        pass\n"
            "return right"
        ),
        verdict="crashed",
        message="case 1: what came back could not be read",
    ),
)

DEEDS = (*RAISES, *ENDS, *TAMPERS)
