"""The small language in which a part declares its inputs: what it can say.

    n: 1..6                                a size, drawn for each case
    d: 2..8 step 2
    heads: [1, 2, 4]
    scores: normal[n, n]                   float64
    tokens: integers[n](0, vocab)          int64, upper end excluded
    x: 1000 * normal[n, d] - 5 as float32
    mask: causal[n]                        True where a position may look
    parameters: {Wf: "normal[h, h + d]", bf: "normal[h, 1]"}
    base: 100.0                            a plain value
    mode: {value: interleaved}             plain text

Here the text becomes a small tree; `grader.cases` draws values from it. Nothing is evaluated.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DTYPES = ("float64", "float32", "float16", "int64", "int32", "bool", "complex128")


@dataclass(frozen=True)
class DrawKind:
    """A distribution or a special array: how many dimensions and parameters it takes."""

    parameters: tuple[str, ...] = ()
    dimensions: int | None = None  # None: any number, also none at all (a scalar)
    any_parameters: bool = False


DRAWS: Mapping[str, DrawKind] = {
    "normal": DrawKind(("mean", "deviation")),
    "uniform": DrawKind(("low", "high")),
    "integers": DrawKind(("low", "high")),
    "bernoulli": DrawKind(("probability",)),
    "choice": DrawKind(any_parameters=True),
    "zeros": DrawKind(),
    "ones": DrawKind(),
    "arange": DrawKind(("start",), dimensions=1),
    "eye": DrawKind(dimensions=1),
    "causal": DrawKind(dimensions=1),
    "causal_bias": DrawKind(dimensions=1),
    "permutation": DrawKind(dimensions=1),
    "orthogonal": DrawKind(dimensions=1),
    "symmetric": DrawKind(dimensions=1),
    "onehot": DrawKind(dimensions=2),
    "simplex": DrawKind(),
}


class BadInput(ValueError):
    """An input that the language cannot say; the message tells what to write instead."""


@dataclass(frozen=True)
class Number:
    value: float | int


@dataclass(frozen=True)
class Name:
    """A size, or another input of plain value, declared beside this one."""

    name: str


@dataclass(frozen=True)
class Arithmetic:
    operator: str  # + - * / // **
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Draw:
    kind: str
    shape: tuple[Expression, ...]
    parameters: tuple[Expression, ...]


Expression = Number | Name | Arithmetic | Draw


@dataclass(frozen=True)
class SizeRange:
    low: int
    high: int
    step: int = 1

    def values(self) -> range:
        return range(self.low, self.high + 1, self.step)


@dataclass(frozen=True)
class SizeChoice:
    choices: tuple[int, ...]

    def values(self) -> tuple[int, ...]:
        return self.choices


@dataclass(frozen=True)
class Formula:
    """An expression, and the dtype it is cast to at the end ('' for the draw's own)."""

    expression: Expression
    dtype: str = ""


@dataclass(frozen=True)
class Plain:
    value: Any


@dataclass(frozen=True)
class Group:
    """A dictionary of inputs, passed as one argument."""

    items: tuple[tuple[str, Input], ...]


@dataclass(frozen=True)
class Listed:
    """A list of inputs, passed as one argument."""

    items: tuple[Input, ...]


Input = SizeRange | SizeChoice | Formula | Plain | Group | Listed

_RANGE = re.compile(r"^\s*(-?\d+)\s*\.\.\s*(-?\d+)(?:\s+step\s+(\d+))?\s*$")
_CAST = re.compile(r"^(.*\S)\s+as\s+(\w+)\s*$", re.DOTALL)
_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Pow: "**",
}


def read_input(raw: Any) -> Input:
    """The input that one YAML value declares. Raises BadInput."""
    if raw is None or isinstance(raw, bool | int | float):
        return Plain(raw)
    if isinstance(raw, str):
        return _text(raw)
    if isinstance(raw, dict):
        if set(raw) == {"value"}:
            return Plain(raw["value"])
        return Group(tuple((str(key), read_input(value)) for key, value in raw.items()))
    if isinstance(raw, list):
        if raw and all(type(item) is int for item in raw):
            return SizeChoice(tuple(raw))
        return Listed(tuple(read_input(item) for item in raw))
    raise BadInput("an input is a range such as `1..6`, a draw such as `normal[n, d]`, or a value")


