"""The LSTM problems beyond the single cell: named mistakes, right answers in other styles, and how
a backward pass is paired with a forward pass."""

from __future__ import annotations

import pytest
from lstm_mistaken import AS_A_TUPLE, MISTAKEN
from lstm_sources import DERIVATIVES, backward, forward, fused, fused_back, output
from mistaken_answers import step
from small_course import graded

from grader.course.parts import CodePart
from grader.grading import Session
from grader.report import PartReport

FORWARD, BACKWARD = "lstm/sequence-forward", "lstm/sequence-backward"
STEP, OUTPUT = "lstm/step", "lstm/output-layer"


def the_part(session: Session, problem: str, part: str, source: str) -> PartReport:
    report = graded(session, {"homework.py": source}, [problem])
    (found,) = [one for one in report.problems[0].parts if one.name == part]
    return found


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("problem", "part", "name", "source"),
    MISTAKEN,
    ids=[f"{problem} {name}" for problem, _, name, _ in MISTAKEN],
)
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, part: str, name: str, source: str
) -> None:
    spec = shipped.course.problems[problem].problem.parts[part]
    assert isinstance(spec, CodePart)
    (mistake,) = [one for one in spec.mistakes if one.name == name]
    found = the_part(shipped, problem, part, source)
    assert found.mistake is not None, found.message
    assert (found.mistake.name, found.mistake.hint) == (mistake.name, mistake.hint)
    first = found.checks[0]
    right = first.share * first.weight / sum(one.weight for one in found.checks)
    assert found.score.earned == pytest.approx(max(mistake.credit, right) * spec.points)


def test_every_named_mistake_is_tried(shipped: Session) -> None:
    declared = {
        (problem, name, mistake.name)
        for problem in (FORWARD, BACKWARD, STEP, OUTPUT)
        for name, part in shipped.course.problems[problem].problem.parts.items()
        if isinstance(part, CodePart)
        for mistake in part.mistakes
    }
    assert {(problem, part, name) for problem, part, name, _ in MISTAKEN} == declared


@pytest.mark.parametrize(("problem", "part", "name", "source"), AS_A_TUPLE, ids=["tuple", "dict"])
def test_a_mistake_is_recognised_in_a_dictionary_as_in_a_tuple(
    shipped: Session, problem: str, part: str, name: str, source: str
) -> None:
    found = the_part(shipped, problem, part, source)
    assert found.mistake is not None, found.message
    assert found.mistake.name == name


