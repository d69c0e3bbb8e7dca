"""Notebooks: magics, exploratory cells, globals, and files that are none."""

from __future__ import annotations

from faulty import NEEDS_NUMPY, SOFTMAX, Faulty
from small_course import RIGHT_GRAM, notebook

NOTEBOOKS = (
    Faulty(
        "a notebook with magics, shell lines and globals",
        files={
            "hw.ipynb": notebook(
                "%matplotlib inline\n!pip install torch\nimport numpy as np\n"
                "files = !ls\n%timeit sum(range(10))",
                ("markdown", "# Softmax"),
                "%%bash\nrm -rf everything",
                "AXIS = -1\nscale = np.float64(1.0)\nunused = np.load('/data/huge.npy')",
                "def softmax(x):\n    e = np.exp(x * scale)\n"
                "    return e / e.sum(AXIS, keepdims=True)",
                "softmax(np.ones(3))?",
                RIGHT_GRAM,
            )
        },
        points=4,
    ),
    Faulty(
        "a notebook with a bad line",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                "def softmax(x):\n    return np.exp(x\n",
                RIGHT_GRAM,
            )
        },
        verdict="crashed",
        message=("hw.ipynb, cell 2, line 2: syntax error inside softmax: '(' was never closed"),
        top=("hw.ipynb, cell 2, line 2: syntax error: '(' was never closed",),
    ),
    Faulty(
        "exploratory cells fail or take for ever",
        files={
            "hw.ipynb": notebook(
                "import numpy as np\nimport time",
                SOFTMAX,
                "softmax(np.zeros((0, 0)))\nraise ValueError('not yet')",
                "for epoch in range(10**9):\n    time.sleep(1)",
                "losses = [time.sleep(3600) for _ in range(3)]",
                RIGHT_GRAM,
            )
        },
        points=4,
    ),
    Faulty(
        "the last definition of a notebook wins",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                "def softmax(x):\n    return x",
                "softmax(1)",
                SOFTMAX,
                RIGHT_GRAM,
            )
        },
        points=4,
        said=(
            (
                "softmax is defined 2 times; graded is the one in hw.ipynb, cell "
                "4, line 1, not the one in hw.ipynb, cell 2, line 1"
            ),
        ),
    ),
    Faulty(
        "a name that only an exploratory loop sets",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                "for axis in range(-1, 0):\n    total = axis",
                "def softmax(x):\n    e = np.exp(x)\n    return e / e.sum(total, keepdims=True)",
                RIGHT_GRAM,
            )
        },
        verdict="crashed",
        message=(
            "case 1: `total` is set in hw.ipynb, cell 2, line 1, which was not run: "
            "only definitions and the assignments they need are. "
            "NameError: name 'total' is not defined at hw.ipynb, cell 3, line 3"
        ),
    ),
    Faulty(
        "a global whose cell fails",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                "weights = np.load('weights.npy')",
                "def softmax(x):\n    return x * weights",
                RIGHT_GRAM,
            )
        },
        verdict="crashed",
        message=(
            "case 1: `weights` is set in hw.ipynb, cell 2, line 1, which failed "
            "(FileNotFoundError: [Errno 2] No such file or directory: 'weights.npy'). "
            "NameError: name 'weights' is not defined at hw.ipynb, cell 3, line 2"
        ),
        top=(
            (
                "hw.ipynb, cell 2, line 1 failed and was skipped: "
                "FileNotFoundError: [Errno 2] No such file or directory: "
                "'weights.npy'"
            ),
        ),
    ),
    Faulty(
        "a notebook that is not JSON",
        files={"hw.ipynb": "{'cells': []}", "gram.py": RIGHT_GRAM},
        verdict="not attempted",
        message="no function softmax was found",
        top=("hw.ipynb: the notebook cannot be read: it is not valid JSON",),
    ),
    Faulty(
        "a notebook without cells",
        files={"hw.ipynb": "[]", "gram.py": RIGHT_GRAM},
        verdict="not attempted",
        message="no function softmax was found",
        top=("hw.ipynb: the notebook cannot be read: it has no cells",),
    ),
    Faulty(
        "a notebook of format 3",
        files={"hw.ipynb": notebook(NEEDS_NUMPY, RIGHT_GRAM, version=3)},
        points=4,
    ),
    Faulty(
        "an error in a notebook's function",
        files={
            "hw.ipynb": notebook(
                "import numpy as np",
                ("markdown", "Now the softmax."),
                "def softmax(x):\n    return x[99]",
                RIGHT_GRAM,
            )
        },
        verdict="crashed",
        message=(
            "case 1: IndexError: index 99 is out of bounds for axis 0 with "
            "size 2 at hw.ipynb, cell 3, line 2"
        ),
    ),
)
