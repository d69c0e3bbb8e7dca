"""Faults that stand in the source: what cannot be parsed, and top levels that fail."""

from __future__ import annotations

from faulty import NEEDS_NUMPY, SOFTMAX, Faulty
from small_course import RIGHT_GRAM, notebook

SYNTAX = (
    Faulty(
        "a syntax error in one function",
        """
        import numpy as np
        def softmax(x):
            e = np.exp(x)
            return e / e.sum(axis=-1 keepdims=True)
        """,
        verdict="crashed",
        message=(
            "homework.py, line 4: syntax error inside softmax: invalid syntax. "
            "Perhaps you forgot a comma?"
        ),
        top=(("homework.py, line 4: syntax error: invalid syntax. Perhaps you forgot a comma?"),),
    ),
    Faulty(
        "a colon is missing after def",
        """
        import numpy as np
        def softmax(x)
            return x
        """,
        verdict="crashed",
        message=("homework.py, line 2: syntax error inside softmax: expected ':'"),
        top=("homework.py, line 2: syntax error: expected ':'",),
    ),
    Faulty(
        "a function without a body",
        """
        import numpy as np
        def softmax(x):
        """,
        verdict="crashed",
        message=(
            "homework.py, line 2: syntax error inside softmax: expected an "
            "indented block after function definition on line 2"
        ),
        top=(
            (
                "homework.py, line 2: syntax error: expected an indented block "
                "after function definition on line 2"
            ),
        ),
    ),
    Faulty(
        "a syntax error at the top level costs no function",
        NEEDS_NUMPY + "print 'done'\n",
        points=4,
        top=(
            (
                "homework.py, line 5: syntax error: Missing parentheses in call to "
                "'print'. Did you mean print(...)?"
            ),
        ),
    ),
    Faulty(
        "a bracket is never closed",
        """
        import numpy as np
        def softmax(x):
            e = np.exp((x - x.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
        """,
        verdict="crashed",
        message=("homework.py, line 3: syntax error inside softmax: '(' was never closed"),
        top=("homework.py, line 3: syntax error: '(' was never closed",),
    ),
    Faulty(
        "a bracket is never closed at the top level",
        NEEDS_NUMPY + "print(softmax(np.ones((2, 2)))\n",
        points=4,
        top=("homework.py, line 5: syntax error: '(' was never closed",),
    ),
    Faulty(
        "a string is never closed",
        '''
        import numpy as np
        def softmax(x):
            """Softmax over the last axis.
            return x
        ''',
        verdict="crashed",
        message=(
            "homework.py, line 3: syntax error inside softmax: unterminated "
            "triple-quoted string literal (detected at line 10)"
        ),
        top=(
            (
                "homework.py, line 3: syntax error: unterminated triple-quoted "
                "string literal (detected at line 10)"
            ),
        ),
    ),
    Faulty(
        "tabs and spaces are mixed",
        "import numpy as np\ndef softmax(x):\n    if True:\n\te = np.exp(x)\n    return e\n",
        verdict="crashed",
        message=(
            "homework.py, line 4: syntax error inside softmax: inconsistent "
            "use of tabs and spaces in indentation"
        ),
        top=(
            (
                "homework.py, line 4: syntax error: inconsistent use of tabs and "
                "spaces in indentation"
            ),
        ),
    ),
    Faulty(
        "a conflict marker of git",
        "import numpy as np\n<<<<<<< HEAD\n" + SOFTMAX + "=======\n>>>>>>> theirs\n",
        points=4,
        top=(
            "homework.py, line 2: syntax error: invalid syntax",
            "homework.py, line 6: syntax error: invalid syntax",
            "homework.py, line 7: syntax error: invalid syntax",
        ),
    ),
    Faulty(
        "a file that is not text",
        files={"homework.py": b"\x00\xff\xfe\x00 nothing", "gram.py": RIGHT_GRAM},
        verdict="not attempted",
        message="no function softmax was found",
        top=("homework.py: it is not a text file",),
    ),
    Faulty(
        "a file in Latin-1 without a word about it",
        files={
            "homework.py": b"# Andr\xe9\n" + NEEDS_NUMPY.encode(),
            "gram.py": RIGHT_GRAM,
        },
        points=4,
        top=("homework.py: it is not UTF-8 text; it was read as Latin-1",),
    ),
)