TORCH = (
    "import torch\n"
    "def lstm_forward(x, a0, parameters):\n"
    "    P = parameters\n"
    "    a, c, rows = a0, torch.zeros_like(a0), []\n"
    "    for t in range(x.size(2)):\n"
    "        z = torch.cat((a, x[:, :, t]))\n"
    "        f, i, o = ((P['W' + k] @ z + P['b' + k]).sigmoid() for k in 'fio')\n"
    "        c = f * c + i * (P['Wc'] @ z + P['bc']).tanh()\n"
    "        a = o * c.tanh()\n"
    "        rows.append((a, torch.softmax(P['Wy'] @ a + P['by'], 0), c))\n"
    "    return [torch.stack(one, -1) for one in zip(*rows)] + [None]\n"
)
RIGHT = (
    (FORWARD, "code", "numpy", forward(), ()),
    (FORWARD, "code", "torch, a list of four", TORCH, ()),
    (
        FORWARD,
        "code",
        "float32 inside",
        forward().replace("np.zeros((n_a, m, T_x))", "np.zeros((n_a, m, T_x), np.float32)"),
        ("a agrees to 7 digits only: it is float32", "c agrees to 7 digits only: it is float32"),
    ),
    (BACKWARD, "code", "numpy", backward(), ()),
    (
        BACKWARD,
        "code",
        "derivatives of the biases as rows, extra entries",
        backward().replace(
            "    return dict(sums",
            "    for k in 'fico':\n        sums['db' + k] = sums['db' + k].T\n"
            "    sums.update(dc0=dc_prevt, T_x=T_x)\n    return dict(sums",
        ),
        ("accepted, although axes of length 1 are not as asked: dbf, dbi, dbc, dbo",),
    ),
    (
        BACKWARD,
        "code",
        "a forward pass that starts from a0 costs the backward pass nothing",
        backward().replace("c_next = np.zeros((n_a, m))", "c_next = a0"),
        (),
    ),
    (
        BACKWARD,
        "code",
        "only the backward pass, on the usual cache",
        "import numpy as np\n" + backward()[backward().index("def lstm_cell_backward") :]
        .replace(forward("\n").strip("\n"), ""),
        ("you hand in no lstm_forward, so the reference's was used",),
    ),
    (STEP, "forward", "numpy", fused(), ()),
    (
        STEP,
        "backward",
        "in place",
        fused_back(),
        ("your function changes its input dnext_c in place",),
    ),
    (
        STEP,
        "backward",
        "a cache as a list, another order",
        fused_back(fused(cache="[next_h, next_c, g, o, f, i, Wh, Wx, prev_c, prev_h, x]")).replace(
            "= cache", "= cache[::-1]"
        ),
        ("your function changes its input dnext_c in place",),
    ),
    (
        STEP,
        "backward",
        "a cache as a dictionary, the derivatives too",
        fused_back(
            fused(cache="dict(x=x, h=prev_h, c=prev_c, A=Wx, B=Wh, i=i, f=f, o=o, g=g, n=next_c)"),
            cell="dnext_c = dnext_c + dnext_h * o * (1 - np.tanh(next_c) ** 2)",
            returned="dict(zip(('dx', 'dprev_h', 'dprev_c', 'dWx', 'dWh', 'db'), ("
            + DERIVATIVES.format("dA.sum(0)") + ")))",
        ).replace("next_c, next_h = cache", "next_c = cache.values()"),
        (),
    ),
    (OUTPUT, "code", "numpy, with an entry that nobody asked for", output(), ()),
    (
        OUTPUT,
        "code",
        "methods of a class of one's own",
        "import numpy as np\n"
        "class Softmax:\n"
        "    def __init__(self, W, b): self.W, self.b = W, b\n"
        "    def forward(self, a):\n"
        "        e = np.exp(self.W @ a + self.b)\n"
        "        self.a, self.p = a, e / e.sum(0)\n"
        "    def backward(self, y):\n"
        "        d = self.p - y\n"
        "        return d @ self.a.T, d.sum(1), self.W.T @ d\n"
        "def output_backward(a, y, da_next, parameters):\n"
        "    layer = Softmax(parameters['Wy'], parameters['by'])\n"
        "    layer.forward(a)\n"
        "    dWy, dby, da = layer.backward(y)\n"
        "    return dict(dWy=dWy, dby=dby, da=da + da_next)\n",
        ("accepted, although axes of length 1 are not as asked: dby",),
    ),
)  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("problem", "part", "what", "source", "notes"),
    RIGHT,
    ids=[f"{row[0]} {row[1]} {row[2]}" for row in RIGHT],
)
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, part: str, what: str, source: str, notes: tuple[str, ...]
) -> None:
    found = the_part(shipped, problem, part, source)
    assert (found.verdict.value, found.message, found.notes) == ("correct", "", notes)
    assert found.score.earned == found.score.possible