def names_used(item: Input | Expression) -> set[str]:
    """Every name that `item` refers to."""
    if isinstance(item, Name):
        return {item.name}
    if isinstance(item, Formula):
        return names_used(item.expression)
    if isinstance(item, Arithmetic):
        return names_used(item.left) | names_used(item.right)
    if isinstance(item, Draw):
        return set().union(*(names_used(part) for part in (*item.shape, *item.parameters)))
    if isinstance(item, Group):
        return set().union(*(names_used(value) for _, value in item.items))
    if isinstance(item, Listed):
        return set().union(*(names_used(value) for value in item.items))
    return set()


def _text(text: str) -> Input:
    sizes = _RANGE.match(text)
    if sizes:
        low, high, step = int(sizes[1]), int(sizes[2]), int(sizes[3] or 1)
        if low > high:
            raise BadInput(f"`{text}` is empty; write the smaller end first: `{high}..{low}`")
        if step < 1:
            raise BadInput(f"`{text}`: the step is at least 1")
        return SizeRange(low, high, step)
    cast = _CAST.match(text)
    dtype = ""
    if cast:
        text, dtype = cast[1], cast[2]
        if dtype not in DTYPES:
            raise BadInput(f"unknown dtype `{dtype}`{did_you_mean(dtype, DTYPES)}")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInput(
            f"`{text}` cannot be read; write a range such as `1..6`, a draw such as "
            "`normal[n, d]`, or {value: …} for plain text"
        ) from error
    return Formula(_expression(tree), dtype)


def _expression(node: ast.expr) -> Expression:
    if isinstance(node, ast.Constant) and type(value := node.value) in (int, float):
        assert isinstance(value, int | float)
        return Number(value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return Arithmetic("-", Number(0), _expression(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        operator = _OPERATORS[type(node.op)]
        return Arithmetic(operator, _expression(node.left), _expression(node.right))
    if isinstance(node, ast.Name):
        if node.id in DRAWS:
            return _draw(node.id, (), ())
        return Name(node.id)
    if isinstance(node, ast.Call) and not node.keywords:
        parameters = tuple(_expression(argument) for argument in node.args)
        kind, shape = _kind_and_shape(node.func)
        return _draw(kind, shape, parameters)
    if isinstance(node, ast.Subscript):
        kind, shape = _kind_and_shape(node)
        return _draw(kind, shape, ())
    raise BadInput(
        f"`{ast.unparse(node)}` is not part of the input language; "
        "use a generator function in reference/ (`from: module.function`) for what it cannot say"
    )


def _kind_and_shape(node: ast.expr) -> tuple[str, tuple[Expression, ...]]:
    if isinstance(node, ast.Name):
        return node.id, ()
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        inner = node.slice
        entries = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        return node.value.id, tuple(_expression(entry) for entry in entries)
    raise BadInput(f"`{ast.unparse(node)}` is not a draw; write `normal[n, d]`")


def _draw(kind: str, shape: tuple[Expression, ...], parameters: tuple[Expression, ...]) -> Draw:
    if kind not in DRAWS:
        raise BadInput(f"unknown draw `{kind}`{did_you_mean(kind, DRAWS)}")
    known = DRAWS[kind]
    if known.dimensions is not None and len(shape) != known.dimensions:
        wanted = ", ".join("nm"[: known.dimensions])
        raise BadInput(f"`{kind}` takes {known.dimensions} size(s): write `{kind}[{wanted}]`")
    if known.any_parameters and not parameters:
        raise BadInput(f"`{kind}` needs values to choose from: write `{kind}[n](0, 1)`")
    if not known.any_parameters and len(parameters) > len(known.parameters):
        takes = ", ".join(known.parameters) or "no parameters"
        raise BadInput(f"`{kind}` takes ({takes}), not {len(parameters)} values")
    if kind == "integers" and not parameters:
        raise BadInput("`integers` needs its ends: write `integers[n](0, 10)`")
    return Draw(kind, shape, parameters)


def did_you_mean(word: str, known: Mapping[str, Any] | tuple[str, ...] | list[str]) -> str:
    """'; did you mean `x`?' or, if nothing is near, the whole short list."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    if near:
        return f"; did you mean `{near[0]}`?"
    return f"; known are {', '.join(f'`{name}`' for name in sorted(known))}"
