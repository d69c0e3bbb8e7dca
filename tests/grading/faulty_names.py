"""Where an answer stands and what it is called; what it takes from other files."""

from __future__ import annotations

from faulty import NEEDS_NUMPY, SOFTMAX, Faulty
from small_course import RIGHT_GRAM, RIGHT_SOFTMAX

NAMES = (
    Faulty(
        "the name is misspelt",
        NEEDS_NUMPY.replace("softmax", "sofmax"),
        verdict="not attempted",
        message=(
            "no function softmax was found; did you mean sofmax (homework.py, "
            "line 2)? Rename it to softmax"
        ),
    ),
    Faulty(
        "the name is in another case",
        RIGHT_SOFTMAX.replace("softmax", "soft_Max"),
        verdict="correct",
        points=4.0,
        said=("your soft_Max was taken for softmax",),
    ),
    Faulty(
        "two names in other cases",
        "def Softmax(x):\n    pass\n\n\ndef SoftMax(x):\n    return x",
        verdict="not attempted",
        message=(
            "no function softmax was found; did you mean SoftMax (homework.py, "
            "line 5)? Rename it to softmax"
        ),
    ),
    Faulty(
        "the name is in another case, and takes something else",
        "def SoftMax(x, axis):\n    return x",
        verdict="not attempted",
        message=(
            "no function softmax was found; did you mean SoftMax (homework.py, "
            "line 1)? Rename it to softmax"
        ),
    ),
    Faulty(
        "nothing was written", "", verdict="not attempted", message="no function softmax was found"
    ),
    Faulty(
        "a method of a class",
        """
        import numpy as np
        class Answers:
            def softmax(self, x):
                return x
        """,
        verdict="not attempted",
        message=(
            "no function softmax was found; softmax stands inside of the class Answers "
            "(homework.py, line 3): write it at the top level of the file"
        ),
    ),
    Faulty(
        "inside of main()",
        """
        import numpy as np
        def main():
            def softmax(x):
                return x
            print(softmax(np.ones(2)))
        """,
        verdict="not attempted",
        message=(
            "no function softmax was found; softmax stands inside of the function main "
            "(homework.py, line 3): write it at the top level of the file"
        ),
    ),
    Faulty(
        "a lambda",
        """
        import numpy as np
        softmax = lambda x: np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        """,
        points=4,
    ),
    Faulty(
        "another name for a function",
        """
        import numpy as np
        def my_way(x):
            return np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        softmax = my_way
        """,
        points=4,
    ),
    Faulty(
        "a partial of a library's function",
        """
        from functools import partial
        import torch
        softmax = partial(torch.softmax, dim=-1)
        """,
        points=4,
    ),
    Faulty(
        "an assignment that is no function",
        """
        import numpy as np
        softmax = np.array([0.5, 0.5])
        """,
        verdict="crashed",
        message="case 1: TypeError: 'numpy.ndarray' object is not callable",
    ),
    Faulty(
        "imported under that name",
        """
        import numpy as np
        from scipy_like import softmax
        """,
        verdict="not attempted",
        message=("no function softmax was found; softmax is only imported (homework.py, line 2)"),
        top=(
            (
                "homework.py, line 2 failed and was skipped: ModuleNotFoundError: "
                "No module named 'scipy_like'"
            ),
        ),
    ),
    Faulty(
        "defined inside if",
        """
        import numpy as np
        if np.__version__ > "1":
            def softmax(x):
                return np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        else:
            def softmax(x):
                return None
        """,
        points=4,
        said=(
            (
                "softmax is defined 2 times (homework.py, lines 3 and 6); graded "
                "is the one that is there once the file has run"
            ),
        ),
    ),
    Faulty(
        "defined inside try",
        """
        try:
            import numpy as np
            def softmax(x):
                return np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        except ImportError:
            pass
        """,
        points=4,
    ),
    Faulty(
        "deleted again",
        NEEDS_NUMPY + "del softmax\n",
        verdict="crashed",
        message="case 1: `softmax` is not there once the file has run",
    ),
    Faulty(
        "two definitions in one file: the last one wins",
        "import numpy as np\ndef softmax(x):\n    return x\n" + SOFTMAX,
        points=4,
        said=(
            (
                "softmax is defined 2 times; graded is the one in homework.py, "
                "line 4, not the one in homework.py, line 2"
            ),
        ),
    ),
    Faulty(
        "two definitions in two files: the first file is graded",
        files={
            "a_draft.py": "def softmax(x):\n    return x\n",
            "homework.py": RIGHT_SOFTMAX + RIGHT_GRAM,
        },
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
        said=(
            (
                "softmax is defined 2 times; graded is the one in a_draft.py, line "
                "1, not the one in homework.py, line 5"
            ),
        ),
    ),
    Faulty(
        "a finished definition wins over the template of another file",
        files={
            "a_template.py": "def softmax(x):\n    n, m = None\n    out = None\n    return out\n",
            "solution/homework.py": RIGHT_SOFTMAX + RIGHT_GRAM,
        },
        points=4,
        said=(
            (
                "softmax is defined 2 times; graded is the one in solution/homework.py, line "
                "5, not the one in a_template.py, line 1"
            ),
        ),
    ),
    Faulty(
        "a template does not hide a function that is spelt otherwise",
        files={
            "homework.py": RIGHT_SOFTMAX.replace("def softmax", "def soft_max") + RIGHT_GRAM,
            "starter.py": "def softmax(x):\n    pass\n",
        },
        points=4,
        said=("your soft_max was taken for softmax",),
    ),
    Faulty(
        "two templates are both named",
        files={
            "a.py": "def softmax(x):\n    pass\n",
            "b.py": "def softmax(x):\n    ...\n" + RIGHT_GRAM,
        },
        verdict="not attempted",
        message="softmax is still empty",
        said=(
            (
                "softmax is defined 2 times; graded is the one in a.py, line "
                "1, not the one in b.py, line 1"
            ),
        ),
    ),
    Faulty(
        "the deeper of two files is not graded",
        files={
            "a/old.py": "def softmax(x):\n    return x\n",
            "homework.py": RIGHT_SOFTMAX + RIGHT_GRAM,
        },
        points=4,
        said=(
            (
                "softmax is defined 2 times; graded is the one in homework.py, "
                "line 5, not the one in a/old.py, line 1"
            ),
        ),
    ),
    Faulty(
        "an empty file",
        files={"homework.py": "", "gram.py": RIGHT_GRAM},
        verdict="not attempted",
        message="no function softmax was found",
    ),
    Faulty(
        "an empty folder",
        files={},
        verdict="not attempted",
        message="no function softmax was found",
        gram="not attempted",
    ),
)

