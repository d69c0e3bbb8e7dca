"""`rules`: every way around one that is known, and the honest sources that look like one."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules_evasions import EVASIONS
from rules_honest import HONEST, ORGANISED

from grader.checks import Evidence, Judgement
from grader.checks.base import Ask, ForbiddenCall
from grader.checks.rules import Rules
from grader.checks.tolerance import Tolerance
from grader.course.rules import RulesOptions
from grader.course.signature import read_signature
from grader.sandbox.inside.definitions import scan
from grader.sandbox.observations import uses_from_wire

FORBID = ["torch.softmax", "torch.nn.functional.softmax"]


def judged(options: RulesOptions, files: dict[str, str], definition: str = "weights") -> Judgement:
    """What the check says of `definition` in homework.py, which is read and not run."""
    data = {path: text.encode() for path, text in files.items()}
    found = {
        one["path"]: one for one in scan(data, (), [*options.forbid, *options.require])["sources"]
    }
    uses = uses_from_wire(found["homework.py"]["uses"][definition])
    return Rules().judge(_ask(options), (), Evidence(uses=uses))


def _ask(options: RulesOptions) -> Ask:
    return Ask(
        part=None,  # type: ignore[arg-type]
        options=options,
        cases=(),
        call=read_signature("weights(x)"),
        first=(),
        returns=(),
        tolerance=Tolerance(),
        reference_library="torch",
    )


@pytest.mark.parametrize(
    ("source", "others", "said"), [row[1:] for row in EVASIONS], ids=[row[0] for row in EVASIONS]
)
def test_a_way_around_is_seen(source: str, others: dict[str, str], said: tuple[str, str]) -> None:
    compile(source, "homework.py", "exec")
    judgement = judged(RulesOptions(forbid=FORBID), {"homework.py": source, **others})
    assert (judgement.verdict.value, judgement.message) == said


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST)
def test_an_honest_answer_is_not_accused(source: str) -> None:
    compile(source, "homework.py", "exec")
    options = RulesOptions(forbid=[*FORBID, "torch.autograd", "*.backward"])
    judgement = judged(options, {"homework.py": source})
    assert (judgement.verdict.value, judgement.message) == ("correct", "nothing forbidden is used")


@pytest.mark.parametrize("files", ORGANISED.values(), ids=ORGANISED)
def test_what_another_file_defines_is_its_own(files: dict[str, str]) -> None:
    options = RulesOptions(forbid=[*FORBID, "torch.autograd", "*.backward", "*.softmax"])
    judgement = judged(options, files)
    assert (judgement.verdict.value, judgement.message) == ("correct", "nothing forbidden is used")


def test_the_documents_say_how_many_there_are() -> None:
    words = " ".join((Path(__file__).parents[2] / "docs" / "security.md").read_text().split())
    assert f"`tests/checks/rules_evasions.py` lists {len(EVASIONS)} ways around a rule" in words
    honest = len(HONEST) + len(ORGANISED)
    assert f"`tests/checks/rules_honest.py` {honest} honest answers" in words


LOOKED_AT = {
    "an attribute that is set by its text": (
        "class N:\n    def __init__(self): setattr(self, 'backward', 1)\n"
        "def weights(n):\n    return n.backward\n",
        "homework.py, line 4: a person looks whether n.backward is your own: this part forbids a "
        "library's",
    ),
    "a field of a tuple": (
        "from collections import namedtuple\nOut = namedtuple('Out', 'backward grad')\n"
        "def weights(x):\n    return Out(x, x).backward\n",
        "homework.py, line 4: a person looks whether .backward is your own: this part forbids a "
        "library's",
    ),
    "a library's star after its own": (
        "from gradients import *\nfrom torch import *\ndef weights(x):\n    return backward(x)\n",
        "homework.py, line 4: a person looks whether torch.backward is your own: this part "
        "forbids a library's",
    ),
    "an attribute by its name": (
        "class weights:\n    def __call__(self, x, name):\n        return getattr(self, name)(x)\n",
        "homework.py, line 3: a person looks whether getattr, which asks an object for what a text "
        "names, reaches what this part forbids",
    ),
    "data that is unpickled by the answer": (
        "import pickle\ndef weights(path):\n    return pickle.load(open(path, 'rb'))\n",
        "homework.py, line 3: a person looks whether pickle.load, which makes objects from bytes, "
        "reaches what this part forbids",
    ),
    "a method that may be its own": (
        "class Cell:\n    def backward(self, d): return d\n"
        "def weights(cells, d):\n    return cells[0].backward(d)\n",
        "homework.py, line 4: a person looks whether .backward is your own: this part forbids a "
        "library's",
    ),
}


@pytest.mark.parametrize(("source", "words"), LOOKED_AT.values(), ids=LOOKED_AT)
def test_what_may_be_honest_is_left_to_a_person(source: str, words: str) -> None:
    files = {"homework.py": source, "gradients.py": "def backward(d):\n    return d\n"}
    judgement = judged(RulesOptions(forbid=[*FORBID, "*.backward"]), files)
    assert (judgement.verdict.value, judgement.message) == ("undecided", words)


BUILTINS = {
    "the builtin": ("def weights(x):\n    return sum(x)\n", "sum"),
    "by way of its module": (
        "import builtins\ndef weights(x):\n    return builtins.sum(x)\n", "builtins.sum"),
    "as a default": ("\ndef weights(x, sum=sum):\n    return sum(x)\n", "sum"),
    "a function of its own": (
        "def sum(x):\n    return x\ndef weights(x):\n    return sum(x)\n", ""),
    "a function of its own, from another file": (
        "from gradients import backward as sum\ndef weights(x):\n    return sum(x)\n", ""),
    "a variable": ("def weights(x):\n    sum = 0\n    return sum + x\n", ""),
    "an argument": ("def weights(x, sum):\n    return sum + x\n", ""),
}  # fmt: skip


@pytest.mark.parametrize(("source", "name"), BUILTINS.values(), ids=BUILTINS)
def test_a_builtin_is_told_from_what_has_its_name(source: str, name: str) -> None:
    files = {"homework.py": source, "gradients.py": "def backward(x):\n    return x\n"}
    judgement = judged(RulesOptions(forbid=["sum"]), files)
    assert judgement.message.partition(": ")[2] == (
        f"uses {name}, which this part forbids." if name else ""
    )


def test_what_hides_names_is_fine_where_none_are_forbidden() -> None:
    options = RulesOptions(loops=False)
    assert (
        judged(options, {"homework.py": "def weights(x):\n    return eval(x)\n"}).verdict
        == "correct"
    )


HARMLESS = "; ".join(f"a{n}.b{n}" for n in range(3000))


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("return torch.softmax(x, -1)", ("broke a rule",
         "homework.py, line 4: uses torch.softmax, which this part forbids.")),
        ("return x.exp()", ("correct", "nothing forbidden is used")),
    ],
)  # fmt: skip
def test_thousands_of_names_hide_none(last: str, said: tuple[str, str]) -> None:
    source = f"import torch\ndef weights(x):\n    {HARMLESS}\n    {last}\n"
    judgement = judged(RulesOptions(forbid=FORBID), {"homework.py": source})
    assert (judgement.verdict.value, judgement.message) == said


DOUBTS = "; ".join(f"a{n}.backward" for n in range(3000))
OWN = "class Cell:\n    def backward(self): pass\n"


def test_a_list_that_is_cut_is_judged_as_far_as_it_goes() -> None:
    source = f"{OWN}def weights(x):\n    {DOUBTS}\n"
    judgement = judged(RulesOptions(forbid=["b.backward"]), {"homework.py": source})
    assert (judgement.verdict.value, judgement.message) == (
        "undecided",
        "the source uses more names than can be read; a person looks at the rules",
    )
    judgement = judged(RulesOptions(forbid=["a7.backward"]), {"homework.py": source})
    assert (judgement.verdict.value, judgement.message) == (
        "broke a rule",
        "homework.py, line 4: uses a7.backward, which this part forbids.",
    )


BLOWN_UP = {
    "readings that double": "import torch\na0 = torch\n"
    + "".join(f"a{n + 1} = a{n}.x if a{n} else a{n}.y\n" for n in range(40))
    + "def weights(x):\n    return a40.softmax(x)\n",
    "a long chain of attributes": "def weights(x):\n    return x" + ".a" * 2500 + "\n",
}


DEEP = {
    "a loop over a long name": f"for v in x{'.a' * 2500}:\n    v.q = 1\n" * 2,
    "a loop over slices of slices": f"for v in x{'[::-1]' * 2500}:\n    v.q = 1\n",
    "a class below a long name": f"class v(x{'.a' * 2500}):\n    pass\n",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_how_deep_a_source_is_costs_nothing_beside_it(source: str) -> None:
    files = {"homework.py": source + "def weights(x):\n    return x\n"}
    assert judged(RulesOptions(forbid=["*.softmax"]), files).verdict == "correct"


@pytest.mark.parametrize("source", BLOWN_UP.values(), ids=BLOWN_UP)
def test_a_source_that_cannot_be_followed_is_left_to_a_person(source: str) -> None:
    judgement = judged(RulesOptions(forbid=FORBID), {"homework.py": source})
    assert judgement.message == (
        "the source uses more names than can be read; a person looks at the rules"
    )


def called(pattern: str, name: str, *, hidden: bool = False) -> Judgement:
    """What the check says of an answer whose process tells of such a call."""
    call = ForbiddenCall(pattern, name, "homework.py", 12, None, hidden)
    return Rules().judge(_ask(RulesOptions(forbid=FORBID)), (), Evidence(calls=(call,)))


def test_a_forbidden_call_is_told_with_its_line() -> None:
    judgement = called("torch.softmax", "torch.softmax")
    words = "homework.py, line 12: calls torch.softmax while it runs, which this part forbids."
    assert (judgement.verdict.value, judgement.message) == ("broke a rule", words)
    (place,) = judgement.findings
    assert (place.file, place.line) == ("homework.py", 12)  # type: ignore[union-attr]


def test_of_a_hidden_call_only_the_rule_is_told() -> None:
    judgement = called("torch.softmax", "torch.softmax", hidden=True)
    words = "calls torch.softmax while it runs, which this part forbids."
    assert (judgement.message, judgement.findings) == (words, ())


@pytest.mark.parametrize(
    ("pattern", "name"), [("torch.relu", "torch.relu"), ("torch.softmax", "what it likes")]
)
def test_what_a_process_makes_up_is_not_told(pattern: str, name: str) -> None:
    assert called(pattern, name).verdict == "correct"
