"""A declared name of which an answer says something else: it is read so, or waits for a person."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

LENS = r"""
id: optics/lens
title: Two lenses
prompt: |
  Light meets two mirrors at the heights $u$ and $v$, a distance $\gamma = v - u$ apart, and is
  turned by $\omega$ for each of them. Give what is left of $g$ and $h$ by these letters.
parts:
  left_over:
    asks: formula
    points: 1
    symbols: {g: real, h: real, omega: real, gamma: real}
    left: [I, light]
    answer: g cos(gamma omega) - h sin(gamma omega)
    mistakes:
      - {name: the sine is left out, answer: g cos(gamma omega), hint: Where is h?}
"""


@pytest.fixture(scope="module")
def optics(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return open_course(write_course(tmp_path_factory.mktemp("optics"), {"lens": LENS}))


OTHER = r"here \gamma is {}, and in this problem it is not"


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        # the other way round, and read so
        (r"$\gamma = u - v$ gives $g\cos(\gamma\omega) + h\sin(\gamma\omega)$", "correct",
         r"read \gamma as u - v: as your answer says"),
        (r"Let $\gamma = \omega(v - u)$. Then $I = g\cos\gamma - h\sin\gamma$", "correct",
         r"read \gamma as \omega(v - u): as your answer says"),
        ("gamma = (v - u) * omega\nlight = g * cos(gamma) - h * sin(gamma)", "correct",
         "read gamma as (v - u) * omega: as your answer says"),
        # as the problem has it
        (r"$\gamma = v - u$ gives $g\cos(\gamma\omega) - h\sin(\gamma\omega)$", "correct", ""),
        # right only by the problem's meaning, or by neither
        (r"$\gamma = u - v$ gives $g\cos(\gamma\omega) - h\sin(\gamma\omega)$", "unread",
         OTHER.format("u - v")),
        (r"Let $\gamma = \omega(v - u)$. Then $I = g\cos\gamma + h\sin\gamma$", "unread",
         OTHER.format(r"\omega(v - u)")),
        (r"$\gamma = 2(v - u)$, so $g\cos(\gamma\omega) - h\sin(\gamma\omega)$", "unread",
         OTHER.format("2(v - u)")),
        # both meanings in one formula
        (r"$\gamma = u - v$: $g\cos(\gamma\omega) - h\sin((v - u)\omega)$", "unread",
         OTHER.format("u - v")),
        # what cannot be read, of a name that the formula has
        ("omega = rate * (v - u)\nlight = g * cos(omega) - h * sin(omega)", "unread",
         "here omega is rate * (v - u), and in this problem it is not"),
        ("omega = rate * 7\nlight = g * cos(gamma omega) - h * sin(gamma omega)", "correct", ""),
        # a letter of one's own that looks like a declared one
        (r"With $\Gamma = (v - u)\omega$ it is $g\cos\Gamma - h\sin\Gamma$", "correct", ""),
        (r"With $\Gamma = u - v$ it is $g\cos(\Gamma\omega) + h\sin(\Gamma\omega)$", "correct", ""),
        (r"With $\Gamma = u - v$ it is $g\cos(\Gamma\omega) - h\sin(\Gamma\omega)$", "wrong", ""),
        (r"With $\Gamma = u - r$ it is $g\cos(\Gamma\omega) - h\sin(\Gamma\omega)$", "unread",
         r"unknown symbol \Gamma"),
    ],
)  # fmt: skip
def test_what_a_name_is_here(optics: Course, text: str, verdict: str, said: str) -> None:
    found, message, notes = judged(optics, ("optics/lens", "left_over"), text)
    assert found == verdict
    assert said in "\n".join((message, *notes))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("light = g * cos(gamma * omega)\n      - h * sin(gamma * omega)", "correct"),
        ("light = g * cos(gamma * omega) -\n    h * sin(gamma * omega)", "correct"),
        ("light = (\n    g * cos(gamma * omega)\n    - h * sin(gamma * omega)\n)", "correct"),
        ("```\nlight = g * np.cos(gamma * omega) \\\n - h * np.sin(gamma * omega)\n```", "correct"),
        ("The light is\n  g cos(γω)\n  - h sin(γω)", "unread"),  # two items, or one formula
        ("light = g * cos(gamma * omega)\n- h * sin(gamma * omega)", "unread"),
        ("light = g * cos(gamma * omega)\n      + h * sin(gamma * omega)", "wrong"),
        ("light = g * cos(gamma * omega)\n- h + sin(gamma * omega)", "wrong"),
        ("light = g * cos(gamma * omega)\n- h is left out", "wrong"),
    ],
)
def test_a_formula_of_several_lines(optics: Course, text: str, verdict: str) -> None:
    assert judged(optics, ("optics/lens", "left_over"), text)[0] == verdict
