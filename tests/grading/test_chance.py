"""Random functions judged by their distribution: right answers of many styles, and wrong ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session
from grader.report.wording import mistake_sentence

PROBLEM = """
id: drawn/many
title: Functions that draw
prompt: Write `sample(p, rng)`, `dropout(x, rate, rng)`, `latent(mean, logvar, rng)` and others.
parts:
  sample:
    asks: function
    call: sample(p, rng)
    reference: draws.sample
    inputs: {n: 4..5, p: "simplex[n]", rng: rng}
    points: 4
    checks:
      - distribution: {draws: 200, public: 1}
    mistakes:
      - name: every token is equally likely
        reference: draws.uniform
        hint: What does p say?
        credit: 0.25
  dropout:
    asks: function
    call: dropout(x, rate, rng)
    reference: draws.dropout
    inputs: {n: 2..3, d: 4..5, x: "normal[n, d](0, 1)", rate: 0.25, rng: rng}
    points: 4
    checks:
      - distribution: {draws: 200, cases: 1, public: 1}
  latent:
    asks: function
    call: latent(mean, logvar, rng)
    reference: draws.latent
    inputs: {n: 3..4, mean: "normal[n]", logvar: "normal[n](1, 0.5)", rng: rng}
    points: 4
    checks:
      - distribution: {draws: 500, cases: 1, public: 1}
  weights:
    asks: function
    call: weights(n, m, rng)
    reference: draws.weights
    inputs: {n: 8..9, m: 4..5, rng: rng}
    points: 4
    checks:
      - distribution: {of: values, draws: 100, cases: 1}
  pair:
    asks: function
    call: pair(n, rng)
    reference: draws.pair
    inputs: {n: 4..5, rng: rng}
    points: 4
    checks:
      - distribution: {of: result, draws: 500, cases: 1, public: 1}
"""

REFERENCE = """
import numpy as np


def sample(p, rng):
    return rng.choice(len(p), p=p)


def uniform(p, rng):
    return rng.integers(len(p))


def dropout(x, rate, rng):
    return np.where(rng.random(x.shape) < rate, 0.0, x / (1 - rate))


def latent(mean, logvar, rng):
    return mean + np.exp(0.5 * logvar) * rng.normal(size=mean.shape)


def weights(n, m, rng):
    return rng.normal(size=(n, m)) * np.sqrt(2 / n)


def pair(n, rng):
    return sorted(rng.choice(n, 2, replace=False).tolist())
