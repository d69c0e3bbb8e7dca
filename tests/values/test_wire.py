"""Values survive the way there and back, and nothing a hostile process sends does harm."""

from __future__ import annotations

import json
import math
import random
import tracemalloc
from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest
import torch

from grader.values import Array, Opaque, Rng, TooLarge, WireError, decode, encode, wire

Pair = namedtuple("Pair", "left right")

PLAIN = [
    None, True, False, 0, -1, 2**53, -(2**53) - 1, 2**8191, 0.0, -0.0, 0.1, 1e-320,
    math.inf, -math.inf, 1 + 2j, complex(math.inf, -0.0), "", "text", "Ünï – ∂", b"", b"\x00\xff",
    [], (), {}, [1, [2, (3,)]], {"a": 1, 2: "b", None: [], (1, "x"): {}}, Opaque("builtins.map"),
    Rng(0), Rng(2**31 - 1, "seed"),
]  # fmt: skip


@pytest.mark.parametrize("value", PLAIN, ids=lambda value: repr(value)[:30])
def test_plain_values_come_back(value: Any) -> None:
    back = decode(encode(value))
    assert back == value
    assert type(back) is type(value)
    assert repr(back) == repr(value)  # -0.0 is not 0.0, True is not 1


def test_nan_comes_back() -> None:
    assert math.isnan(decode(encode(math.nan)))
    assert math.isnan(decode(encode(complex(0, math.nan))).imag)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("dtype", sorted(set(wire.DTYPES) - {"bfloat16"}))
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 4), (2, 3)])
def test_numpy_arrays_come_back(dtype: str, shape: tuple[int, ...], native: bool) -> None:
    array = (np.arange(math.prod(shape)).reshape(shape) % 2).astype(dtype)
    back = decode(encode(array), native=native)
    if native:
        assert isinstance(back, np.ndarray)
        assert back.flags.writeable
        assert back.flags.owndata or back.base is not None
    else:
        assert (back.library, back.dtype) == ("numpy", dtype)
        back = back.data
    assert (back.shape, back.dtype.name) == (shape, dtype)
    assert (back == array).all()


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(
    "dtype",
    ["bool", "int8", "int16", "int32", "int64", "uint8", "float16", "bfloat16", "float32",
     "float64", "complex64", "complex128"],
)  # fmt: skip
def test_tensors_come_back(dtype: str, native: bool) -> None:
    tensor = torch.tensor([[0, 1, 1], [1, 0, 1]]).to(getattr(torch, dtype))
    back = decode(encode(tensor), native=native)
    if native:
        assert torch.equal(back, tensor)
        assert back.dtype == tensor.dtype
    else:
        assert (back.library, back.dtype, back.data.shape) == ("torch", dtype, (2, 3))
        assert back.data.tolist() == tensor.tolist()


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_strided_array_arrives_as_a_view(library: Any) -> None:
    data = np.arange(6.0).reshape(2, 3)
    back = decode(encode(Array(data, library, layout="strided")), native=True)
    contiguous = back.is_contiguous() if library == "torch" else back.flags.c_contiguous
    assert not contiguous
    assert back.tolist() == data.tolist()


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (Pair(1, 2.5), (1, 2.5)),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (np.float64(0.5), 0.5),
        (np.int8(3), 3),
        (np.bool_(True), True),
        (np.array([1, "x", None], dtype=object), [1, "x", None]),
        (np.array([[1, 2.5]], dtype=object), [[1, 2.5]]),
        (np.array([0.5, 2], dtype=np.longdouble), [0.5, 2.0]),
        (np.ma.array([1.0, 2.0]), [1.0, 2.0]),
        (np.arange(4)[::-2], [3, 1]),
        (torch.arange(4.0).reshape(2, 2).T, [[0.0, 2.0], [1.0, 3.0]]),
        (torch.tensor([1 + 2j]).conj(), [1 - 2j]),
        (torch.nn.Parameter(torch.ones(2)), [1.0, 1.0]),
        ("\ud800", "\\ud800"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_has_a_plain_form_gets_it(value: Any, wanted: Any) -> None:
    back = decode(encode(value))
    assert (back.data.tolist() if isinstance(back, Array) else back) == wanted


class Liar:
    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("no")


class Broken(np.ndarray):
    size = property(lambda self: 1 / 0)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (iter(item for item in [1]), "builtins.generator"),
        ({1}, "builtins.set"),
        (range(3), "builtins.range"),
        (np.array(["a"]), "numpy array of text"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "numpy array of dates"),
        (np.zeros(1, dtype=[("a", "f8")]), "numpy array of records"),
        (np.ma.array([1.0, 2.0], mask=[False, True]), "numpy array with masked entries"),
        (torch.eye(2).to_sparse(), "sparse_coo tensor of float32"),
        (torch.ones(2, device="meta"), "strided tensor of float32"),
        (lambda: Liar(), "an object that cannot be read"),
        (lambda: np.zeros(2).view(Broken), "an object that cannot be read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_has_none_is_opaque(value: Any, name: str) -> None:
    made = value() if callable(value) else value  # pytest looks at what it is given
    assert decode(encode(made)) == Opaque(name)


def deep(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("fits", "too_large", "words"),
    [
        (lambda: deep(wire.MAX_DEPTH), lambda: deep(wire.MAX_DEPTH + 1),
         "nested more than 100 levels deep"),
        (lambda: 2**8191, lambda: 2**8192, "an integer of more than 8192 bits"),
        (lambda: [0] * (wire.MAX_NODES - 1), lambda: [0] * wire.MAX_NODES,
         "more than 400,000 values"),
        (lambda: dict.fromkeys(range(4096)), lambda: dict.fromkeys(range(4097)),
         "a dictionary of more than 4,096 keys"),
        (lambda: "x" * (8 << 19), lambda: "x" * (8 << 20), "more than 8 MB of lists and text"),
        (lambda: {(i, 0): 0 for i in range(1365)}, lambda: {(i, 0): 0 for i in range(1366)},
         "dictionaries with more than 4,096 values in keys that are neither text nor small "
         "integers"),
        (lambda: [1j] * 20_000, lambda: [1j] * 210_000,
         "more than 1,000,000 brackets and commas of lists and text"),
        (lambda: 0, lambda: np.broadcast_to(np.zeros(1), (10**6, 10**6)),
         "an array of shape (1000000, 1000000)"),
        (lambda: 0, lambda: torch.zeros(1).expand(10**12), "an array of shape (1000000000000,)"),
        (lambda: np.zeros((0, 1 << 20)), lambda: np.zeros((0, 1 << 21)),
         "an array of shape (0, 2097152)"),
        (lambda: 0, lambda: torch.zeros(2**20, 0, 9), "an array of shape (1048576, 0, 9)"),
        (lambda: np.zeros((1,) * 32), lambda: torch.zeros((1,) * 33), "an array of 33 axes"),
    ],
    ids=["depth", "bits", "values", "keys", "text", "odd keys", "marks", "numpy view", "torch view",
         "empty", "empty tensor", "axes"],
)  # fmt: skip
def test_every_cap_holds_on_the_way_out(fits: Any, too_large: Any, words: str) -> None:
    assert decode(encode(fits())) is not wire
    with pytest.raises(TooLarge) as error:
        encode(too_large())
    assert str(error.value) == words


@pytest.mark.parametrize(
    ("fits", "too_large", "words"),
    [
        ([b"x" * (1 << 19)] * 2, [b"x" * (1 << 19)] * 3, "more than 1 MB of array data"),
        ("x" * (1 << 19), "x" * (1 << 20), "more than 1 MB of lists and text"),
        (np.zeros(1 << 17), np.zeros((1, (1 << 17) + 1)), "an array of shape (1, 131073)"),
    ],
    ids=["together", "text", "one array"],
)
def test_no_more_is_written_than_the_other_side_takes(
    fits: Any, too_large: Any, words: str
) -> None:
    wire.check_preamble(encode(fits, 1 << 20)[: wire.PREAMBLE.size], 1 << 20)
    with pytest.raises(TooLarge) as error:
        encode(too_large, 1 << 20)
    assert str(error.value) == words


def test_a_boolean_of_other_bytes_is_true() -> None:
    odd = np.array([0, 1, 7, 255], dtype=np.uint8).view(bool)
    assert decode(encode(odd)).data.view(np.uint8).tolist() == [0, 1, 1, 1]


class Unhashed:
    """A key that raises when it is looked at."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("no")


def test_a_key_that_lies_is_no_accident() -> None:
    assert encode({Unhashed(): 1})


def frame(tree: Any, buffers: bytes = b"") -> bytes:
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    return wire.PREAMBLE.pack(wire.MAGIC, len(text), len(buffers)) + text + buffers


def array_entry(**changes: Any) -> dict[str, Any]:
    entry = {"dtype": "float64", "shape": [2], "at": [0, 16], "library": "numpy", "layout": "plain"}
    return {"a": {**entry, **changes}}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "a frame shorter than its preamble"),
        (b"GRD2" + bytes(12), "not a frame"),
        (wire.PREAMBLE.pack(wire.MAGIC, 2**31, 0), "a frame larger than allowed"),
        (wire.PREAMBLE.pack(wire.MAGIC, 0, 2**62), "a frame larger than allowed"),
        (frame(1)[:-1], "a frame whose length does not match its preamble"),
        (frame(1) + b"x", "a frame whose length does not match its preamble"),
        (frame(b"{"), "a frame whose tree is not JSON"),
        (frame(b"\xff"), "a frame whose tree is not JSON"),
        (frame(b"[" * 100_000), "a frame whose tree is not JSON"),
        (frame([1]), "a bare list"),
        (frame({"l": [], "t": []}), "a tag with more than one key"),
        (frame({"x": 1}), "an unknown tag"),
        (frame({"r": [1, "os"]}), "an unknown source of chance"),
        (frame({"r": [-1, "seed"]}), "an unknown source of chance"),
        (frame({"r": [2**53, "seed"]}), "an unknown source of chance"),
        (frame({"r": [1]}), "a malformed frame: ValueError"),
        (frame({"r": [1, {}]}), "an unknown source of chance"),
        (frame({"l": 3}), "a list was expected"),
        (frame({"l": [1] * 400_001}), "a frame with too many values"),
        (frame({"d": [[{"l": []}, 1]]}), "a dictionary key that is not plain"),
        (frame({"d": [[{"t": [{"l": []}]}, 1]]}), "a malformed frame: TypeError"),
        (frame({"d": [[1, 1]] * 4097}), "a dictionary with too many keys"),
        (frame({"i": "0x" + "f" * 3000}), "an integer too large"),
        (frame({"i": "ten"}), "a malformed frame: ValueError"),
        (frame({"f": 1.5}), "text was expected"),
        (frame({"c": ["1"]}), "a malformed frame: ValueError"),
        (frame({"b": [0, 1]}), "a buffer out of bounds"),
        (frame({"b": [-1, 1]}, b"xx"), "a buffer out of bounds"),
        (frame({"b": [True, 1]}, b"xx"), "a buffer out of bounds"),
        (frame({"l": [{"b": [0, 2]}, {"b": [1, 1]}]}, b"xx"),
         "a buffer that does not follow the one before"),
        (frame({"a": 3}), "a malformed frame: TypeError"),
        (frame({"a": {}}), "a malformed frame: KeyError"),
        (frame(array_entry(dtype="object"), bytes(16)), "an array of unknown kind"),
        (frame(array_entry(library="jax"), bytes(16)), "an array of unknown kind"),
        (frame(array_entry(layout="round"), bytes(16)), "an array of unknown layout"),
        (frame(array_entry(shape=[-2]), bytes(16)), "an array of impossible shape"),
        (frame(array_entry(shape=[1] * 33), bytes(16)), "an array of impossible shape"),
        (frame(array_entry(shape=[3]), bytes(16)),
         "an array whose size does not match its shape"),
        (frame(array_entry(shape=[2**62, 0], at=[0, 0])), "an array of impossible shape"),
        (frame(array_entry(shape=[0, 10**18], at=[0, 0])), "an array of impossible shape"),
        (frame(array_entry(shape=[2**62, 0, 2**62], at=[0, 0])), "an array of impossible shape"),
        (frame(array_entry(shape=[10**6, 0, 2], at=[0, 0])), "an array of impossible shape"),
        (frame({"l": [array_entry()] * 40}, bytes(16)),
         "a buffer that does not follow the one before"),
        (frame({"l": [{"b": [0, 8]}, {"b": [4, 8]}]}, bytes(12)),
         "a buffer that does not follow the one before"),
        (frame({"l": [{"b": [8, 8]}, {"b": [0, 8]}]}, bytes(16)),
         "a buffer that does not follow the one before"),
        (frame({"l": [{"b": [0, 8]}, {"b": [9, 8]}]}, bytes(17)),
         "a buffer that does not follow the one before"),
        (frame({"b": [0, 8]}, bytes(16)), "buffers that belong to no value"),
        (frame(1, bytes(16)), "buffers that belong to no value"),
        (frame(array_entry(dtype="bool", shape=[3], at=[0, 3]), b"\x00\x07\x01"),
         "a Boolean that is neither true nor false"),
        (frame(2**53), "an integer too large"),
        (frame(-(10**4000)), "an integer too large"),
        (frame({"d": [[{"t": [i]}, 1] for i in range(2049)]}), "a dictionary with too many keys"),
        (frame({"l": [{"d": [[0.5, 1]]}] * 4097}), "a dictionary with too many keys"),
        (frame(b"[" + b"[]," * 500_000 + b"[]]"), "a frame with too many values"),
        (frame(b"[" + b'{"":{}},' * 250_000 + b"1]"), "a frame with too many values"),
    ],
)  # fmt: skip
def test_a_malformed_frame_is_named(data: bytes, words: str) -> None:
    with pytest.raises(WireError) as error:
        decode(data)
    assert str(error.value) == words


@pytest.mark.parametrize("text", ["\\ud800", "a\\udfffb"])
def test_forged_text_can_be_reported(text: str) -> None:
    raw = b'{"l":["' + text.encode() + b'",{"o":"' + text.encode() + b'"}]}'
    for found in (item for item in decode(frame(raw))):
        shown = found.type_name if isinstance(found, Opaque) else found
        assert shown.encode()  # not so of a lone surrogate
        assert shown == text


EMPTY = {"dtype": "bool", "shape": [0], "at": [0, 0], "library": "numpy", "layout": "plain"}
# What makes many objects of few bytes, and repeated as often as fits in a tree.
DENSE = [
    [], {}, [0], {"": 0}, {"": {}}, 10.0, None, {"l": []}, {"t": [[]]}, {"d": []}, {"d": [[1, 1]]},
    {"c": ["0", "1"]}, {"i": "0xff"}, {"o": "x"}, {"b": [0, 0]}, {"a": EMPTY}, "\u2202", "x" * 99,
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.in_turn("size")
@pytest.mark.parametrize("unit", DENSE, ids=lambda unit: json.dumps(unit)[:20])
@pytest.mark.parametrize("size", [1 << 16, wire.MAX_TREE_BYTES])
def test_a_tree_makes_no_more_objects_than_it_may(unit: Any, size: int) -> None:
    text = json.dumps(unit, ensure_ascii=False, separators=(",", ":")).encode()
    count = (size - 20) // (len(text) + 1)
    for units in (count, min(count, wire.MAX_MARKS // (2 + wire.marks_in(text)), 60_000)):
        data = frame(b'{"l":[' + b",".join([text] * units) + b"]}")
        tracemalloc.start()
        try:
            held = decode(data)
        except WireError:
            held = None
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del held
        # An object of one key takes 33 times its text, which is where most is made of least.
        assert peak < (1 << 20) + min(40 * len(data), 100 << 20), units


def test_arrays_are_not_copied() -> None:
    value = [np.zeros(1 << 17) for _ in range(16)]
    data = encode(value)
    tracemalloc.start()
    held = decode(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(held) == 16
    assert not any(array.data.flags.writeable for array in held)
    assert peak < 1 << 20 < len(data)


def test_random_and_mutated_frames_do_no_harm() -> None:
    """30 000 of them decode to a value or to WireError, and allocate nothing out of proportion."""
    rng = random.Random(20)
    seeds = [
        encode(value)
        for value in (
            {"kind": "returned", "value": np.eye(3), "printed": "x", "list": [1, 2.5, None]},
            (torch.ones(2, 3), [b"bytes", 2**70, 1j, math.inf], Opaque("a.b")),
            [np.zeros(2), np.ones(2, dtype=bool), np.zeros((2, 0)), b"xy", {(1, 0.5): "\u2202"}],
            {"a": {"b": {"c": [np.int64(3), ("x", True)]}}},
        )
    ]
    words = [b'"a"', b'"l"', b'"d"', b"[", b"]", b"{", b"}", b"1e999", b"-1",
             b"4611686018427387904",
             b'"shape"', b'"float64"', b'"bool"', b"null", b'"at"', b"NaN", b"\x00", b"[0,16]",
             b"[16,2]", b"[],", b"{},", b'"\\ud800"', b"0", b"2", b'"t"', b'"i"']  # fmt: skip
    decoded = refused = 0
    largest = 0.0  # what a frame made its reader allocate, for each byte of it
    tracemalloc.start()
    for number in range(30_000):
        data = bytearray(rng.choice(seeds))
        if number % 10 == 0:
            data = bytearray(rng.randbytes(rng.randrange(64)))
            data[:4] = wire.MAGIC
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                data[at] = rng.randrange(256)
            else:
                data[at : at + rng.randrange(4)] = rng.choice(words)
        if rng.random() < 0.8 and len(data) >= 16:  # else hardly any would pass the preamble
            size = rng.choice([int.from_bytes(data[4:8], "little"), rng.randrange(len(data))])
            size = min(size, len(data) - 16)
            data[:16] = wire.PREAMBLE.pack(wire.MAGIC, size, len(data) - 16 - size)
        sent = bytes(data)
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        try:
            decode(sent, native=number % 2 == 0)
            decoded += 1
        except WireError:
            refused += 1
        _, peak = tracemalloc.get_traced_memory()
        largest = max(largest, (peak - before) / (1000 + len(sent)))
    tracemalloc.stop()
    assert (decoded + refused, decoded > 500, refused > 500) == (30_000, True, True)
    assert largest < 40
