"""The engine knows no topic: no name and no text below grader/ is of one problem of a course."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[1] / "grader"
# Words of the shipped course's topics. Not those that are words of programs, of tables and of any
# problem too: key, value, weight, mask, head, layer, cell, state, sequence, position.
TOPICS = frozenset(
    [
        "alibi", "attend", "attention", "autoregressive", "bert", "bidirectional", "causal",
        "decoder", "dropout", "embedding", "embeddings", "encoder", "feedforward", "gate", "gates",
        "gelu", "gpt", "gru", "heads", "layernorm", "logits", "lstm", "mha", "multihead",
        "perplexity", "qkv", "queries", "query", "recurrent", "relu", "residual", "rnn", "rope",
        "rotary", "sigmoid", "sinusoidal", "softmax", "tanh", "token", "tokenizer", "tokens",
        "transformer", "transformers", "vocab", "vocabulary",
    ]
)  # fmt: skip
# Where a word may stand -> which, and why it is of no topic there.
ALLOWED = {
    "maths/": (
        {"relu", "sigmoid", "softmax", "tanh", "token", "tokens"},
        "functions of the language of formulas, and what a formula's text is cut into",
    ),
    "kinds/": ({"tokens"}, "what a left side is cut into to be compared with another"),
    "kinds/formula/": (
        {"sigmoid", "softmax", "tanh"},
        "functions of the language of formulas, as answers write them",
    ),
    "typeset/": ({"token", "tokens"}, "what markdown-it cuts a text into"),
    "writing/": (
        {"tanh", "token", "tokens"},
        "functions of the language of formulas, and what a text is cut into",
    ),
    "course/parsing.py": ({"token"}, "the YAML reader's own words for a fault"),
    "course/renamed.py": ({"causal", "softmax"}, "old words, which must be known to be refused"),
    "checks/properties.py": ({"causal"}, "of any map of sequences, as signal processing has it"),
    "sandbox/inside/equations.py": ({"tanh"}, "one of the functions that LaTeX has a name for"),
    "sandbox/inside/portions.py": ({"encoder"}, "the JSON library's own name"),
    "values/encoding.py": ({"encoder"}, "the JSON library's own name"),
    "sandbox/inside/warm.py": ({"softmax"}, "a function of torch that is run once ahead of others"),
    "binding/scope.py": ({"heads"}, "the module about the left sides of equations"),
    "grades/alike.py": ({"token"}, "rapidfuzz's own name for a way to compare texts"),
    "desk/": ({"query", "token"}, "of an address, and what lets a person in"),
    "cli/serve.py": ({"token"}, "what lets a person in"),
    "batch/far/": ({"token"}, "random letters that nobody can foretell"),
    "sandbox/fresh.py": ({"token"}, "random letters that nobody can foretell"),
    "likeness/": ({"token", "tokens"}, "what Python cuts a source into"),
    "cli/alike.py": ({"tokens"}, "what Python cuts a source into"),
    "jail/probe_attacks.py": ({"gate"}, "a pipe that a process waits at"),
}


def words_of(source: str, *, docstrings: bool = False) -> Iterator[tuple[int, str, str]]:
    """(line, word, the name or text it stands in); of docstrings only where they are shown."""
    tree = ast.parse(source)
    left_out = set() if docstrings else {id(one) for one in _docstrings(tree)}
    for node in ast.walk(tree):
        for text in _texts(node) if id(node) not in left_out else ():
            for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text):
                yield getattr(node, "lineno", 1), word.lower(), text


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                yield one.value


def _texts(node: ast.AST) -> Iterator[str]:
    for field in ("id", "attr", "name", "arg", "asname", "module", "value"):
        text = getattr(node, field, None)
        if isinstance(text, str):
            yield text


@cache
def found() -> tuple[tuple[str, int, str, str], ...]:
    """(file, line, word, text) of every word of a topic."""
    return tuple(_found())


def _found() -> Iterator[tuple[str, int, str, str]]:
    for file in sorted(ENGINE.rglob("*.py")):
        path = file.relative_to(ENGINE).as_posix()
        # Those of commands are their help, which is shown.
        words = words_of(file.read_text("utf-8"), docstrings=path.startswith("cli/"))
        yield from ((path, *one) for one in words if one[1] in TOPICS)


def reasons(path: str, word: str) -> list[str]:
    """The entries of the table by which the word may stand there."""
    return [
        where for where, (words, _) in ALLOWED.items() if path.startswith(where) and word in words
    ]


def test_nothing_in_the_engine_is_of_a_topic() -> None:
    assert [one for one in found() if not reasons(one[0], one[2])] == []


def test_what_is_allowed_is_there() -> None:
    needed = {(where, word) for path, _, word, _ in found() for where in reasons(path, word)}
    assert needed == {(where, word) for where, (words, _) in ALLOWED.items() for word in words}


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("def causal_softmax(x): pass", "softmax"),
        ("class RotaryTable: pass", "rotary"),
        ("from reference.lstm import step", "lstm"),
        ("import torch as attention", "attention"),
        ("f(n_heads=2)", "heads"),
        ("x.dropout_p", "dropout"),
        ("def f(LSTM): pass", "lstm"),
        ("'such as attention/masked'", "attention"),
        ("f'{x} queries'", "queries"),
    ],
)
def test_a_word_is_found_wherever_it_stands(source: str, word: str) -> None:
    assert word in {one[1] for one in words_of(source, docstrings=True)}


def test_docstrings_and_comments_may_give_examples() -> None:
    assert not list(words_of('"""As in attention."""  # or an LSTM'))