"""
NOT = "the results are not distributed as they should be"

# part, what it is, source
RIGHT = [
    ("sample", "as the reference", "return rng.choice(len(p), p=p)"),
    ("sample", "from the sums", "return int(np.searchsorted(np.cumsum(p), rng.random()))"),
    ("sample", "by exponentials", "return np.argmin(rng.exponential(size=len(p)) / p)"),
    ("sample", "an older generator", "return rng.choice(len(p), p=p) if rng.rand() < 2 else 0"),
    ("sample", "Python's generator", "return rng.choices(range(len(p)), weights=p)[0]"),
    ("sample", "a seed", "np.random.seed(rng); return np.random.choice(len(p), p=p)"),
    ("sample", "any of both", "return np.random.default_rng(rng).choice(len(p), p=p)"),
    ("sample", "torch", "return torch.multinomial(p, 1, generator=rng)"),
    ("sample", "torch and a seed", "torch.manual_seed(rng); return torch.multinomial(p, 1).item()"),
    ("sample", "the seed of torch's",
     "g = torch.Generator().manual_seed(rng.initial_seed()); return torch.multinomial(p, 1, "
     "generator=g)"),
    ("sample", "not from the generator", "return np.random.choice(len(p), p=p)"),
    ("dropout", "a mask", "return x * (rng.random(x.shape) >= rate) / (1 - rate)"),
    ("dropout", "binomials", "return x * rng.binomial(1, 1 - rate, x.shape) / (1 - rate)"),
    ("dropout", "entry by entry",
     "return [[v / (1 - rate) * (rng.random() > rate) for v in row] for row in x]"),
    ("latent", "scaled normals", "return rng.normal(mean, np.sqrt(np.exp(logvar)))"),
    ("latent", "torch",
     "return mean + (logvar / 2).exp() * torch.randn(mean.shape, generator=rng, "
     "dtype=mean.dtype)"),
    ("weights", "the other way round", "return rng.normal(0, (2 / n) ** 0.5, (m, n)).T"),
    ("pair", "shuffled", "return tuple(sorted(rng.permutation(n)[:2]))"),
]  # fmt: skip
# part, what it is, source, the words with # for each number
SAME = "case #: all # calls return the same; is the generator drawn from?"
APART = f"case #: in # calls {NOT}: each entry is on its own, but not those beside each other"
MOMENT = "# on average with a standard deviation of #"
WRONG = [
    ("sample", "the most likely", "return np.argmax(p)", SAME),
    ("sample", "one seed for all", "return np.random.default_rng(0).choice(len(p), p=p)", SAME),
    ("sample", "one too many", "return rng.choice(len(p), p=p) + 1",
     f"case #: in # calls {NOT}: the result is # in # of them; about # would be right"),
    ("sample", "no number", "return {int(rng.integers(3))}",
     "case #: the result is a set, which cannot be looked at"),
    ("sample", "a list", "return rng.choice(len(p), 2, p=p)",
     "case #: the result has shape (#,), not ()"),
    ("dropout", "not scaled", "return x * (rng.random(x.shape) >= rate)",
     f"case #: in # calls {NOT}: entry [#, #] is # in # of them; about # would be right"),
    ("dropout", "kept and dropped exchanged", "return x * (rng.random(x.shape) < rate) / rate",
     f"case #: in # calls {NOT}: entry [#, #] is # in # of them; about # would be right"),
    ("dropout", "one mask for all rows", "return x * (rng.random(x.shape[1]) >= rate) / (1 - rate)",
     APART),
    ("latent", "the variance for the deviation", "return rng.normal(mean, np.exp(logvar))",
     f"case #: in # calls {NOT}: entry [#] is {MOMENT}; {MOMENT} would be right"),
    ("latent", "one number for all", "return mean + np.exp(logvar / 2) * rng.normal()", APART),
    ("weights", "by the other size", "return rng.normal(size=(n, m)) * np.sqrt(2 / m)",
     f"case #: in # calls {NOT}"),
    ("weights", "uniform", "return rng.uniform(-1, 1, (n, m)) * np.sqrt(6 / n)",
     f"case #: in # calls {NOT}"),
    ("pair", "with replacement", "return sorted(rng.integers(n, size=2).tolist())",
     f"case #: in # calls {NOT}: (#, #) comes # times; about # would be right"),
    ("pair", "not in order", "return rng.choice(n, 2, replace=False).tolist()",
     f"case #: in # calls {NOT}: (#, #) comes # times; about # would be right"),
]  # fmt: skip
CALLS = {
    "sample": "p, rng",
    "dropout": "x, rate, rng",
    "latent": "mean, logvar, rng",
    "weights": "n, m, rng",
    "pair": "n, rng",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("drawn")
    write_course(root, {"many": PROBLEM}, {"draws": REFERENCE})
    with open_session(root, root / "cache") as opened:
        yield opened


def answer(part: str, body: str) -> str:
    imports = "import torch\n" if "torch" in body else "import numpy as np\n"
    return f"{imports}\n\ndef {part}({CALLS[part]}):\n    {body}\n"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("part", "what", "body"), RIGHT, ids=lambda value: str(value)[:30])
def test_right_in_every_style(part: str, what: str, body: str, session: Session) -> None:
    found = part_of(graded(session, {"a.py": answer(part, body)}), part)
    assert (found.verdict, found.score.earned) == ("correct", 4), found.message


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("part", "what", "body", "said"), WRONG, ids=lambda one: str(one)[:30])
def test_wrong_and_why(part: str, what: str, body: str, said: str, session: Session) -> None:
    found = part_of(graded(session, {"a.py": answer(part, body)}), part)
    assert (found.verdict, re.sub(r"-?\d[\d.,e-]*(?<![.,])", "#", found.message)) == ("wrong", said)


def test_a_mistake_is_named_by_its_distribution(session: Session) -> None:
    source = answer("sample", "return int(len(p) * rng.random())")
    found = part_of(graded(session, {"a.py": source}), "sample")
    assert found.score.earned == 1
    assert mistake_sentence(found) == (
        "Your results are distributed as they are when every token is equally likely."
    )


def test_the_same_code_gets_the_same_words(session: Session) -> None:
    source = answer("sample", "return rng.integers(len(p))")
    said = {
        part_of(graded(session, {name: source}), "sample").message
        for name in ("a.py", "b.py", "c.py")
    }
    assert len(said) == 1
