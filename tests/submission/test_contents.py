"""Which definition is graded, what is said about others, and which name was probably meant."""

from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox.inside.definitions import scan
from grader.submission import Contents, Definition
from grader.submission.contents import Garbled, contents_from_scan
from grader.submission.placing import placed
from grader.submission.questions import Asked, Questions


def contents(**files: str) -> Contents:
    """Of files by name, `__` standing for a slash."""
    return contents_from_scan(
        scan({f"{name.replace('__', '/')}.py": text.encode() for name, text in files.items()})
    )


DEF = "def f(x):\n    return x\n"

FIND = [
    ({"a": DEF}, "a.py, line 1", ""),
    ({"a": "import g\n" + DEF}, "a.py, line 2", ""),
    ({"a": "f = lambda x: x\n"}, "a.py, line 1", ""),
    (
        {"a": DEF + DEF},
        "a.py, line 3",
        "f is defined 2 times; graded is the one in a.py, line 3, not the one in a.py, line 1",
    ),
    (
        {"b": DEF, "a": DEF},
        "a.py, line 1",
        "f is defined 2 times; graded is the one in a.py, line 1, not the one in b.py, line 1",
    ),
    (
        {"a__x": DEF, "z": DEF},
        "z.py, line 1",
        "f is defined 2 times; graded is the one in z.py, line 1, not the one in a/x.py, line 1",
    ),
    (
        {"a": "try:\n    def f(x): pass\nexcept E:\n    def f(x): pass\n"},
        "a.py, line 2",
        "f is defined 2 times (a.py, lines 2 and 4); "
        "graded is the one that is there once the file has run",
    ),
]


@pytest.mark.parametrize(("files", "place", "note"), FIND)
def test_the_graded_definition(files: dict[str, str], place: str, note: str) -> None:
    found = contents(**files).find("f")
    assert found is not None
    assert (found.definition.place(), found.note) == (place, note)


@pytest.mark.parametrize(
    "text",
    ["", "g = 1\n", "class A:\n    def f(self): pass\n", "from m import f\n", "def F(x): pass\n"],
)
def test_nothing_of_that_name(text: str) -> None:
    assert contents(a=text).find("f") is None


def test_an_import_is_known_as_such() -> None:
    found = contents(a="import numpy as np\nfrom m import f\n").imported("f")
    assert found == Definition("f", "import", "a.py", 2)


TAKES = [
    ("def f(): pass", [0], [1]),
    ("def f(x, y=1): pass", [1, 2], [0, 3]),
    ("def f(x, /, y): pass", [2], [1, 3]),
    ("def f(x, *more): pass", [1, 9], [0]),
    ("def f(x, *, y=1): pass", [1], [2]),
    ("@wraps\ndef f(x): pass", [0, 1, 2], []),
    ("f = lambda x: x", [0, 1, 2], []),
    ("class f:\n    def __init__(self, x, y=1): pass", [1, 2], [0, 3]),
    ("class f(Base): pass", [0, 1], []),
]


@pytest.mark.parametrize(("text", "fitting", "not_fitting"), TAKES)
def test_how_many_arguments_a_definition_takes(
    text: str, fitting: list[int], not_fitting: list[int]
) -> None:
    found = contents(a=text).find("f", ("function", "assignment", "class"))
    assert found is not None
    counts = [*fitting, *not_fitting]
    assert [count for count in counts if found.definition.fits(count)] == fitting


@pytest.mark.parametrize("method", ["forward", "__call__"])
def test_how_many_arguments_an_object_of_a_class_takes(method: str) -> None:
    text = f"class f:\n    def __init__(self, a): pass\n    def {method}(self, x, y=1): pass\n"
    found = contents(a=text).find("f", ("class",))
    assert found is not None
    assert [found.definition.fits(1, n) for n in range(4)] == [False, True, True, False]
    assert not found.definition.fits(2, 1)


NEAREST = [
    ("def maskedSoftmax(): pass", "maskedSoftmax"),
    ("def masked_softMax(): pass", "masked_softMax"),
    ("def maked_softmax(): pass", "maked_softmax"),
    ("class MaskedSoftmax: pass", "MaskedSoftmax"),
    ("def softmax(): pass", None),
    ("masked_softmx = 3", None),
    ("from m import masked_softmx", None),
]


