"""Names: finding the declared one, its indices, and the range of an index without bounds."""

from __future__ import annotations

import re
from abc import abstractmethod

from .functions import SPELLED
from .names import bases, candidates, group_end
from .powers import Powers
from .spelling import plain, tokens
from .tree import Call, Constant, Entry, Expr, Identity, Name, Number, add, number, walk

LONGEST_WORD = 40
_RUN = re.compile(r"[A-Za-z0-9]+")
_MODULE = re.compile(r"(?:np|numpy|torch|math|sympy|sp|F|jnp)\.(?=[A-Za-z])")
_CALL = re.compile(r"\s*(?:\\left|\\bigl?|\\Bigl?|\\,)?\s*[({^_]")


class Names(Powers):
    """What a name can be: declared, bound by a sum around it, a constant or a function."""

    @abstractmethod
    def applied(self, function: str, primes: int = 0) -> Expr:
        """A function whose name has just been read, with its argument."""

    def name(self, *, longest: int | None = None) -> Expr | None:
        """The name that starts here, or None where nothing here looks like a name.

        `longest` limits it to so many characters. A word that is not declared is read as a
        product of declared names only if all of it is: `nd` is n·d, but `dmodel` is refused.
        """
        start = self.at
        phrase = self.phrase()
        if phrase is not None:
            return phrase
        module = _MODULE.match(self.text, self.at)
        if module and not self.is_declared(module.group()[:-1]):
            self.at = start = module.end()
        word = _RUN.match(self.text, start)
        if word and len(word.group()) > LONGEST_WORD:
            raise self.fail(f"a word of more than {LONGEST_WORD} letters", start)
        for key, end in candidates(self.text, start):
            if longest is not None and end > start + longest:
                continue
            if self.knows(key, start, end) and (longest or self.covers(end)):
                self.at = end
                return self.resolved(key, start)
        if next(bases(self.text, start), None) is None:
            return None
        raise self.unknown(start)

    def is_declared(self, key: str) -> bool:
        return key in self.bound or key in self.symbols.keys or key in self.symbols.einstein

    def declared_here(self) -> bool:
        return any(
            self.is_declared(key) and end > self.at + 1
            for key, end in candidates(self.text, self.at)
        )

    def knows(self, key: str, start: int, end: int) -> bool:
        if self.is_declared(key) or key in self.symbols.euler or key in self.symbols.imaginary:
            return True
        if key == "pi":
            return True
        if key.rstrip("'") in self.symbols.keys and key.endswith("'"):
            return self.symbols.keys[key.rstrip("'")] in self.symbols.functions
        if key not in SPELLED:
            return False
        whole = not self.text[end : end + 1].isalnum()
        return self.text[start] == "\\" or whole or bool(_CALL.match(self.text, end))

    def covers(self, end: int) -> bool:
        """Whether what is left of the word after `end` is made of known names too."""
        run = _RUN.match(self.text, end)
        if run is None or not self.text[end - 1].isalnum():
            return True
        if self.text[end - 1 : end].isalpha() and self.text[end].isdecimal():
            return False
        before = re.search(r"\\[A-Za-z]+$", self.text[:end])
        if before:
            return True
        if end not in self.covered:
            self.covered[end] = any(
                self.knows(key, end, last) and self.covers(last)
                for key, last in candidates(self.text, end)
            )
        return self.covered[end]

    def unknown(self, start: int) -> Exception:
        """The refusal of a name, with what it may have been meant to be."""
        word, end = next((key, end) for key, end, _ in bases(self.text, start))
        decorated = next((key for key, last in candidates(self.text, start) if last > end), word)
        written = self.text[start:end]
        if (decorated != word and not self.is_declared(word)) or self.text[end : end + 1] == "_":
            word = decorated
        close = self.symbols.suggestions(word)
        if re.match(r"\s*(?:\\left)?\s*\(", self.text[end:]) and len(word) > 1:
            what = f"unknown function or symbol {word}"
        elif written.startswith("\\") and word == written[1:]:
            what = f"unknown symbol \\{word}"
        else:
            what = f"unknown symbol {word}"
        if close:
            return self.fail(f"{what}: did you mean {' or '.join(close)}?", start)
        declared = ", ".join(dict.fromkeys(self.symbols.keys.values()))
        return self.fail(f"{what}: this problem uses {declared or 'no symbols'}", start)

    def phrase(self) -> Expr | None:
        """A declared spelling that is matched as a whole, such as ∂L/∂a."""
        # Most phrases are told apart by their first sign, and trying one to its end takes long.
        first = tokens(self.text[self.at : self.at + 60])[:1]
        for phrase, name in self.symbols.phrases:
            if [*phrase[:1]] != first:
                continue
            for end in range(self.at + len(phrase), min(len(self.text), self.at + 120) + 1):
                piece = self.text[self.at : end]
                if piece.count("{") != piece.count("}") or piece[-1].isspace():
                    continue
                if tuple(tokens(piece)) == phrase and not self.text[end : end + 1].isalnum():
                    start, self.at = self.at, end
                    return self.resolved(name, start, declared=True)
        return None

    def resolved(self, key: str, start: int, *, declared: bool = False) -> Expr:
        """The expression a key stands for; the place is after the name."""
        if key in self.bound or (key in self.symbols.einstein and key not in self.symbols.keys):
            return Name(key)
        symbols = self.symbols
        name = key if declared else symbols.keys.get(key)
        if name is None and key.endswith("'") and key.rstrip("'") in symbols.keys:
            return self.applied(symbols.keys[key.rstrip("'")], key.count("'"))
        if name is None:
            if key in symbols.euler:
                return Constant("e")
            if key in symbols.imaginary:
                return Constant("i")
            return self.applied(SPELLED[key]) if key in SPELLED else Constant("pi")
        name = symbols.aliases.get(name, name)
        if name in symbols.functions:
            return self.applied(name)
        if name in symbols.identity:
            return self.identity(name)
        if name in symbols.kronecker:
            return self.kronecker(start)
        if name in symbols.indexed:
            return self.family(name, start)
        if name in symbols.matrices and self.peek("_", "[") and not self.stack_follows():
            return self.indexed(Name(name), start)
        if name not in symbols.matrices and self.text.startswith("_", self.at):
            raise self.unknown(start)
        return Name(name)

    def identity(self, name: str) -> Expr:
        size = self.symbols.identity[name]
        if self.eat("_"):
            start = self.at
            end = group_end(self.text, start) if self.text[start : start + 1] == "{" else start + 1
            written = plain(self.text[start:end])
            if written.isdecimal():
                self.at = end
                return Identity(int(written))
            if written in self.symbols.sizes or written in self.symbols.scalars:
                self.at = end
                return Identity(written)
            raise self.fail(f"the size of {name} must be a number or the name of a size", start)
        return Identity(size)

    def kronecker(self, start: int) -> Expr:
        if not self.peek("_", "[", "("):
            raise self.fail("the Kronecker delta needs two indices: write \\delta_{ij}", start)
        return Call("delta", self.indices(2, start))

    def family(self, name: str, start: int) -> Expr:
        """An indexed name with its index, which may stand below, in brackets or, for a family of
        matrices, above: W^{(h)}."""
        declared = self.symbols.indexed[name]
        if self.peek("_", "["):
            return self.indexed(Name(name), start)
        if declared.shape is not None and self.peek("^"):
            self.at += 1
            opened = self.text[self.at : self.at + 1]
            if opened == "{":
                index = self.braced()
            elif opened == "(":
                self.at += 1
                index = self.expression()
                self.expect(")", start, "bracket")
            else:
                index = self.short_primary()
            return self.check(Entry(Name(name), (index,)), start)
        return self.check(Name(name), start)

    def indexed(self, base: Expr, at: int) -> Expr:
        declared = self.symbols.indexed.get(base.key) if isinstance(base, Name) else None
        shape = None if declared else self.shape(base, at)
        vector = shape is not None and 1 in (shape.rows, shape.cols)
        arity = len(declared.ranges) if declared else 1 if vector else 2
        indices = self.indices(arity, at)
        for index in indices:
            first = self.symbols.first
            if isinstance(index, Number) and (index.value < first or index.value.denominator != 1):
                raise self.fail(f"indices are whole numbers that count from {first}", at)
        return self.check(Entry(base, indices), at)

    def indices(self, arity: int, at: int) -> tuple[Expr, ...]:
        """`_i`, `_{i,j}`, `_{ij}`, `_ij`, `[i,j]` or `[i][j]`, as many as there must be."""
        found: list[Expr] = []
        commas, self.commas = self.commas, False
        while len(found) < arity:
            self.skip()
            opened = self.at
            if self.eat("["):
                found += self.listed("]", opened)
            elif self.eat("(") and not found:
                found += self.listed(")", opened)
            elif self.eat("_"):
                self.skip()
                opened = self.at
                if self.eat("{"):
                    found += self.subscripted(arity - len(found), opened)
                elif self.text[self.at : self.at + 1].isdecimal():
                    found += self.digits(arity)
                else:
                    found += [self.short_primary() for _ in range(arity)]
            else:
                break
        self.commas = commas
        if len(found) != arity:
            wanted = "one index" if arity == 1 else f"{arity} indices"
            raise self.fail(f"{wanted} needed here, found {len(found)}", at)
        return tuple(found)

    def digits(self, arity: int) -> list[Expr]:
        end = self.at
        while end < len(self.text) and self.text[end].isdecimal():
            end += 1
        written = self.text[self.at : end]
        self.at = end
        if arity > 1 and len(written) == arity:
            return [number(int(digit)) for digit in written]
        return [number(int(written[:9]))]

    def listed(self, close: str, opened: int) -> list[Expr]:
        found = [self.expression()]
        while self.eat(","):
            found.append(self.expression())
        self.expect(close, opened, "bracket")
        return found

    def subscripted(self, arity: int, opened: int) -> list[Expr]:
        """Inside `_{…}`: parted by commas, or side by side where there are no commas."""
        start = self.at
        end = group_end(self.text, opened)
        if end < 0:
            raise self.fail("this brace is never closed: add }", opened)
        if arity > 1 and "," not in self.text[start:end]:
            found: list[Expr] = []
            while not self.peek("}"):
                if self.text[self.at].isdecimal():
                    found.append(number(int(self.text[self.at])))
                    self.at += 1
                else:
                    found.append(self.short_primary())
            self.at = end
            return found
        return self.listed("}", opened)

    def index_range(self, index: str, body: Expr) -> tuple[Expr, Expr]:
        domain = self.symbols.scalars.get(self.symbols.keys.get(index, index))
        if domain is not None and domain.low is not None and domain.high is not None:
            ends = [
                Name(end) if isinstance(end, str) else Number(end)
                for end in (domain.low, domain.high)
            ]
            return ends[0], ends[1]
        for node in walk(body):
            if isinstance(node, Entry) and Name(index) in node.indices:
                place = node.indices.index(Name(index))
                dim = self.range_of(node.of, place)
                if dim is not None:
                    size = Name(dim) if isinstance(dim, str) else number(dim)
                    first = self.symbols.first
                    return number(first), size if first == 1 else add(size, number(first - 1))
        raise self.fail(f"the range of {index} is not known here: write \\sum_{{{index}=1}}^{{…}}")

    def range_of(self, of: Expr, place: int) -> int | str | None:
        if isinstance(of, Name) and of.key in self.symbols.indexed:
            return self.symbols.indexed[of.key].ranges[place]
        shape = self.shape(of, self.at)
        if shape is None:
            return None
        if 1 in (shape.rows, shape.cols):
            return shape.rows if shape.cols == 1 else shape.cols
        return (shape.rows, shape.cols)[place]
