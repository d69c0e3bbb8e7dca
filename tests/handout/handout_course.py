"""A course with a part of every form. Whatever must not be shown has SECRET in it, or is 777."""

REFERENCE = """\
def forward(x, scale=None):
    return x, x


def backward(dy, cache):
    return dy


def wrong(dy, cache):
    return cache


class Net:
    def __init__(self, d, h):
        pass
"""

CODE = """\
id: topic/code
title: Code & [signs]
prompt: |
  Say $y_i = \\frac{x_i}{2}$:

  $$ y = \\frac{x}{2} . $$
parts:
  forward:
    asks: function
    call: forward(x, scale)
    reference: functions.forward
    inputs: {n: 2..4, x: "normal[n]", scale: null}
    returns: [y, _, 'extra?']
    points: 2
    checks: [{equals: {cases: 3, name: SECRET}}]
  backward:
    asks: function
    first: out = forward(x, scale)
    call: backward(dy, out[1])
    reference: functions.backward
    inputs: {n: 2..4, x: "normal[n]", scale: null, dy: "normal[n]"}
    library: numpy
    points: 1
    checks:
      - property: symmetric
      - rules: {forbid: [torch.autograd, "*.backward"], loops: false, hint: Derive it by hand.}
    mistakes:
      - {name: SECRET mistake, reference: functions.wrong, hint: SECRET hint}
  net:
    asks: module
    call: Net(d, h)
    forward: [x]
    reference: functions.Net
    inputs: {d: 2..3, h: 4..5, x: "normal[d]"}
    points: 1
    checks: [module]
"""

WRITTEN = """\
id: topic/written
title: Writing
prompt: Write.
parts:
  slope: {asks: formula, points: 2, symbols: {s: "(0,1)", A: "matrix[n, n]"}, answer: 777 s}
  other: {asks: formula, points: 1, symbols: {a: real, t: real}, answer: 777 a, text: In $a_1$.}
  turn:
    asks: formula
    points: 1
    symbols: {t: real, u: real}
    identities:
      - name: SECRET identity
        shape: matrix[2, 2]
        holds: "answer_u @ answer = answer_both"
        variants: {answer_u: {t: u}, answer_both: {t: t + u}}
  count: {asks: number, points: 1, answer: 777, units: [bits]}
  share: {asks: number, points: 1, answer: 777, decimals: 1}
  lines:
    asks: ledger
    points: 2
    values: {d: 4}
    lines: {one: {answer: 777, text: the $d$ first}, two: {answer: 777 + d}}
  cost: {asks: growth, points: 1, variables: [n, k], assume: [k << n], answer: n^777}
  where:
    asks: choice
    points: 1
    options: {b: before $x$, a: after}
    answer: b
    mistakes: [{name: SECRET mistake, answer: a, hint: SECRET hint}]
  which: {asks: choice, points: 1, options: {p: one, q: two, r: three}, answer: [p, r]}
  size: {asks: shape, points: 1, aliases: {B: [batch], T: []}, answer: "(777, T, B)"}
  word: {asks: text, points: 1, answer: SECRET}
  table: {asks: table, points: 1, answer: [[777, 777, 777], [777, 777, 777]]}
  why: {asks: prose, points: 1, rubric: [SECRET reason]}
"""

SETTINGS = """\
name = "Maths"

[assignments]
week-1 = ["topic/*"]
"""
