"""Subscripts and superscripts on one line: as Unicode's small letters, else as `_f` and `^(…)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SUB = dict(
    zip(
        "0123456789+−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
# No capitals: with Q missing, W^Q beside Wᴷ would look like two different things.
_SUPER = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyz",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
)
_TRANSPOSES = ("T", "⊤", "⊺")
_RAISED = {"∘": "°", "∗": "*", "⋆": "*", **{sign: sign for sign in "′″‴⁗*°†"}}  # as they are
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_BARE = re.compile(rf"[^\W_{''.join(_SUB.values())}{''.join(_SUPER.values())}]+|\S|⟨[^⟨⟩]*⟩")


@dataclass(frozen=True)
class Script:
    """The text of a script, and whether a letter right after it would seem to belong to it."""

    text: str
    open_ended: bool = False


def small_letters() -> str:
    """Every character that stands below the line."""
    return "".join(_SUB.values())


def cut_primes(text: str) -> tuple[str, str]:
    """The primes that a superscript begins with, and the rest of it."""
    rest = text.lstrip("′″‴⁗")
    return text[: len(text) - len(rest)], rest


def fits_below(text: str) -> bool:
    """Whether `text` has small letters below the line. A long word reads better without them."""
    return all(character in _SUB for character in text) and not _LONG_WORD.search(text)


def lowered(text: str, *, plain_letters: bool = False) -> Script:
    """`text` as a subscript. With `plain_letters` only numbers are set as small characters."""
    letters = any(character.isalpha() for character in text)
    if fits_below(text) and not (plain_letters and letters):
        return Script("".join(_SUB[character] for character in text))
    if _BARE.fullmatch(text):
        return Script(f"_{text}", open_ended=True)
    return Script(f"_{{{text}}}")


def raised(text: str, *, limit: bool = False) -> Script:
    """`text` as a superscript. The upper `limit` of a sum to T is no transpose."""
    if text in _TRANSPOSES and not limit:
        return Script("ᵀ")
    if text and all(character in _RAISED for character in text):
        return Script("".join(_RAISED[character] for character in text))
    if all(character in _SUPER for character in text) and not _LONG_WORD.search(text):
        small = "".join(_SUPER[character] for character in text)
        return Script(small, open_ended=len(text) > 1)
    if _BARE.fullmatch(text):
        return Script(f"^{text}", open_ended=not text.endswith("⟩"))
    return Script(f"^{text}" if _in_parentheses(text) else f"^({text})")


def _in_parentheses(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and position < len(text) - 1:
            return False
    return True