NEIGHBOURS = (
    Faulty(
        "a helper from a neighbour file",
        files={
            "homework.py": "from utils import exps\ndef softmax(x):\n"
            "    e = exps(x)\n    return e / e.sum(-1, keepdims=True)\n" + RIGHT_GRAM,
            "utils.py": "import numpy as np\ndef exps(x):\n    return np.exp(x)\n",
        },
        points=4,
    ),
    Faulty(
        "a helper from a package folder",
        files={
            "src/homework.py": "from nn.activations import exps\nimport numpy as np\n"
            "def softmax(x):\n    e = exps(x)\n    return e / e.sum(-1, keepdims=True)\n"
            + RIGHT_GRAM,
            "src/nn/__init__.py": "",
            "src/nn/activations.py": "from .base import np\ndef exps(x):\n    return np.exp(x)\n",
            "src/nn/base.py": "import numpy as np\n",
        },
        points=4,
    ),
    Faulty(
        "an error inside a neighbour file",
        files={
            "homework.py": "from utils import exps\ndef softmax(x):\n"
            "    return exps(x)\n" + RIGHT_GRAM,
            "utils.py": "import numpy as np\ndef exps(x):\n    return np.exp(x) / 'e'\n",
        },
        verdict="crashed",
        message=(
            "case 1: TypeError: ufunc 'divide' not supported for the input "
            "types, and the inputs could not be safely coerced to any "
            "supported types according to the casting rule ''safe'' at "
            "utils.py, line 3"
        ),
    ),
    Faulty(
        "a neighbour file with a syntax error",
        files={
            "homework.py": "from utils import exps\ndef softmax(x):\n"
            "    return exps(x)\n" + RIGHT_GRAM,
            "utils.py": "import numpy as np\ndef exps(x:\n    return np.exp(x)\n",
        },
        verdict="crashed",
        message=(
            "case 1: `exps` is set in homework.py, line 1, which failed (ImportError: "
            "cannot import name 'exps' from 'utils' (utils.py)). "
            "NameError: name 'exps' is not defined at homework.py, line 3"
        ),
        top=(
            "utils.py, line 2: syntax error: '(' was never closed",
            (
                "homework.py, line 1 failed and was skipped: ImportError: cannot "
                "import name 'exps' from 'utils' (utils.py)"
            ),
        ),
    ),
    Faulty(
        "a file named like a module of the standard library",
        files={"random.py": RIGHT_SOFTMAX, "torch.py": RIGHT_GRAM},
        points=4,
    ),
    Faulty(
        "a neighbour named like a module of the standard library is not imported by others",
        files={
            "homework.py": NEEDS_NUMPY + "import random\nrandom.seed(1)\n" + RIGHT_GRAM,
            "random.py": "raise RuntimeError('mine')\n",
        },
        points=4,
    ),
    Faulty(
        "annotations are postponed",
        """
        from __future__ import annotations
        import numpy as np
        def softmax(x: NoSuchType) -> np.ndarray[NoSuchType]:
            return np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        """,
        points=4,
    ),
    Faulty(
        "a type hint that does not exist",
        """
        import numpy as np
        def softmax(x: Tensor):
            return np.exp(x) / np.exp(x).sum(-1, keepdims=True)
        """,
        verdict="crashed",
        message=(
            "case 1: `softmax` is set in homework.py, line 2, which failed "
            "(NameError: name 'Tensor' is not defined)"
        ),
        top=(
            ("homework.py, line 2 failed and was skipped: NameError: name 'Tensor' is not defined"),
        ),
    ),
    Faulty(
        "a dataclass and type hints",
        """
        import numpy as np
        from dataclasses import dataclass, field
        from typing import Optional
        @dataclass
        class Settings:
            axis: int = -1
            extra: Optional[list] = field(default_factory=list)
        def softmax(x: "np.ndarray", settings: Optional[Settings] = None) -> "np.ndarray":
            settings = settings or Settings()
            e = np.exp(x)
            return e / e.sum(settings.axis, keepdims=True)
        """,
        points=4,
    ),
    Faulty(
        "reads a file beside it",
        files={
            "hw/homework.py": "import numpy as np, os\n"
            "HERE = os.path.dirname(os.path.abspath(__file__))\n"
            "def softmax(x):\n"
            "    axis = int(open(os.path.join(HERE, 'axis.txt')).read())\n"
            "    e = np.exp(x)\n    return e / e.sum(axis, keepdims=True)\n" + RIGHT_GRAM,
            "hw/axis.txt": "-1\n",
        },
        points=4,
    ),
    Faulty(
        "reads a file of the working folder",
        files={
            "homework.py": "import numpy as np\nAXIS = int(open('axis.txt').read())\n"
            "def softmax(x):\n"
            "    e = np.exp(x)\n    return e / e.sum(AXIS, keepdims=True)\n" + RIGHT_GRAM,
            "axis.txt": "-1\n",
        },
        points=4,
    ),
)

FOUND = (*NAMES, *NEIGHBOURS)
