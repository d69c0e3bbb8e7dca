"""A sound problem, and the kinds of check that its tests know."""

from grader.checks.registry import BUILT_IN
from grader.kinds import language

PROBLEM = """\
id: topic/double
title: Twice as much
prompt: |
  Write `double(x)`, which returns $2x$.
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.double
    inputs: {n: 2..6, x: "normal[n]"}
    points: 4
    checks:
      - equals: {cases: 4}
"""

# Not what is installed: a package that adds a kind would change the list in a message.
KINDS = language({kind.kind: kind() for kind in BUILT_IN})
