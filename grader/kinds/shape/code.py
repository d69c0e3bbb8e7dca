"""Shapes in code that makes an array: `torch.zeros(rows, columns)`, `np.ones((rows, columns))`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MAKER = re.compile(
    r"(?<![A-Za-z_])(?P<name>zeros|ones|empty|rand|randn|(?:Float|Double|Half|Long)?Tensor|Size|"
    r"view|reshape|resize|expand|broadcast_to|full|randint|normal|uniform|random_normal|"
    r"random_uniform|truncated_normal|get_variable|TensorShape|standard_normal|add_weight|"
    r"glorot_uniform|xavier_uniform_?|xavier_normal_?|placeholder)\s*(?=\()"
)
# These may get the sizes one by one; the others as a tuple among other things.
_ONE_BY_ONE = re.compile(r"zeros|ones|empty|randn?|\w*Tensor|view|reshape|resize|expand")
_KEYWORD = re.compile(r"\s*(?P<name>[a-z_]+)\s*=(?!=)\s*")
_TUPLE = re.compile(r"\s*(?:\w+\.)*(?:Size|TensorShape)?\s*(?P<group>[(\[].*[)\]])\s*", re.DOTALL)
_TURNED = re.compile(
    r"\s*\.(?:[Tt]\b|transpose|permute|sum|mean|swapaxes|unsqueeze|squeeze|flatten|repeat|view|"
    r"reshape|expand|size|shape)[\w.]*|\s*@"
)
# What is called so has sizes among its arguments, and another shape: a layer, which has a capital
# in every library, or a function that makes another array of one.
LAYER = re.compile(
    r"(?:(?<![A-Za-z_])(?!\w*Tensor|Size|Shape|Out|Dim|Result)[A-Z]\w{2,}$|"
    r"(?:permute|transpose|swapaxes|range|arange|mean|sum|dot|mm|bmm|matmul|einsum|squeeze|"
    r"unsqueeze|repeat|tile|flatten)\s*$)"
)


def made_shapes(text: str) -> Iterator[tuple[str, int]]:
    """The sizes that calls which make an array are given, each with its place."""
    for call in _MAKER.finditer(text):
        close = _close(text, call.end())
        if close < 0:
            continue
        if then := _TURNED.match(text, close + 1):
            yield text[call.start() : then.end()], call.start()  # another shape; it is not read
            continue
        arguments = list(_arguments(text, call.end() + 1, close))
        tuples = [(group, at) for one, at in arguments if (group := _tuple(one))]
        sizes = [one for one, _ in arguments if not _KEYWORD.match(one)]
        if any(re.fullmatch(r"\s*-1\s*", one) for one in sizes):
            continue  # as many as there are
        if tuples:
            yield tuples[0]
        elif _ONE_BY_ONE.fullmatch(call["name"]) and sizes:
            yield f"({', '.join(one.strip() for one in sizes)},)", call.end()


def _tuple(argument: str) -> str:
    """The sizes of an argument that is a tuple or a list, with its keyword or without one."""
    keyword = _KEYWORD.match(argument)
    if keyword and keyword["name"] not in ("size", "shape"):
        return ""
    found = _TUPLE.fullmatch(argument, keyword.end() if keyword else 0)
    return found["group"] if found else ""


def _close(text: str, start: int) -> int:
    """The place of the bracket that closes the one at `start`, or -1."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at
    return -1


def _arguments(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    depth, begin = 0, start
    for at in range(start, end):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == "," and depth == 0:
            yield text[begin:at], begin
            begin = at + 1
    if text[begin:end].strip():
        yield text[begin:end], begin
