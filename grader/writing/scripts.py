"""Letters as people type them: scripts that no formula is written in, and letters that only look
like mathematics."""

from __future__ import annotations

import re
import unicodedata

# Letters of prose: Latin with all its accents, but not × and ÷, which stand among them.
LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
# What may stand right after a letter of a name: no word ends there.
NAMED = f"{LATIN}0-9_Ͱ-Ͽ₀-ₜ\u0300-\u036f"
# Scripts other than Latin and Greek, with their punctuation; full-width digits are digits.
OTHER = (
    "\u0400-\u052f\u0530-\u109f\u10a0-\u1cff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff"
    "\uff01-\uff0f\uff1a-\uffef"
)
FOREIGN = re.compile(f"[{OTHER}](?:[{OTHER}\\s]*[{OTHER}])?")
# Two slashes with words behind them: no code divides by those.
REMARK_IN_WORDS = rf"//+\s*(?=[A-Z][a-z]{{2}}|[a-z]{{2,}}:?[ \t]+[a-z]{{2}}|[{OTHER}])"
# Bold and slanted letters as characters of their own, such as the bold 𝐚.
_MATHEMATICAL = {
    code: plain
    for code in range(0x1D400, 0x1D800)
    if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1 and plain != chr(code)
}
# Signs of arithmetic as wide as a letter of a script without blanks.
_WIDE = dict(zip("＝＋－＊／＾＿", "=+-*/^_", strict=True))
_SIGNS = str.maketrans({**{chr(code): it for code, it in _MATHEMATICAL.items()}, "∗": "*", **_WIDE})
# A wide bracket that belongs to a formula, and no remark: it touches a name or a sign, and there
# are no words in it.
_BRACKETED = re.compile(
    rf"(?P<before>[A-Za-z0-9Ͱ-Ͽ_}}\])]|[-+*/=·^({{$]\s?)（(?P<inner>(?:[^（）\n{OTHER}]|，){{1,200}})）"
)
_NAMED_ALONE = re.compile(r"\s*[A-Za-z]{2,}(?:[-\s，]+[A-Za-z]+)*\s*")
# Wide brackets stand in each other so deep, and no deeper.
_NESTED = 3
# Where a page has both marks around a formula: $`x`$.
_BOTH = re.compile(r"(?<!\$)\$`([^`$\n]+)`\$(?!\$)")
# Where a page says in a word that mathematics follows: :math:`x`.
_CALLED_MATHS = re.compile(r":(?:math|eq):(?=`)")
# Where a page escapes a full stop, so that a number does not begin a list: 0\\.
_ESCAPED = re.compile(r"(?<=\d)\\(\.)")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_HTML = re.compile(r"<(?P<tag>su[bp])>(?P<inner>[^<>\n]{1,40})</(?P=tag)>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:i|b|em|strong|code|math|span|p|div|center)(?:\s[^<>\n]{0,80})?>", re.IGNORECASE
)
# Where a page escapes twice: \\( … \\) for \( … \).
_TWICE = re.compile(
    r"\\\\\((?P<p>(?:(?!\\\\\().)+?)\\\\\)|\\\\\[(?P<b>(?:(?!\\\\\[).)+?)\\\\\]", re.S
)
# Where a page escapes every sign of mathematics, its dollars too: \$O(n\^2)\$.
_DOLLAR = re.compile(r"(?<!\\)\$")
_SIGN_ESCAPED = re.compile(r"\\([$^_*\\])")
# Brackets and a step of time by their commands: \lbrack a \rbrack, c^{\left< t \right>}.
_BRACKET = re.compile(r"\\(?P<side>[lr])brack(?![A-Za-z])")
_STEP = re.compile(
    r"\^\s*\{\s*(?:\\left)?\s*(?:<|\\lt(?![A-Za-z]))\s*(?P<step>t(?:\s*[-−+]\s*1)?)\s*"
    r"(?:\\right)?\s*(?:>|\\gt(?![A-Za-z]))\s*\}"
)
# Braces around a name that has its accent in them and its scripts behind: {\tilde{c}}^{t}.
_BRACED_NAME = re.compile(
    r"(?<![A-Za-z_^}\\])\{(?P<name>\\(?:wide)?(?:hat|tilde|bar)\s*(?:\{\\?[A-Za-z]+\}|[A-Za-z]))\}"
    r"(?=\s*[_^])"
)


def as_typed(text: str) -> str:
    """The text in plain letters, as long as before, so that places in it stay what they are."""
    if text.count(r"\$") > 1 and not _DOLLAR.search(text):
        text = _SIGN_ESCAPED.sub(r" \1", text)
    text = _BREAK.sub(lambda found: " " * len(found.group()), text.translate(_SIGNS))
    for _ in range(_NESTED if "（" in text else 0):
        text = _BRACKETED.sub(_narrowed, text)
    text = _CALLED_MATHS.sub(lambda found: " " * len(found.group()), text)
    text = _TAG.sub(lambda found: " " * len(found.group()), text)
    text = _HTML.sub(_scripted, text)
    text = _ESCAPED.sub(r"\1 ", text)
    text = _BOTH.sub(r"$ \1 $", text)
    if "\\" in text:
        text = _BRACKET.sub(lambda found: ("[" if found["side"] == "l" else "]").ljust(7), text)
        text = _STEP.sub(lambda it: f"^{{<{it['step']}>}}".ljust(len(it.group())), text)
        text = _BRACED_NAME.sub(r" \g<name> ", text)
    return _TWICE.sub(_once, text)


def _narrowed(found: re.Match[str]) -> str:
    """`tanh（c）` as `tanh(c)`; `RNN（LSTM）` as it stands."""
    if _NAMED_ALONE.fullmatch(found["inner"]):
        return found.group()
    return f"{found['before']}({found['inner'].replace('，', ',')})"


def _scripted(found: re.Match[str]) -> str:
    """`c<sub>t</sub>` as `c_{t}`, with blanks for the rest of the tags."""
    sign = "_" if found["tag"].casefold() == "sub" else "^"
    return f"{sign}{{{found['inner']}}}".ljust(len(found.group()))


def _once(found: re.Match[str]) -> str:
    if found["p"] is not None:
        return f" \\({found['p']}\\) "
    return f" \\[{found['b']}\\] "
