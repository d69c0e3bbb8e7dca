"""Text in whatever encoding an editor saved it."""

from __future__ import annotations

import pytest

from grader.sandbox.inside.decoding import NotText, decoded

TEXT = "Lösung\n$x ≤ 1$\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
    ],
)
def test_what_is_read_as_it_was_written(data: bytes) -> None:
    assert decoded(data) == (TEXT, 0)


def test_an_old_encoding_is_read_as_far_as_it_goes() -> None:
    data = "One\nund noch eine lange Zeile\nLösung".encode("cp1252")
    assert decoded(data) == ("One\nund noch eine lange Zeile\nL�sung", 3)


@pytest.mark.parametrize("data", [bytes(range(256)) * 4, b"\x89PNG" + b"\x00\x00\xff" * 9])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(NotText) as told:
        decoded(data)
    assert str(told.value) == "it is not text in UTF-8 and was not read: save it as UTF-8"
