"""The small language in which a part declares its inputs: what it can say.

    n: 1..6                                a size, drawn for each case
    d: 2..8 step 2
    parts: [1, 2, 4]
    scores: normal[n, n]                   float64
    places: integers[n](0, most)           int64, upper end excluded
    x: 1000 * normal[n, d] - 5 as float32
    width: parts * d                       worked out from sizes declared above it
    mask: lower[n](0, -inf)                0 up to the diagonal, -∞ above it
    parameters: {W: "normal[h, h + d]", b: "normal[h, 1]"}
    base: 100.0                            a plain value
    mode: {value: interleaved}             plain text
    rng: rng                               a random generator, or a seed, as the answer takes it

Here the text becomes a small tree; `grader.cases` draws values from it. Nothing is evaluated.
"""

from __future__ import annotations

import ast
import difflib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.course.renamed import now_called
from grader.errors import AuthorError

GENERATOR = "from"  # the key under `inputs` that names a generator function in reference/
RNG = "rng"  # a source of chance
INFINITY = "inf"  # the one number that has a name
# More sizes than any homework needs, few enough to be listed when one of them is drawn.
MAX_SIZES = 100_000
DTYPES = ("float64", "float32", "float16", "int64", "int32", "bool", "complex128")


@dataclass(frozen=True)
class DrawKind:
    """A distribution or a special array: how many dimensions and parameters it takes."""

    parameters: tuple[str, ...] = ()
    dimensions: int | None = None  # None: any number, also none at all (a scalar)
    scalar: bool = True  # where any number is taken: whether none at all is
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
    "lower": DrawKind(("inside", "outside"), dimensions=1),
    "permutation": DrawKind(dimensions=1),
    "orthogonal": DrawKind(dimensions=1),
    "symmetric": DrawKind(dimensions=1),
    "onehot": DrawKind(dimensions=2),
    "simplex": DrawKind(scalar=False),
}


class BadInput(AuthorError):
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


@dataclass(frozen=True)
class Chance:
    """A random generator, or what to make one of."""


Input = SizeRange | SizeChoice | Formula | Plain | Group | Listed | Chance

_RANGE = re.compile(r"^\s*(-?\d+)\s*\.\.\s*(-?\d+)(?:\s+step\s+(\d+))?\s*$")
_RANGE_LIKE = re.compile(r"^[^\[\](){}]*\.\.[^\[\](){}]*$")
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


def has_draw(item: Input | Expression) -> bool:
    """Whether anything random stands in it: what has none is a number that can serve as a size."""
    if isinstance(item, Formula):
        return has_draw(item.expression)
    if isinstance(item, Arithmetic):
        return has_draw(item.left) or has_draw(item.right)
    return isinstance(item, Draw)


def _range(text: str, low: int, high: int, step: int) -> SizeRange:
    if low > high:
        raise BadInput(f"`{text}` is empty; write the smaller end first: `{high}..{low}`")
    if step < 1:
        raise BadInput(f"`{text}` has no step; write a step of at least 1: `{low}..{high} step 2`")
    if (high - low) // step >= MAX_SIZES:
        raise BadInput(
            f"`{text}` is more than {MAX_SIZES:,} sizes; write `integers({low}, {high})` for a "
            "large number"
        )
    return SizeRange(low, high, step)


