# ruff: noqa: E501
"""structured/coefficients as students write it: right in any style, and each mistake by its name."""

from __future__ import annotations

import pytest
from small_course import graded, part_of

from grader.course.parts import CodePart
from grader.grading import Session
from grader.report import PartReport

PROBLEM = "structured/coefficients"
RIGHT = """
import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=axis, keepdims=True)


def document_attention(H, parameters):
    Ww, bw, cw = parameters["Ww"], parameters["bw"], parameters["cw"]
    Ws, bs, cs = parameters["Ws"], parameters["bs"], parameters["cs"]
    u = np.tanh(np.einsum("ad,ijd->ija", Ww, H) + bw)
    words = softmax(u @ cw)
    s = np.einsum("ij,ijd->id", words, H)
    v = np.tanh(s @ Ws.T + bs)
    sentences = softmax(v @ cs)
    return words, sentences
"""
STYLES = {
    "einsum": (),
    "lists": (("return words, sentences", "return words.tolist(), sentences.tolist()"),),
    "columns": (("return words, sentences", "return words[..., None], sentences[:, None]"),),
    "a third output": (("return words, sentences", "return words, sentences, sentences @ s"),),
    "prints": (("    u = ", "    print(H.shape)\n    u = "),),
    "in place": (("    u = ", "    H *= 1.0\n    u = "),),
    "torch": (("import numpy as np", "import numpy as np\nimport torch"),
              ("def document_attention(H, parameters):\n", "def document_attention(H, parameters):\n"
               "    H = H.numpy()\n    parameters = {k: v.numpy() for k, v in parameters.items()}\n"),
              ("return words, sentences", "return torch.tensor(words), torch.tensor(sentences)")),
}  # fmt: skip
MISTAKES = {
    "the softmax runs over the sentences in place of the words": (("softmax(u @ cw)", "softmax(u @ cw, axis=0)"),),
    "one softmax runs over all words of the document": (("softmax(u @ cw)", "softmax((u @ cw).ravel()).reshape(H.shape[:2])"),),
    "the tanh is missing": (("np.tanh", ""),),
    "the context vectors are not used": (("u @ cw", "u.sum(-1)"), ("v @ cs", "v.sum(-1)")),
    "the biases are left out": ((" + bw", ""), (" + bs", "")),
    "a sentence is the plain mean of its words": (('np.einsum("ij,ijd->id", words, H)', "H.mean(axis=1)"),),
    "a sentence is the plain sum of its words": (('np.einsum("ij,ijd->id", words, H)', "H.sum(axis=1)"),),
    "the sentences are scored with the parameters of the words": (("s @ Ws.T + bs", "s @ Ww.T + bw"), ("v @ cs", "v @ cw")),
    "the scores are divided by the square root of their length": (("u @ cw", "u @ cw / len(cw) ** 0.5"), ("v @ cs", "v @ cs / len(cs) ** 0.5")),
    "the exponential of a large score overflows": (("x - np.max(x, axis=axis, keepdims=True)", "x"),),
}  # fmt: skip


def answer(changes: tuple[tuple[str, str], ...]) -> str:
    source = RIGHT
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return source


def the_part(session: Session, source: str) -> PartReport:
    return part_of(graded(session, {"homework.py": source}, [PROBLEM]), "code")


@pytest.mark.parametrize("style", STYLES)
def test_a_right_answer_gets_full_marks(style: str, shipped: Session) -> None:
    part = the_part(shipped, answer(STYLES[style]))
    assert (part.verdict.value, part.message, part.score.earned) == ("correct", "", 6)
    assert len(part.figures) == 1


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_its_name(name: str, shipped: Session) -> None:
    part = the_part(shipped, answer(MISTAKES[name]))
    assert part.mistake is not None, part.message
    assert part.mistake.name == name
    assert 0 < part.score.earned < 6


def test_every_mistake_is_tried(shipped: Session) -> None:
    spec = shipped.course.problems[PROBLEM].problem.parts["code"]
    assert isinstance(spec, CodePart)
    assert [mistake.name for mistake in spec.mistakes] == list(MISTAKES)


def test_another_wrong_answer_earns_nothing(shipped: Session) -> None:
    part = the_part(shipped, answer((("softmax(u @ cw)", "np.ones(H.shape[:2]) / H.shape[1]"),)))
    assert (part.verdict.value, part.score.earned, part.mistake) == ("wrong", 0, None)
