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

from grader.values import Array, Opaque, TooLarge, WireError, decode, encode, wire

Pair = namedtuple("Pair", "left right")

PLAIN = [
    None, True, False, 0, -1, 2**53, -(2**53) - 1, 2**8191, 0.0, -0.0, 0.1, 1e-320,
    math.inf, -math.inf, 1 + 2j, complex(math.inf, -0.0), "", "text", "Ünï – ∂", b"", b"\x00\xff",
    [], (), {}, [1, [2, (3,)]], {"a": 1, 2: "b", None: [], (1, "x"): {}}, Opaque("builtins.map"),
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
        (np.longdouble([0.5, 2]), [0.5, 2.0]),
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
    @property
    def __class__(self) -> Any:  # type: ignore[override]
        raise RuntimeError("no")


class Broken(np.ndarray):
    size = property(lambda self: 1 / 0)  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ((item for item in ()), "builtins.generator"),
        ({1}, "builtins.set"),
        (range(3), "builtins.range"),
        (np.array(["a"]), "numpy array of text"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "numpy array of dates"),
        (np.zeros(1, dtype=[("a", "f8")]), "numpy array of records"),
        (np.ma.array([1.0, 2.0], mask=[0, 1]), "numpy array with masked entries"),
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
        (lambda: 0, lambda: np.broadcast_to(np.zeros(1), (10**6, 10**6)),
         "an array of 1,000,000,000,000 entries"),
        (lambda: 0, lambda: torch.zeros(1).expand(10**12), "an array of 1,000,000,000,000 entries"),
    ],
    ids=["depth", "bits", "values", "keys", "text", "numpy view", "torch view"],
)  # fmt: skip
def test_every_cap_holds_on_the_way_out(fits: Any, too_large: Any, words: str) -> None:
    assert decode(encode(fits())) is not wire
    with pytest.raises(TooLarge) as error:
        encode(too_large())
    assert str(error.value) == words


def test_buffers_are_capped_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_BUFFER_BYTES", 1 << 20)
    assert len(encode([b"x" * (1 << 19)] * 2)) > 1 << 20
    with pytest.raises(TooLarge, match=r"^more than 1 MB of array data$"):
        encode([b"x" * (1 << 19)] * 3)


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
        (frame({"a": 3}), "a malformed frame: TypeError"),
        (frame({"a": {}}), "a malformed frame: KeyError"),
        (frame(array_entry(dtype="object"), bytes(16)), "an array of unknown kind"),
        (frame(array_entry(library="jax"), bytes(16)), "an array of unknown kind"),
        (frame(array_entry(layout="round"), bytes(16)), "an array of unknown layout"),
        (frame(array_entry(shape=[-2]), bytes(16)), "an array of impossible shape"),
        (frame(array_entry(shape=[1] * 33), bytes(16)), "an array of impossible shape"),
        (frame(array_entry(shape=[3]), bytes(16)),
         "an array whose size does not match its shape"),
        (frame(array_entry(shape=[2**62, 0], at=[0, 0])), "a malformed frame: ValueError"),
    ],
)  # fmt: skip
def test_a_malformed_frame_is_named(data: bytes, words: str) -> None:
    with pytest.raises(WireError) as error:
        decode(data)
    assert str(error.value) == words


def test_random_and_mutated_frames_do_no_harm() -> None:
    """30 000 of them decode to a value or to WireError, and allocate nothing out of proportion."""
    rng = random.Random(20)
    seeds = [
        encode(value)
        for value in (
            {"kind": "returned", "value": np.eye(3), "printed": "x", "list": [1, 2.5, None]},
            (torch.ones(2, 3), [b"bytes", 2**70, 1j, math.inf], Opaque("a.b")),
            {"a": {"b": {"c": [np.int64(3), ("x", True)]}}},
        )
    ]
    words = [b'"a"', b'"l"', b'"d"', b"[", b"]", b"{", b"}", b"1e999", b"-1",
             b"4611686018427387904",
             b'"shape"', b'"float64"', b'"bool"', b"null", b'"at"', b"NaN", b"\x00"]  # fmt: skip
    decoded = refused = 0
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
        try:
            decode(bytes(data), native=number % 2 == 0)
            decoded += 1
        except WireError:
            refused += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (decoded + refused, decoded > 500, refused > 500) == (30_000, True, True)
    assert peak < 32 << 20
