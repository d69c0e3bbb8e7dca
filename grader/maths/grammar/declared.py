"""Finding the declared name at a place, and what it stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.maths.grammar.cursor import UnknownName
from grader.maths.grammar.part import Part
from grader.maths.tree.functions import function_named
from grader.maths.tree.names import bases, candidates, group_end
from grader.maths.tree.nodes import Applied, Constant, Entry, Expr, Identity, Name, Transpose
from grader.maths.tree.spelling import SUPERSCRIPTS, phrase_tokens, plain

if TYPE_CHECKING:
    from grader.maths.grammar.reader import Reader

# Each way to cut a word into names is tried; no name of a course is half as long as this.
MAX_WORD = 40
_RUN = re.compile(r"[A-Za-z0-9]+")
_NUMBERED = re.compile(r"([A-Za-z]+)(\d+)")
# Functions that people write without any sign around them, as in nlogn.
_LOGARITHMS = ("log", "ln", "lg")
# Undeclared, before a bracket, these are no misspelt names: suggesting one would lead astray.
_ORDERS = ("O", "Theta")
_MODULE = re.compile(
    r"(?:np|numpy|torch|math|sympy|sp|F|jnp|tf|jax|self)\.(?=[A-Za-z])"
    r"|(?:[A-Za-z]\w*\._?|_)(?=(?:softmax|sigmoid|tanh|exp|sqrt)\s*\()"
)
_OPENED = re.compile(r"\s*(?:\\left)?\s*\(")
_CALL = re.compile(r"\s*(?:\\left|\\bigl?|\\Bigl?|\\,)?\s*[({^_]")


class Declared(Part):
    """What a name can be: declared, bound by a sum around it, a constant or a function."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.covered: dict[int, bool] = {}  # places from which a word is made of known names

    def name(self, *, longest: int | None = None) -> Expr | None:
        """The name that starts here, or None where nothing here looks like a name.

        `longest` limits it to so many characters. A word that is not declared is read as a
        product of declared names only if all of it is: `nd` is n·d, but `dmodel` is refused.
        """
        start = self.here.at
        phrase = self.phrase()
        if phrase is not None:
            return phrase
        module = self.here.match(_MODULE)
        if module and not self.here.is_declared(module.group()[:-1]):
            self.here.at = start = module.end()
        word = _RUN.match(self.here.text, start)
        if word and len(word.group()) > MAX_WORD:
            raise self.here.fail(f"a word of more than {MAX_WORD} letters", start)
        for key, end in candidates(self.here.text, start):
            if longest is not None and end > start + longest:
                continue
            if self.knows(key, start, end) and (longest or self.covers(end)):
                self.here.at = end
                return self.resolved(key, start)
        if next(bases(self.here.text, start), None) is None:
            return None
        raise self.unknown(start)

    def declared_here(self) -> bool:
        return any(
            self.here.is_declared(key) and end > self.here.at + 1
            for key, end in candidates(self.here.text, self.here.at)
        )

    def knows(self, key: str, start: int, end: int) -> bool:
        if (
            self.here.is_declared(key)
            or key in self.here.symbols.euler
            or key in self.here.symbols.imaginary
        ):
            return True
        if key == "pi":
            return True
        if self.is_transposed(key):
            return True
        if key.rstrip("'") in self.here.symbols.keys and key.endswith("'"):
            return self.here.symbols.keys[key.rstrip("'")] in self.here.symbols.functions
        if function_named(key.rstrip("'")) is None:
            return False
        after = self.here.text[end : end + 1]
        whole = not after.isalnum() or after in SUPERSCRIPTS
        if self.here.text[start] == "\\" or whole or _CALL.match(self.here.text, end):
            return True
        # nlogn: a logarithm among names that touch, unless its letters are names themselves
        letters = key in _LOGARITHMS and not all(self.here.is_declared(letter) for letter in key)
        return letters and self.covers(end)

    def is_transposed(self, key: str) -> bool:
        """A matrix with one prime that is no name of its own: A' is its transpose."""
        symbols = self.here.symbols
        return key.endswith("'") and symbols.keys.get(key[:-1]) in symbols.matrices

    def covers(self, end: int) -> bool:
        """Whether what is left of the word after `end` is made of known names too."""
        run = _RUN.match(self.here.text, end)
        if run is None or not self.here.text[end - 1].isalnum():
            return True
        if self.here.text[end - 1 : end].isalpha() and self.here.text[end].isdecimal():
            return False
        if self.after_command(end):
            return True
        if end not in self.covered:
            self.covered[end] = any(
                self.knows(key, end, last) and self.covers(last)
                for key, last in candidates(self.here.text, end)
            )
        return self.covered[end]

    def after_command(self, end: int) -> bool:
        """Whether the letters before `end` are a command's name, looked at backwards."""
        start = end
        while start and self.here.text[start - 1].isascii() and self.here.text[start - 1].isalpha():
            start -= 1
        return start < end and self.here.text[start - 1 : start] == "\\"

    def unknown(self, start: int) -> Exception:
        """The refusal of a name, with what it may have been meant to be."""
        word, end = next((key, end) for key, end, _ in bases(self.here.text, start))
        decorated = next(
            (key for key, last in candidates(self.here.text, start) if last > end), word
        )
        written = self.here.text[start:end]
        if (decorated != word and not self.here.is_declared(word)) or self.here.text[
            end : end + 1
        ] == "_":
            word = decorated
        numbered = _NUMBERED.fullmatch(word)
        if numbered and self.here.symbols.keys.get(numbered[1]) in self.here.symbols.scalars:
            name, digits = numbered.groups()
            return self.here.fail(
                f"a number right after {name}: write {name}^{digits} for a power, or "
                f"{digits}*{name} for a product",
                start + len(name),
            )
        if word in _ORDERS and _CALL.match(self.here.text, end):
            return self.here.fail(
                f"{word}(…) is an order of growth, and a formula has none: write its terms out",
                start,
            )
        close = self.here.symbols.suggestions(word)
        if _OPENED.match(self.here.text, end) and len(word) > 1:
            what = f"unknown function or symbol {word}"
        elif written.startswith("\\") and word == written[1:]:
            what = f"unknown symbol \\{word}"
        else:
            what = f"unknown symbol {word}"
        if close:
            what += f": did you mean {' or '.join(close)}?"
        else:
            symbols = self.here.symbols
            names = dict.fromkeys(symbols.keys.values())
            declared = ", ".join(name for name in names if name not in symbols.functions)
            what += f": this problem uses {declared or 'no symbols'}"
        return UnknownName(what, self.here.text, start)

    def phrase(self) -> Expr | None:
        """A declared spelling that is matched as a whole, such as ∂L/∂a."""
        # Most phrases are told apart by their first sign, and trying one to its end takes long.
        first = [*phrase_tokens(self.here.text[self.here.at : self.here.at + 60])[:1]]
        for phrase, name in self.here.symbols.phrases:
            if [*phrase[:1]] != first:
                continue
            for end in range(
                self.here.at + len(phrase), min(len(self.here.text), self.here.at + 120) + 1
            ):
                piece = self.here.text[self.here.at : end]
                if piece.count("{") != piece.count("}") or piece[-1].isspace():
                    continue
                found = phrase_tokens(piece)
                if found[:-1] != phrase[: max(0, len(found) - 1)]:
                    break  # the last sign may be half a command; those before it stay as they are
                if found == phrase and not self.here.text[end : end + 1].isalnum():
                    start, self.here.at = self.here.at, end
                    return self.resolved(name, start, declared=True)
        return None

    def resolved(self, key: str, start: int, *, declared: bool = False) -> Expr:
        """The expression a key stands for; the place is after the name."""
        if key in self.here.bound or (
            key in self.here.symbols.einstein and key not in self.here.symbols.keys
        ):
            return Name(key)
        symbols = self.here.symbols
        name = key if declared else symbols.keys.get(key)
        if name is None and key.endswith("'") and self.is_transposed(key):
            return Transpose(Name(symbols.keys[key[:-1]]))
        if name is None and key.endswith("'") and key.rstrip("'") in symbols.keys:
            return self.reader.calls.applied(symbols.keys[key.rstrip("'")], key.count("'"))
        if name is None:
            if key in symbols.euler:
                return Constant("e")
            if key in symbols.imaginary:
                return Constant("i")
            base = key.rstrip("'")
            function, primes = function_named(base), key.count("'")
            if function is None:
                return Constant("pi")
            return self.reader.calls.applied(function, primes, spelled=base)
        name = symbols.aliases.get(name, name)
        if name in symbols.functions:
            return self.reader.calls.applied(name)
        if name in symbols.identity:
            return self.identity(name)
        if name in symbols.kronecker:
            return self.kronecker(start)
        if name in symbols.indexed:
            return self.family(name, start)
        if (
            name in symbols.matrices
            and self.here.peek("_", "[")
            and not self.reader.scripts.stack_follows()
        ):
            return self.reader.indices.indexed(Name(name), start)
        if name not in symbols.matrices and self.here.starts("_"):
            raise self.unknown(start)
        return Name(name)

    def identity(self, name: str) -> Expr:
        size = self.here.symbols.identity[name]
        if self.here.eat("_"):
            start = self.here.at
            end = (
                group_end(self.here.text, start)
                if self.here.text[start : start + 1] == "{"
                else start + 1
            )
            written = plain(self.here.text[start:end])
            if written.isdecimal():
                self.here.at = end
                return Identity(int(written))
            if written in self.here.symbols.sizes or written in self.here.symbols.scalars:
                self.here.at = end
                return Identity(written)
            raise self.here.fail(
                f"the size of {name} must be a number or the name of a size", start
            )
        return Identity(size)

    def kronecker(self, start: int) -> Expr:
        if not self.here.peek("_", "[", "("):
            raise self.here.fail("the Kronecker delta needs two indices: write \\delta_{ij}", start)
        return Applied("delta", self.reader.indices.indices(2, start))

    def family(self, name: str, start: int) -> Expr:
        """An indexed name with its index, which may stand below, in brackets or, for a family of
        matrices, above: W^{(h)}."""
        declared = self.here.symbols.indexed[name]
        if self.here.peek("_", "["):
            return self.reader.indices.indexed(Name(name), start)
        if declared.shape is not None and self.here.peek("^"):
            self.here.at += 1
            opened = self.here.ahead()
            if opened == "{":
                index = self.reader.brackets.braced()
            elif opened == "(":
                self.here.at += 1
                index = self.reader.terms.expression()
                self.here.expect(")", start, "bracket")
            else:
                index = self.reader.primaries.short_primary()
            return self.here.check(Entry(Name(name), (index,)), start)
        return self.here.check(Name(name), start)