@pytest.mark.parametrize(("text", "name"), NEAREST)
def test_the_name_that_was_probably_meant(text: str, name: str | None) -> None:
    near = contents(a=text).nearest("masked_softmax")
    assert (near.name if near else None) == name


def test_a_syntax_error_names_what_it_swallowed() -> None:
    found = contents(a="def g(): pass\n@wraps\ndef f(x):\n    return (x\n\ndef h(): pass\n")
    lost = found.lost("f")
    assert lost is not None
    assert lost.sentence() == "a.py, line 4: syntax error: '(' was never closed"
    assert [d.name for d in found.definitions] == ["g", "h"]
    assert found.lost("g") is None


def test_a_generated_file_does_not_crowd_out_the_others() -> None:
    many = "".join(f"def g{n}(x):\n    return g{n - 1}(x) + np.a{n}\n" for n in range(600))
    found = contents(many=many, z=DEF)
    assert found.find("f") is not None
    assert found.find("g7") is not None


def test_names_that_no_rule_is_about_are_listed_as_far_as_there_is_room() -> None:
    many = "def f():\n    " + "; ".join(f"a{n}.b" for n in range(3000)) + "\ndef g(h):\n    h.i\n"
    found = contents(a=many)
    uses = [found.uses_of(d) for d in found.definitions]
    assert len(uses[0]) == 2000
    assert uses[1] == [["h.i", 4, None, "a.py", "", []]]


def spoiled(**changes: Any) -> dict[str, Any]:
    entry = {"name": "f", "kind": "function", "line": 1, "cell": None}
    entry |= {"conditional": False, "takes": [(1, 2)], "empty": False, "arguments": ["x"]}
    entry |= {"inside": "", "methods": [["d"], ["x"]]}
    source = {"path": "a.py", "definitions": [{**entry, **changes}], "faults": [], "uses": {}}
    return {"sources": [source], "answers": [], "data": {"tables": [], "others": []}}


@pytest.mark.parametrize(
    "reply",
    [
        {},
        {"sources": 3},
        {"sources": [{}]},
        spoiled(name=3),
        spoiled(line="x"),
        spoiled(cell=[]),
        spoiled(takes=3),
        spoiled(takes=[1]),
        spoiled(takes=[(1, "x")]),
        spoiled(arguments=3),
        spoiled(arguments=[3]),
        spoiled(methods=3),
        spoiled(methods=[[3]]),
    ],
)
def test_a_reply_that_is_none_is_garbled(reply: dict[str, Any]) -> None:
    assert contents_from_scan(spoiled()).find("f") is not None
    with pytest.raises(Garbled):
        contents_from_scan(reply)


def test_a_name_that_is_asked_for_elsewhere_was_not_meant() -> None:
    found = contents(a="def lstm_cell_forward(x): pass\n")
    assert found.nearest("lstm_forward") is not None
    assert found.nearest("lstm_forward", taken=["lstm_cell_forward", "lstm_forward"]) is None


LEDGER = {"norms": "counts", "total": "counts"}


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("norms: 4\ntotal: 8\ninside: (B)", {"counts": "norms: 4\ntotal: 8", "inside": "(B)"}),
        ("inside: (B, T)\n\ntotal: 8", {"inside": "(B, T)", "counts": "total: 8"}),
        ("why: so\n\ntotal: 8", {"why": "so\n\ntotal: 8"}),
        ("counts:\n\nnorms: 4", {"counts": "norms: 4"}),
        ("words: 4", {}),
    ],
)
def test_a_line_of_a_ledger_needs_no_label_of_its_part(text: str, answers: dict[str, str]) -> None:
    files = {"answers.md": f"# p/q\n\n{text}\n".encode()}
    parts = ("counts", "inside", "why")
    asked = Asked("p/q", "P", parts, dict.fromkeys(parts, ""), frozenset(["why"]), LEDGER)
    found = placed(contents_from_scan(scan(files)).passages, Questions([asked], {}))
    kept = {part: one for part, one in found.answers_to("p/q").items() if not one.whole}
    assert {part: answer.text.strip() for part, answer in kept.items()} == answers