def _text(text: str) -> Input:
    if text.strip() == RNG:
        return Chance()
    sizes = _RANGE.match(text)
    if sizes:
        return _range(text, int(sizes[1]), int(sizes[2]), int(sizes[3] or 1))
    if not text.strip():
        raise BadInput("is empty; write a range such as `1..6` or a draw such as `normal[n, d]`")
    if _RANGE_LIKE.match(text):
        raise BadInput(
            f"`{text}` is not a range; write whole numbers at both ends, `1..6` or `2..8 step 2`"
        )
    cast = _CAST.match(text)
    dtype = ""
    if cast:
        text, dtype = cast[1], cast[2]
        if dtype not in DTYPES:
            raise BadInput(f"unknown dtype `{dtype}`{did_you_mean(dtype, DTYPES)}")
    try:
        return Formula(_expression(ast.parse(text.strip(), mode="eval").body), dtype)
    except BadInput:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInput(
            f"`{text[:60]}` cannot be read; write a range such as `1..6`, a draw such as "
            "`normal[n, d]`, or {value: …} for plain text"
        ) from error


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
        if node.id == INFINITY:
            return Number(math.inf)
        if node.id in DRAWS:
            return _draw(node.id, (), ())
        return Name(node.id)
    if isinstance(node, ast.Call) and not node.keywords:
        kind, shape = _kind_and_shape(node.func)
        parameters = tuple(_expression(argument) for argument in node.args)
        for argument, parameter in zip(node.args, parameters, strict=True):
            if has_draw(parameter):
                raise BadInput(
                    f"`{ast.unparse(argument)}` is drawn, and what stands in parentheses cannot "
                    "be; write a number or a size"
                )
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
        return _known_draw(node.id), ()
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        kind = _known_draw(node.value.id)
        inner = node.slice
        entries = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        shape = tuple(_expression(entry) for entry in entries)
        if any(has_draw(size) for size in shape):
            raise BadInput(f"`{ast.unparse(inner)}` is drawn, and a size cannot be; name a size")
        return kind, shape
    raise BadInput(f"`{ast.unparse(node)}` is not a draw; write `normal[n, d]`")


def _known_draw(kind: str) -> str:
    if kind not in DRAWS:
        hint = now_called("inputs", kind) or did_you_mean(kind, DRAWS)
        raise BadInput(f"unknown draw `{kind}`{hint}")
    return kind


def _draw(kind: str, shape: tuple[Expression, ...], parameters: tuple[Expression, ...]) -> Draw:
    known = DRAWS[kind]
    if known.dimensions is not None and len(shape) != known.dimensions:
        wanted = ", ".join("nm"[: known.dimensions])
        sizes = "one size" if known.dimensions == 1 else "two sizes"
        raise BadInput(f"`{kind}` takes {sizes}; write `{kind}[{wanted}]`")
    if not known.scalar and not shape:
        raise BadInput(f"`{kind}` takes at least one size; write `{kind}[n]`")
    if known.any_parameters and not parameters:
        raise BadInput(f"`{kind}` needs values to choose from; write `{kind}[n](0, 1)`")
    if not known.any_parameters and len(parameters) > len(known.parameters):
        takes = f"only ({', '.join(known.parameters)})" if known.parameters else "nothing"
        count = f"{len(parameters)} values" if len(parameters) > 1 else "a value"
        raise BadInput(f"`{kind}` takes {takes} in parentheses, not {count}")
    if kind == "integers" and not parameters:
        raise BadInput("`integers` needs its ends; write `integers[n](0, 10)`")
    return Draw(kind, shape, parameters)


MAX_NAMED = 20
# Of so few letters two are half the word: `many` was not meant to be `mean`.
SHORT = 4


def nearest(word: str, names: list[str]) -> list[str]:
    """The one name that `word` was probably meant to be, or none."""
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.7)
    if len(word) <= SHORT and not difflib.get_close_matches(word, near, cutoff=0.8):
        near = [name for name in near if _one_slip(word, name)]
    longer = [name for name in names if name.startswith(word) or word.startswith(name)]
    return (near or longer)[:1] if word else []


def _one_slip(word: str, name: str) -> bool:
    """Whether one letter too many, missing or other, or two that changed places, is all."""
    if len(word) == len(name):
        differ = [at for at, pair in enumerate(zip(word, name, strict=True)) if pair[0] != pair[1]]
        return len(differ) < 2 or (
            len(differ) == 2
            and word[differ[0]] + word[differ[1]] == name[differ[1]] + name[differ[0]]
        )
    short, long = sorted((word, name), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def did_you_mean(word: str, known: Mapping[str, Any] | tuple[str, ...] | list[str]) -> str:
    """'; did you mean `x`?' or, if nothing is near, the known names, up to a readable number."""
    names = sorted(known)
    near = nearest(word, names)
    if near:
        return f"; did you mean `{near[0]}`?"
    if not names:
        return ""
    listed = ", ".join(f"`{name}`" for name in names[:MAX_NAMED])
    return f"; known are {listed}{', …' if len(names) > MAX_NAMED else ''}"