TOP_LEVEL = (
    Faulty(
        "an error at the top whose message cannot be made",
        "import numpy as np\nclass Hostile(Exception):\n    def __str__(self):\n"
        "        raise SystemExit\nraise Hostile\n" + SOFTMAX,
        points=4,
        top=("homework.py, line 5 failed and was skipped: Hostile",),
    ),
    Faulty(
        "a missing package at the top",
        "import numpy as np\nimport einops_that_is_not_there\n" + SOFTMAX,
        points=4,
        top=(
            (
                "homework.py, line 2 failed and was skipped: ModuleNotFoundError: "
                "No module named 'einops_that_is_not_there'"
            ),
        ),
    ),
    Faulty(
        "a missing package that the function needs",
        """
        import numpy as np
        from fancy_package import softmax_of
        def softmax(x):
            return softmax_of(x)
        """,
        verdict="crashed",
        message=(
            "case 1: `softmax_of` is set in homework.py, line 2, which failed "
            "(ModuleNotFoundError: No module named 'fancy_package'). "
            "NameError: name 'softmax_of' is not defined at homework.py, line 4"
        ),
        top=(
            (
                "homework.py, line 2 failed and was skipped: ModuleNotFoundError: "
                "No module named 'fancy_package'"
            ),
        ),
    ),
    Faulty(
        "a leftover call that fails",
        NEEDS_NUMPY + "print(softmax([1, 2, 3]).shape)\n",
        points=4,
        top=(
            (
                "homework.py, line 5 failed and was skipped: AttributeError: "
                "'list' object has no attribute 'max'"
            ),
        ),
    ),
    Faulty(
        "a leftover assert that fails",
        NEEDS_NUMPY + "assert softmax(np.zeros((1, 2)))[0, 0] == 1, 'mine is wrong'\n",
        points=4,
        top=(("homework.py, line 5 failed and was skipped: AssertionError: mine is wrong"),),
    ),
    Faulty(
        "the top level never ends",
        NEEDS_NUMPY + "while True:\n    pass\n",
        points=4,
        top=(("homework.py: its top level did not end in time; only its definitions were taken"),),
    ),
    Faulty(
        "the top level sleeps",
        NEEDS_NUMPY + "import time\ntime.sleep(3600)\n",
        points=4,
        top=(("homework.py: its top level did not end in time; only its definitions were taken"),),
    ),
    Faulty(
        "exit() at the top level",
        "import numpy as np\nexit()\n" + SOFTMAX,
        points=4,
        top=(("homework.py, line 2 failed and was skipped: it ends Python itself"),),
    ),
    Faulty(
        "os._exit at the top level",
        "import numpy as np\nimport os\nos._exit(0)\n" + SOFTMAX,
        points=4,
        top=(("homework.py: its top level ended Python itself; only its definitions were taken"),),
    ),
    Faulty(
        "a training run whose result has the name of a function's own variable",
        NEEDS_NUMPY
        + """
def train_model(x):
    history = []
    while True:
        history.append(softmax(x))
    return history
def plot(history):
    return [history for history in history]
history = train_model(np.ones(3))
""",
        points=4,
        top=(("homework.py: its top level did not end in time; only its definitions were taken"),),
    ),
    Faulty(
        "a training run whose result a function reads",
        NEEDS_NUMPY
        + """
def train_model(x):
    while True:
        softmax(x)
history = train_model(np.ones(3))
def last():
    return history[-1]
""",
        points=4,
        top=(("homework.py: its top level did not end in time; only its definitions were taken"),),
    ),
    Faulty(
        "a main guard is not run",
        NEEDS_NUMPY + "if __name__ == '__main__':\n    raise RuntimeError('not for a grader')\n",
        points=4,
    ),
    Faulty(
        "the top level asks for input",
        NEEDS_NUMPY + "name = input('your name? ')\n",
        points=4,
        top=(("homework.py, line 5 failed and was skipped: EOFError: EOF when reading a line"),),
    ),
    Faulty(
        "a data file that is not there",
        NEEDS_NUMPY + "data = np.load('/data/train.npy')\n",
        points=4,
        top=(
            (
                "homework.py, line 5 failed and was skipped: FileNotFoundError: "
                "[Errno 2] No such file or directory: '/data/train.npy'"
            ),
        ),
    ),
    Faulty(
        "a plot at the top level",
        NEEDS_NUMPY + "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n",
        points=4,
        top=("homework.py: matplotlib is not installed here; what stands in for it does nothing",),
    ),
    Faulty(
        "progress and plots inside of the function",
        """
        import numpy as np
        from tqdm.auto import tqdm, trange
        from ipywidgets import Output
        def softmax(x):
            import matplotlib.pyplot as plt
            fig, axes = plt.subplots(1, 2, figsize=(4, 2))
            axes[0].plot([1, 2], label="loss")
            plt.rcParams["font.size"] = 8
            rows = [np.exp(row) / np.exp(row).sum() for row in tqdm(x, desc="rows")]
            with tqdm(total=len(rows)) as bar:
                for _ in trange(2):
                    bar.update(1)
                bar.total = 3
            counts, edges, _ = plt.hist(rows[0])
            Output().clear_output(wait=True)
            assert len(tqdm(x)) == len(x) and not list(axes)
            return np.stack(rows)
        """,
        points=4,
        top=(
            "homework.py: ipywidgets is not installed here; what stands in for it does nothing",
            "homework.py: tqdm is not installed here; what stands in for it does nothing",
        ),
    ),
    Faulty(
        "a file of one's own is no stand-in",
        files={
            "homework.py": "from tqdm import double\nimport wandb\n"
            + NEEDS_NUMPY.replace("x.max", "double(x).max")
            + RIGHT_GRAM,
            "tqdm.py": "def double(x):\n    return x + x\n",
        },
        points=4,
        top=("homework.py: wandb is not installed here; what stands in for it does nothing",),
    ),
    Faulty(
        "everything from a file that is not there",
        """
        from rnn_utils import *
        import numpy as np
        def softmax(x):
            return exponentials(x)
        """,
        verdict="crashed",
        message=(
            "case 1: `exponentials` may come with the `import *` of homework.py, line 1, which "
            "failed (ModuleNotFoundError: No module named 'rnn_utils'). "
            "NameError: name 'exponentials' is not defined at homework.py, line 4"
        ),
        top=(
            "homework.py, line 1 failed and was skipped: ModuleNotFoundError: No module named "
            "'rnn_utils'",
        ),
    ),
    Faulty(
        "a neighbour that is not there, relatively",
        """
        from .layers import exponentials
        import numpy as np
        def softmax(x):
            return exponentials(x)
        """,
        verdict="crashed",
        message=(
            "case 1: `exponentials` is set in homework.py, line 1, which failed "
            "(ModuleNotFoundError: No module named '.layers'). "
            "NameError: name 'exponentials' is not defined at homework.py, line 4"
        ),
        top=(
            "homework.py, line 1 failed and was skipped: ModuleNotFoundError: No module named "
            "'.layers'",
        ),
    ),
    Faulty(
        "an object of a neighbour",
        files={
            "homework.py": "from .layers import Layer\ndef softmax(x):\n"
            "    raise TypeError(Layer)\n" + RIGHT_GRAM,
            "layers.py": "class Layer:\n    pass\n",
        },
        verdict="crashed",
        message="case 1: TypeError: <class '.layers.Layer'> at homework.py, line 3",
    ),
    Faulty(
        "a global that other lines fill",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                "parameters_tmp = {}\nparameters_tmp['axis'] = np.int64(-1)",
                "def softmax(x):\n    e = np.exp(x)\n"
                "    return e / e.sum(parameters_tmp['axis'], keepdims=True)",
                RIGHT_GRAM,
            )
        },
        verdict="crashed",
        message="case 1: KeyError: 'axis' at hw.ipynb, cell 3, line 3",
        said=(
            "the line that fails reads parameters_tmp, a variable from outside of your function: "
            "what other cells or lines put into it is not there",
        ),
    ),
)

SOURCE = (*SYNTAX, *TOP_LEVEL)
