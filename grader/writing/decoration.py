"""What is on a formula without being of it: boxes, numbers of equations, colours, braces below."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from grader.maths.tree.names import group_end
from grader.maths.tree.spelling import SUPERSCRIPTS
from grader.writing.spans import DISPLAYS

# With one argument that is dropped; with one that is kept; with two, of which the last is kept.
_DROPPED = r"tag\*?|label|eqref|ref|hspace\*?|vspace\*?|phantom|hphantom|vphantom|color|cite"
# What macros of one's own are called that give a formula a colour.
_COLOURS = (
    r"hl[a-z]?|highlight|underline|uline|uwave|"
    r"(?:c|col|clr|color|text|math)?(?:red|blue|green|orange|purple|violet|teal|cyan|magenta|gr[ae]y)"
)
_KEPT = (
    rf"{_COLOURS}|boxed|fbox|framebox|mathclap|mathrlap|mathllap|ensuremath|hbox|mbox|smash|Aboxed|"
    "eqalign"
)
_SECOND = r"colorbox|textcolor|mathcolor|overset|stackrel|fcolorbox"
_BRACED = r"underbrace|overbrace|underbracket|overbracket"
_BARE = re.compile(
    r"\\(?:nonumber|notag|qed|qedsymbol|blacksquare|square|hfill|displaystyle|textstyle|hline|"
    r"limits|nolimits|allowbreak|centering|noindent|newline|bigskip|medskip|smallskip|strut|"
    r"tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge)"
    r"(?![A-Za-z])"
)
_COMMAND = re.compile(
    rf"\\(?P<name>{_DROPPED}|{_KEPT}|{_SECOND}|{_BRACED}|underset)(?![A-Za-z])\s*(?=\{{)"
)
_ENVIRONMENT = re.compile(rf"\\(?:begin|end)\{{(?:{DISPLAYS})\*?\}}(?:\{{\d+\}})?")
_ARRAY = re.compile(
    r"\\begin\{array\}\s*\{[rcl@{}\s|]*\}((?:(?!\\begin|\\end).)*)\\end\{array\}", re.DOTALL
)
_RELATED = re.compile(r"&\s*(?:=|\\approx|\\equiv|\\le|\\ge|\\to|\\Rightarrow)|\A(?=[^&]*=)[^&]*\Z")
_SCRIPT = re.compile(r"\s*[_^]\s*")
# Letters written above in Unicode; digits and ᵀ alone are the grammar's own.
_LETTERS_ABOVE = dict(
    zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁽⁾", "abcdefghijklmnoprstuvwxyz()", strict=True)
)
_SUPERSCRIPTS = SUPERSCRIPTS | _LETTERS_ABOVE
_RAISED = re.compile(rf"(?=[⁻⁺⁰-⁹¹²³]*[{''.join(_LETTERS_ABOVE)}])[{''.join(_SUPERSCRIPTS)}]+")
# Several signs written below in Unicode; one alone is the grammar's own.
_BELOW = dict(
    zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx", strict=True)
)
_SUNK = re.compile(rf"[{''.join(_BELOW)}]{{2,}}")
# One writing for what has several: an upright d, a transpose beside a step of time, an underscore
# that is escaped, space before an exponent.
_ONE_WAY = (
    (re.compile(r"\\(?:mathrm|text|operatorname|textrm)\s*\{\s*d\s*\}\s*(?=[A-Za-z\\])"), "d"),
    (re.compile(r"\^\s*\{\s*(<[^<>{}]+>|\([^(){}]+\))\s*(T|\\top)\s*\}"), r"^{\1}^{\2}"),
    (re.compile(r"\^\s*\{\s*(?:\\[,;:! ]\s*)+"), "^{"),
    (re.compile(r"\\_"), "_"),
    # how far apart two rows stand
    (
        re.compile(
            r"\\\\\s{0,4}\[\s{0,4}-?\d{0,3}\.?\d{1,3}\s{0,4}(?:pt|p[xc]|em|ex|mm|cm|in|mu)\s{0,4}\]"
        ),
        r"\\\\",
    ),
    (re.compile(r"\\math(?:rel|bin|op|ord)\s*\{\s*([-+*/@=:]{1,2})\s*\}"), r"\1"),
)
BOX = re.compile(r"\\(?:boxed|fbox|framebox|Aboxed)(?![A-Za-z])")


def undecorated(text: str) -> str:
    """The formula itself, with `\\underset{a}{f}` as `f_{a}`; rows of an alignment keep their
    `\\\\`. Takes time in proportion to the text: nothing is looked at twice but what is kept of a
    command, which is shorter than the command."""
    text = _RAISED.sub(_lowered, text)
    text = _SUNK.sub(lambda sunk: f"_{{{''.join(map(_BELOW.__getitem__, sunk.group()))}}}", text)
    for pattern, plain in _ONE_WAY:
        text = pattern.sub(plain, text)
    text = _ARRAY.sub(lambda m: m[1] if _RELATED.search(m[1]) else m[0], text)
    text = _ENVIRONMENT.sub(" ", text)
    pieces: list[str] = []
    at = 0
    while match := _COMMAND.search(text, at):
        end = group_end(text, match.end())
        if end < 0:
            break
        pieces.append(text[at : match.start()])
        inner = text[match.end() + 1 : end - 1]
        kept, end = _kept(match["name"], inner, text, end)
        text, at = kept + text[end:], 0
        if len(pieces) > MAX_COMMANDS:
            break
    return _BARE.sub(" ", "".join(pieces) + text[at:])


_BRACE = re.compile(rf"\\(?:{_BRACED})(?![A-Za-z])\s*(?=\{{)")


def braces(text: str) -> Iterator[tuple[str, str]]:
    """(what stands above a brace, what it is called below it)."""
    for match in itertools.islice(_BRACE.finditer(text), MAX_COMMANDS):
        end = group_end(text, match.end())
        script = _SCRIPT.match(text, end) if end > 0 else None
        if script and text[script.end() : script.end() + 1] == "{":
            close = group_end(text, script.end())
            if close > 0:
                yield (
                    undecorated(text[match.end() + 1 : end - 1]),
                    text[script.end() + 1 : close - 1],
                )


def _lowered(raised: re.Match[str]) -> str:
    return "^{" + "".join(_SUPERSCRIPTS[one] for one in raised.group()) + "}"


# Of an answer; each kept argument is looked through again.
MAX_COMMANDS = 400


def _kept(name: str, inner: str, text: str, end: int) -> tuple[str, int]:
    """What stands for the command, and where the text goes on."""
    if re.fullmatch(_BRACED, name):
        script = _SCRIPT.match(text, end)
        if script:
            close = group_end(text, script.end()) if text[script.end() : script.end() + 1] == "{" \
                else script.end() + 1  # fmt: skip
            end = close if close > 0 else end
        return inner, end
    if name == "underset" or re.fullmatch(_SECOND, name):
        second = re.compile(r"\s*(?=\{)").match(text, end)
        if second and (close := group_end(text, second.end())) > 0:
            base = text[second.end() + 1 : close - 1]
            return (f"{base}_{{{inner}}}" if name == "underset" else base), close
        return inner, end
    return (inner if re.fullmatch(_KEPT, name) else " "), end
