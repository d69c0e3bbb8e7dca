"""The bytes of a document as text: what no encoding fits is read as far as it goes, and told."""

from __future__ import annotations

# Text that has a zero in every fourth byte, all of them first or all second, is UTF-16.
_ZEROS = 4
# Beyond this share of what cannot be read it is no text at all.
_MOST_UNREAD = 0.1
NOT_UTF8 = "this is not UTF-8; what could not be read stands as �: save the file as UTF-8"
NOT_TEXT = "it is not text in UTF-8 and was not read: save it as UTF-8"


class NotText(Exception):
    """The file is not text; the message says what to do."""


def decoded(data: bytes) -> tuple[str, int]:
    """The text, and the first line that is not as it was written, or 0. Raises NotText."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # as some editors save "Unicode"
        return data.decode("utf-16", "replace"), 0
    try:
        return data.decode("utf-8-sig"), 0
    except UnicodeDecodeError:
        pass
    sample = data[:4096]
    zeros = sample.count(0)
    late = sample[1::2].count(0)
    if zeros * _ZEROS > len(sample) and late in (0, zeros):
        return data.decode("utf-16-le" if late else "utf-16-be", "replace"), 0
    text = data.decode("utf-8-sig", "replace")
    if zeros or text.count("�") > _MOST_UNREAD * len(text):
        raise NotText(NOT_TEXT)
    return text, text.count("\n", 0, text.index("�")) + 1