WRONG = (
    (FORWARD, "code", "noise", forward(c0="np.ones((n_a, m))"),
     "wrong", "agrees with the reference: case 1: a differs in "),
    (STEP, "backward", "its own cache in another order, and a wrong sign",
     fused_back(fused(cache="(next_h, next_c, g, o, f, i, Wh, Wx, prev_c, prev_h, x)"),
                cell="dnext_c = dnext_c - dnext_h * o").replace("= cache", "= cache[::-1]"),
     "wrong", "gradients agree with autograd: case 1: dx differs in "),
    (STEP, "backward", "no forward pass, and a cache of its own",
     "import numpy as np\n" + fused_back("\n"),
     "crashed", "gradients agree with autograd: case 1: "),
    (OUTPUT, "code", "autograd",
     "import torch\n"
     "def output_backward(a, y, da_next, parameters):\n"
     "    a, W, b = (t.clone().requires_grad_() for t in (a, parameters['Wy'], parameters['by']))\n"
     "    loss = -(y * torch.log_softmax(W @ a + b, 0)).sum() + (a * da_next).sum()\n"
     "    loss.backward()\n"
     "    return dict(dWy=W.grad, dby=b.grad, da=a.grad)\n",
     "broke a rule", "keeps to the rules: homework.py, line "),
    (OUTPUT, "code", "an object whose class the source does not show",
     output() + "class Layer:\n    def backward(self, d): return d\n"
     "right = output_backward\n"
     "def output_backward(a, y, da_next, parameters, layers=(Layer(),)):\n"
     "    for layer in layers:\n"
     "        da_next = layer.backward(da_next)\n"
     "    return right(a, y, da_next, parameters)\n",
     "undecided", "keeps to the rules: homework.py, line 15: a person looks whether layer.backward "
                  "is your own: this part forbids a library's"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "part", "what", "source", "verdict", "message"),
    WRONG,
    ids=[f"{row[0]} {row[1]} {row[2]}" for row in WRONG],
)
def test_what_is_neither_right_nor_a_named_mistake_earns_nothing(
    shipped: Session, problem: str, part: str, what: str, source: str, verdict: str, message: str
) -> None:
    found = the_part(shipped, problem, part, source)
    assert found.verdict.value == verdict, found.message
    assert found.message.startswith(message)
    assert (found.mistake, found.score.earned) == (None, 0.0)


def test_outputs_that_are_there_and_right_earn_their_share(shipped: Session) -> None:
    some = backward().replace("dict(sums, dx=dx, da0=da0)", "dict(dx=dx, da0=da0, dWf=sums['dWf'])")
    found = the_part(shipped, BACKWARD, "code", some)
    assert found.message == (
        "gradients agree with autograd: case 1: the result has no keys 'dbf', 'dWi', 'dbi', "
        "'dWc', 'dbc', 'dWo', 'dbo'; 3 of 10 outputs are right in every case: dx, da0, dWf"
    )
    assert (found.verdict.value, found.mistake) == ("partly", None)
    assert found.score.earned == pytest.approx(0.3 * found.score.possible)


GLOBALS = step().replace("P['Wf']", "Wf").replace("P['bf']", "bf")
CELL_NOTE = (
    "Wf and bf (homework.py, line 7) are variables from outside of your function, not what it is "
    "called with; use what is passed: parameters['Wf']"
)


@pytest.mark.parametrize(
    ("above", "verdict"),
    [
        ("", "crashed"),
        ("Wf, bf = np.ones((1, 1)), 0\n", "crashed"),
        ("class W: dot = staticmethod(lambda v: v[:1])\nWf, bf = W(), 0\n", "wrong"),
    ],
    ids=["there is no such global", "it has another shape", "it has other values"],
)  # fmt: skip
def test_a_global_in_place_of_a_parameter_is_said_plainly(
    shipped: Session, above: str, verdict: str
) -> None:
    found = the_part(shipped, "lstm/cell-forward", "code", GLOBALS + above)
    assert found.verdict.value == verdict, found.message
    assert CELL_NOTE in found.notes


def test_a_global_that_is_not_passed_as_such_is_said_too(shipped: Session) -> None:
    source = backward().replace("P['W' + k].T.dot(d)", "dict(f=Wf, i=Wi, c=Wc, o=Wo)[k].T.dot(d)")
    found = the_part(shipped, BACKWARD, "code", source)
    assert found.message.startswith(
        "gradients agree with autograd: case 1: NameError: name 'Wf' is not defined at homework.py"
    )
    (note,) = found.notes
    assert note.startswith("Wf, Wi, Wc and Wo (homework.py, line ")
    assert note.endswith("not what it is called with; use what is passed")


def test_a_right_answer_may_read_globals(shipped: Session) -> None:
    source = forward(begin="0 * len(parameters_of_mine), ") + "parameters_of_mine = x = {}\n"
    found = the_part(shipped, FORWARD, "code", source + "def lstm_plot(): return x\n")
    assert (found.verdict.value, found.notes) == ("correct", ())
