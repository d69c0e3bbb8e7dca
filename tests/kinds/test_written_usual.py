"""Usual names of a course: read where the problem leaves them free, and only for what is known."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

SPRING = r"""
id: springs/force
title: A spring
prompt: A spring is stretched by $u$, and its energy is $E$.
parts:
  force:
    asks: formula
    points: 1
    symbols: {stiff: positive, u: real, u_prev: real, du: real, w: "vector[2]", B: "matrix[2, 2]"}
    aliases: {u: [u_t], u_prev: ['u_{t-1}'], du: ['\frac{\partial E}{\partial u}']}
    left: [F]
    answer: stiff * (u - u_prev) + 2 * du
    mistakes:
      - {name: the old length is added, answer: stiff * (u + u_prev) + 2 * du, hint: Which way?}
  turned:
    asks: formula
    points: 1
    symbols: {u: real, B: "matrix[2, 2]", w: "vector[2]", v: "vector[2]"}
    answer: B (w + v)
"""
USUAL = """
[usual]
u = ["x", "xs"]
stiff = ["k", "stiffness"]
"w + v" = ["total"]
"""


@pytest.fixture(scope="module")
def springs(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = write_course(tmp_path_factory.mktemp("springs"), {"spring": SPRING})
    (root / "grader.toml").write_text(USUAL, encoding="utf-8")
    return open_course(root)


@pytest.mark.parametrize(
    ("part", "text", "verdict"),
    [
        ("force", r"$F = k (x_t - x_{t-1}) + 2 dx$", "correct"),
        ("force", "F = stiffness * (xs[t] - xs[t-1]) + 2 * dx", "correct"),
        ("force", 'F = cache["k"] * (x - x_prev) + 2 * dx', "correct"),
        ("force", r"$F = k(x - x_{prev}) + 2\frac{\partial E}{\partial x}$", "correct"),
        ("force", r"$F = k(x - x_{prev}) + 2\delta_x$", "correct"),
        ("force", r"$F = k(x - x_{prev}) + 2\,\delta x$", "correct"),
        # a mistake that is known
        ("force", r"$F = k (x_t + x_{t-1}) + 2 dx$", "wrong"),
        # wrong in a way without a name, in letters that are a guess
        ("force", r"$F = k (x_{t-1} - x_t) + 2 dx$", "unread"),
        ("force", r"$F = k (x_t - x_{t-1}) + 3 dx$", "unread"),
        # v is a vector of the other part, and no letter for a number here
        ("force", r"$F = v (u_t - u_{t-1}) + 2 du$", "unread"),
        # y_t is not the u of the step before
        ("force", r"$F = stiff (u - y_t) + 2 du$", "unread"),
        # the answer itself says otherwise
        ("force", r"$F = k (x - x_{prev}) + 2 dx$ with $k = 3 w$", "unread"),
        ("turned", r"$B\, total$", "correct"),
        ("turned", r"$B^T\, total$", "unread"),
        # a row of sums is nothing that is read, and `axis=1` no equation
        ("turned", "np.sum(B, axis=1)", "unread"),
        ("turned", "the answer is np.sum(B, axis=0, keepdims=True)", "unread"),
    ],
)
def test_what_is_read(springs: Course, part: str, text: str, verdict: str) -> None:
    assert judged(springs, ("springs/force", part), text)[0] == verdict


def test_what_was_read_is_said(springs: Course) -> None:
    notes = judged(springs, ("springs/force", "force"), "F = k * (x - x_prev) + 2 * dx")[2]
    assert notes[0] == (
        "read x as u, x_prev as u_prev, dx as du, k as stiff: so it is usually called"
    )


LESS = "dz = probs.copy()\ndz[label] -= 1\n"


@pytest.mark.parametrize(
    ("part", "text", "verdict"),
    [
        ("bias", LESS + "db_y = dz", "correct"),
        ("bias", "g = torch.clone(yhat)\ng[labels[t]] -= 1.0  # the slope\ndby += g", "correct"),
        ("activation", LESS + "da = Wy.T @ dz + da_next # by both ways", "correct"),
        ("activation", LESS + "da = Wy.T @ dz", "partly"),
        ("activation", LESS + "da = Wy @ dz + da_next", "unread"),
        ("weights", LESS + "dWy = np.outer(a, dz)", "partly"),
        # another sign, another number, another place, another vector
        ("bias", LESS.replace("-=", "+=") + "db_y = dz", "unread"),
        ("bias", LESS.replace("1", "2") + "db_y = dz", "unread"),
        ("bias", LESS.replace("label", "x_index") + "db_y = dz", "unread"),
        ("bias", LESS.replace("probs", "a") + "db_y = dz", "unread"),
        # what is changed once more, or used before
        ("bias", LESS + "dz /= 4\ndb_y = dz", "unread"),
        ("bias", LESS + "dz[0] = 0\ndb_y = dz", "unread"),
        ("bias", LESS + "dz.neg_()\ndb_y = dz", "unread"),
        ("bias", LESS.replace("dz[", "db_y = dz\ndz["), "unread"),
        ("bias", LESS + "db_y -= dz", "unread"),
        # a usual name of which the answer says something else
        ("bias", "dz = a - label\ndb_y = dz", "unread"),
        ("bias", "db_y = dz\ndz = a - label", "unread"),
    ],
)
def test_one_taken_away_at_the_label(shipped: Course, part: str, text: str, verdict: str) -> None:
    assert judged(shipped, ("lstm/output-layer", part), text)[0] == verdict


@pytest.mark.parametrize(
    ("slope", "rest", "verdict"),
    [
        (r"\delta_t^{(c)}", r"u_t \odot (1 - \hat{c}_t^2)", "correct"),
        (r"\delta^{(c)}_t", r"u_t \odot (1 - \hat{c}_t^2)", "correct"),
        (r"\delta_t^{(a)}", r"u_t \odot (1 - \hat{c}_t^2)", "unread"),
        (r"\delta_{t-1}^{(c)}", r"u_t \odot (1 - \hat{c}_t^2)", "unread"),
        (r"\delta_t^{(c)}", r"f_t \odot (1 - \hat{c}_t^2)", "unread"),
        (r"\delta_t^{(c)}", r"u_t \odot (1 + \hat{c}_t^2)", "unread"),
    ],
)
def test_a_delta_with_its_name_in_brackets(
    shipped: Course, slope: str, rest: str, verdict: str
) -> None:
    place = "lstm/gate-derivatives", "candidate"
    assert judged(shipped, place, rf"${slope} \odot {rest}$")[0] == verdict
