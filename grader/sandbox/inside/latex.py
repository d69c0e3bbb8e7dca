r"""LaTeX source as Markdown: `\section*{Problem 3}` as a heading, formulas between dollars.

TeX is never run. Each line of the source gives one line, so that places in it stay true. What is
not known stays as it was written; what cannot be read is a fault at its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grader.sandbox.inside import latex_words as words
from grader.sandbox.inside.macros import (
    Expander,
    NotExpanded,
    after_space,
    braced,
    bracketed,
    definitions_in,
    with_environments,
    without,
)
from grader.values.headings import head_of
from grader.values.patterns import Pattern

MAX_CHARS = 1 << 20
# Of braces: honest sources have some ten, and each is a call inside of a call here.
MAX_DEPTH = 100
# Inside of each other; LaTeX itself has four of a kind.
MAX_LISTS = 20
# No formula is longer; one that is never closed is looked for no further.
MAX_FORMULA = 20_000
# The end of a formula that was never closed: no formula reaches over these.
_BREAK = Pattern(r"\n[ \t]*\n|\\(?:sub)*section|\\begin\{document|\\end\{document")
_COMMENT = Pattern(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_INDENT = Pattern(r"[ \t]*")
_NEXT = Pattern(r"[\\$%{}~&\n`']")
_COMMAND = Pattern(r"\\([A-Za-z@]+\*?|[^A-Za-z@])")
_LABEL_OR_NUMBER = Pattern(r"\\(?:label|nonumber|notag)\b\s*(?:\{[^{}]*\})?")
_COUNTER = Pattern(r"\\(alph|Alph|roman|Roman|arabic)\*")
_SHORT_LABEL = Pattern(r"(?<![A-Za-z])([aAiI1])(?![A-Za-z])")
_BRACES = Pattern(r"\\.|[{}]")
_CALL = Pattern(r"(?:\\[A-Za-z@]+\*?|\\.)(?:\[[^\]\n]*\])?")
_LEVELS = ["section", "subsection", "subsubsection"]
_BEGIN_LISTING = Pattern(rf"\\begin\{{({'|'.join(map(re.escape, words.VERBATIM))})\}}")
_NEW_THEOREM = Pattern(r"\\newtheorem\*?\{([^{}]+)\}(?:\[[^\]]*\])?\{([^{}]+)\}(\[[^\]]*\])?")


class TooDeep(Exception):
    """Braces or environments inside of each other without end."""


@dataclass
class Included:
    """A file that is read where the source names it."""

    name: str
    line: int


@dataclass
class Source:
    """One file as Markdown, with the places where others are read, and what is wrong with it."""

    text: str = ""
    included: list[Included] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class _List:
    """An open list: what it is, how its items are marked, and how many there were."""

    name: str
    form: str = ""
    count: int = 0


def source_of(text: str, expander: Expander | None = None) -> Source:
    """The source as Markdown. A file that is read inside of another gets its macros from there.

    Raises TooDeep.
    """
    text = text[:MAX_CHARS].replace("\r\n", "\n").replace("\r", "\n")
    theorems = _theorems(text)
    text, listings = _without_listings(text)
    text = _without_comments(text)
    _check_depth(text)
    macros, places = definitions_in(text)
    expander = expander or Expander(macros)
    text = with_environments(without(text, places), expander.macros)
    begin = text.find("\\begin{document}")
    if begin >= 0:
        text = "\n" * text.count("\n", 0, begin) + text[begin + len("\\begin{document}") :]
    text = text.partition("\\end{document}")[0]
    return _Reader(text.lstrip(" \t"), _Known(expander, theorems, listings)).run()


@dataclass
class _Known:
    """What holds in all of a source."""

    expander: Expander
    theorems: dict[str, tuple[str, bool]]
    listings: set[str]
    counters: dict[str, int] = field(default_factory=dict)
    unclosed: set[str] = field(default_factory=set)


class _Reader:
    def __init__(self, text: str, known: _Known) -> None:
        self.found = Source()
        self.text = text
        self.known = known
        self.expander, self.counters = known.expander, known.counters
        self.listing = False
        self.said: list[str] = []  # the numbers of the open sections
        self.out: list[str] = []
        self.lists: list[_List] = []
        self.tables = 0
        self.at = 0
        self.line = 1

    def run(self) -> Source:
        self._read()
        shown = {ord(hidden): sign for sign, hidden in words.HIDDEN.items()}
        self.found.text = "".join(self.out).translate(shown)
        return self.found

    def _read(self) -> None:
        text = self.text
        while match := _NEXT.search(text, self.at):
            self.out.append(text[self.at : match.start()])
            self.at = match.start()
            self._special(match[0])
        self.out.append(text[self.at :])

    def _special(self, sign: str) -> None:
        if sign == "\\":
            self._command()
        elif sign == "$":
            double = self.text.startswith("$$", self.at)
            self._formula(2 if double else 1, "$$" if double else "$")
        else:
            self.at += 1
            if sign == "\n":
                self.line += 1
                self.out.append("\n")
                if not self.listing:  # indented source is no indented text
                    self.at = _INDENT.match(self.text, self.at).end()  # type: ignore[union-attr]
            elif sign == "~":
                self.out.append(" ")
            elif sign == "&":
                self.out.append(" | " if self.tables else "&")
            elif sign in "`'":
                self.out.append("'" if sign == "`" else sign)

    # Formulas

    def _formula(self, skip: int, close: str) -> None:
        """A formula from where it opens to `close`, as one between dollars."""
        start = self.at + skip
        end = self._end_of(start, close)
        if end < 0:
            end = self._limit(start)
            self.found.faults.append((self.line, "this formula is never closed"))
            self._emit_math(self.text[start:end], "$")
            self.at = end
            return
        inline = close in ("$", "\\)")
        self._emit_math(self.text[start:end], "$" if inline else "$$")
        self.at = end + len(close)

    def _end_of(self, start: int, close: str) -> int:
        """Where the sign that closes stands, not escaped and in no braces of its own, or -1."""
        depth, at = 0, start
        end = self._limit(start)
        fallback = -1
        while at < end:
            if self.text.startswith(close, at):
                if depth <= 0:
                    return at
                fallback = at if fallback < 0 else fallback
            if self.text[at] == "\\":
                at += 2
                continue
            depth += (self.text[at] == "{") - (self.text[at] == "}")
            at += 1
        return fallback

    def _limit(self, start: int) -> int:
        """Where a formula must have ended."""
        most = min(len(self.text), start + MAX_FORMULA)
        stop = _BREAK.search(self.text, start, most)
        return stop.start() if stop else most

    def _emit_math(self, content: str, dollars: str, around: str = "") -> None:
        written = self._math(content)
        if around:
            written = f"\\begin{{{around}}}{written}\\end{{{around}}}"
        lines = written.strip(" \t") if "\n" in written else written.strip()
        self.out.append(f"{dollars}{lines}{dollars}")
        self.line += content.count("\n")

    def _math(self, content: str) -> str:
        content = _LABEL_OR_NUMBER.sub("", content)
        try:
            written = self.expander.expanded(content)
        except NotExpanded as why:
            self.found.faults.append((self.line, f"this formula is left as it is: {why}"))
            return content
        # What macros are made of may stand on several lines; a formula's own are counted.
        extra = written.count("\n") - content.count("\n")
        return written if not extra else _same_lines(written, content.count("\n"))

    # Commands

    def _command(self) -> None:
        match = _COMMAND.match(self.text, self.at)
        if match is None:
            self.at += 1
            return
        name = match[1]
        if name in ("(", "["):
            self._formula(2, "\\)" if name == "(" else "\\]")
            return
        self.at = match.end()
        plain = name.rstrip("*")
        handler = self._handler(plain)
        if handler is not None:
            handler(name)
        elif name == "\n":
            self.line += 1
            self.out.append("\n")
        elif plain in self.expander.macros:
            self._own_macro(match.start())
        elif name in words.SIGNS:
            self.out.append(words.SIGNS[name])
            if name in words.LETTERS:  # TeX takes the space that ends the name
                self.at += self.text.startswith(" ", self.at)
        elif name in words.ACCENTS:
            self._accent(name)
        elif plain in words.DROPPED:
            self._skip_arguments(words.DROPPED[plain])
        elif plain in words.SHOWN:
            self._skip_options()
            if plain in words.SECOND:
                self._argument()
            self._around(*words.SHOWN[plain])
        else:
            self.out.append(f"\\{name}")

    def _handler(self, name: str) -> Callable[[str], None] | None:
        if name in words.SECTIONS and not (name == "part" and self._inside("parts")):
            return self._section
        return {
            "begin": self._begin,
            "end": self._end,
            "item": self._item,
            "question": self._question,
            "part": self._item,
            "subpart": self._item,
            "input": self._include,
            "include": self._include,
            "subfile": self._include,
            "verb": self._verb,
            "lstinline": self._verb,
            "problem": self._numbered,
            "exercise": self._numbered,
            "fbox": self._boxed,
            "framebox": self._boxed,
            "setcounter": self._set_counter,
            "\\": self._new_row,
            "newline": self._new_row,
            "hline": lambda _: None,
        }.get(name)

    def _inside(self, name: str) -> bool:
        return any(one.name == name for one in self.lists[-MAX_LISTS:])

    def _argument(self) -> str | None:
        found = braced(self.text, after_space(self.text, self.at))
        if found is None:
            return None
        self.line += self.text.count("\n", self.at, found[1])
        self.at = found[1]
        return found[0]

    def _skip_options(self) -> str | None:
        found = bracketed(self.text, self.at)
        if found is None:
            return None
        self.at = found[1]
        return found[0]

    def _skip_arguments(self, count: int) -> None:
        lines = self.line
        self._skip_options()
        for _ in range(count):
            self._argument()
        self.out.append("\n" * (self.line - lines))

    def _inner(self, text: str) -> str:
        """An argument as Markdown, on one line."""
        reader = _Reader(text.replace("\n", " "), self.known)
        reader._read()
        for line, message in reader.found.faults:
            self.found.faults.append((self.line + line - 1, message))
        return "".join(reader.out).strip()

    def _around(self, before: str, after: str) -> None:
        lines = self.line
        argument = self._argument()
        if argument is None:
            return
        inner = self._inner(argument)
        self.out.append((f"{before}{inner}{after}" if inner else "") + "\n" * (self.line - lines))

    def _section(self, name: str) -> None:
        lines = self.line
        self._skip_options()
        title = self._inner(self._argument() or "")
        plain = name.rstrip("*")
        number = "" if name.endswith("*") else self._counted(plain)
        self._says(plain, title)
        self.out.append(f"{'#' * words.SECTIONS[plain]} {title or number}")
        self.out.append("\n" * (self.line - lines))

    def _counted(self, name: str) -> str:
        """The number that LaTeX would print: of a section without a title it is all there is."""
        if name not in _LEVELS:
            return ""
        at = _LEVELS.index(name)
        self.counters[name] = self.counters.get(name, 0) + 1
        for below in _LEVELS[at + 1 :]:
            self.counters[below] = 0
        return ".".join([*self.said[:at], str(self.counters[name])])

    def _says(self, name: str, title: str) -> None:
        """Remember which number a section has for a reader: its title's, or the counter's."""
        if name in _LEVELS:
            head = head_of(title, "heading") if title else None
            own = str(self.counters.get(name, 0))
            if head and not head.relative:
                own = head.number[-1]
            self.said = [*self.said[: _LEVELS.index(name)], own]

    def _question(self, name: str) -> None:
        """Of the class exam: counted, with points in brackets; or `\\question{3}`."""
        self._skip_options()
        argument = self.text.startswith("{", self.at) and self._argument()
        number = str(argument).strip() if argument else ""
        if not number:
            self.counters["question"] = self.counters.get("question", 0) + 1
            number = str(self.counters["question"])
        self.out.append(f"**Question {number}.** ")

    def _numbered(self, name: str) -> None:
        self._skip_options()
        argument = self._argument()
        if argument is None:
            self.out.append(f"\\{name}")
        else:
            inner = self._inner(argument)
            word = "" if (head := head_of(inner, "heading")) and head.word else f"{name.title()} "
            self.out.append(f"**{word}{inner}.**")

    def _boxed(self, name: str) -> None:
        """A box around one formula is its author's way to say what the answer is."""
        self._skip_options()
        argument = (self._argument() or "").strip()
        one = re.fullmatch(r"\$([^$]+)\$", argument)
        if one:
            self._emit_math(f"\\boxed{{{one[1]}}}", "$")
        else:
            self.out.append(self._inner(argument))

    def _verb(self, name: str) -> None:
        self._skip_options()
        sign = self.text[self.at : self.at + 1]
        end = self.text.find("}" if sign == "{" else sign, self.at + 1) if sign else -1
        stop = self.text.find("\n", self.at)
        if end < 0 or 0 <= stop < end:
            return
        self.out.append(f"`{self.text[self.at + 1 : end]}`")
        self.at = end + 1

    def _accent(self, name: str) -> None:
        found = braced(self.text, self.at)
        letter = found[0] if found else self.text[self.at : self.at + 1]
        self.at = found[1] if found else self.at + 1
        letter = {"\\i": "i", "\\j": "j"}.get(letter, letter)
        self.out.append(words.accented(letter, words.ACCENTS[name]))

    def _include(self, name: str) -> None:
        argument = self._argument()
        if argument:
            self.found.included.append(Included(argument.strip(), self.line))

    def _set_counter(self, name: str) -> None:
        counter, value = self._argument(), self._argument()
        if counter and counter.startswith("enum") and self.lists and value:
            self.lists[-1].count = int(value) if value.strip().isdigit() else 0

    def _new_row(self, name: str) -> None:
        self._skip_options()
        self.out.append(" |" if self.tables else " ")

    def _own_macro(self, start: int) -> None:
        """A macro of the student's in the text: what it stands for is read in its place."""
        end = _CALL.match(self.text, start)
        name = self.text[start + 1 : self.at].rstrip("*")
        macro = self.expander.macros[name]
        at = end.end() if end and (macro.default is not None or macro.starred) else self.at
        for _ in range(macro.arguments - (macro.default is not None)):
            argument = braced(self.text, after_space(self.text, at))
            at = argument[1] if argument else at + 1
        call = self.text[start:at]
        try:
            written = self.expander.expanded(call)
        except NotExpanded as why:
            self.found.faults.append((self.line, f"{call[:40]} is left as it is: {why}"))
            written = ""
        lines = call.count("\n")
        self.at = at
        inner = self._inner(written) if written != call else call
        if "$" not in written and re.search(r"\\(?:math|frac|sum|operatorname)|[\^_]", written):
            inner = f"${written}$"
        self.out.append(inner + "\n" * lines)
        self.line += lines

    # Environments

    def _begin(self, name: str) -> None:
        environment = (self._argument() or "").strip()
        plain = environment.rstrip("*")
        if plain in words.MATH:
            self._math_environment(environment, words.MATH[plain])
        elif plain in words.LISTS:
            self._open_list(plain)
        elif environment in self.known.listings:
            self.listing = True
            self.out.append("```")
        elif plain in words.TABLES:
            self._skip_options()
            self._argument()
            if plain in ("tabular*", "tabularx"):
                self._argument()
            self.tables += 1
        elif plain in words.BODIES:
            self._skip_options()
            self.out.append(words.BODIES[plain])
        elif plain in self.known.theorems:
            self._problem(plain)
        else:
            self._skip_options()

    def _math_environment(self, environment: str, around: str) -> None:
        close = f"\\end{{{environment}}}"
        end = -1 if environment in self.known.unclosed else self.text.find(close, self.at)
        if end < 0:
            self.known.unclosed.add(environment)
            self.found.faults.append((self.line, f"\\begin{{{environment}}} is never closed"))
            return
        if environment.startswith("alignat"):
            self._argument()
        self._emit_math(self.text[self.at : end], "$$", around)
        self.at = end + len(close)

    def _end(self, name: str) -> None:
        environment = (self._argument() or "").strip()
        plain = environment.rstrip("*")
        if self.lists and self.lists[-1].name == plain:
            self.lists.pop()
        elif plain in words.TABLES:
            self.tables = max(0, self.tables - 1)
        elif environment in self.known.listings:
            self.listing = False
            self.out.append("```")

    def _open_list(self, name: str) -> None:
        option = self._skip_options() or ""
        form = words.LISTS[name]
        depth = sum(one.name == name for one in self.lists[-MAX_LISTS:])
        if name == "enumerate":
            form = ("1.", "(a)", "i.", "A.")[min(depth, 3)]
            label = re.search(r"label\s*=\s*(.+?)(?:,\s*\w+\s*=|$)", option)
            shape = label[1] if label else option if "=" not in option else ""
            form = _form_of(shape) or form
        start = re.search(r"start\s*=\s*(\d{1,3})", option)
        count = int(start[1]) - 1 if start else 0
        if "resume" in option:
            count = self.counters.get(f"last {name} {depth}", 0)
        self.lists.append(_List(name, form, count))

    def _item(self, name: str) -> None:
        option = self._skip_options()
        if not self.lists:
            self.out.append("- ")
            return
        top = self.lists[-1]
        if option is not None and top.name not in ("parts", "subparts"):
            label = self._inner(option)
            # `\item[]` goes on with what is before it; a dash in front is a bullet.
            self.out.append(f"{label} " if label else "")
            return
        top.count += 1
        depth = sum(one.name == top.name for one in self.lists[-MAX_LISTS:]) - 1
        self.counters[f"last {top.name} {depth}"] = top.count
        self.out.append(f"{_marked(top.form, top.count)} ")

    def _problem(self, name: str) -> None:
        r"""`\begin{problem}[Title]`, counted unless it says its number itself."""
        word, in_section = self.known.theorems[name]
        option = self._skip_options()
        if option is None and self.text.startswith("{", self.at):
            option = self._argument()
        title = self._inner(option or "")
        head = head_of(f"{word} {title}", "heading") if title else None
        if head is None:
            self.counters[name] = self.counters.get(name, 0) + 1
            number = str(self.counters[name])
            if in_section:
                number = f"{self.counters.get('section', 0)}.{number}"
            title = f"{number}. {title}".strip(" .")
        self.out.append(f"**{word} {title}.** ")


def _theorems(text: str) -> dict[str, tuple[str, bool]]:
    """Environments that open a question, with the word for it, and whether sections count them."""
    found = {name: (word, False) for name, word in words.PROBLEMS.items()}
    for match in _NEW_THEOREM.finditer(text):
        head = head_of(f"{match[2]} 1", "heading")
        if head and head.word == "question":
            found[match[1]] = match[2], match[3] == "[section]"
    return found


def _form_of(shape: str) -> str:
    r"""How items are marked: `(\alph*)` is `(a)`, and so is `(a)` itself."""
    shape = re.sub(r"\\(?:textbf|bfseries|itshape|emph|upshape|protect)\b", "", shape)
    shape = shape.replace("{", "").replace("}", "").strip()
    names = {"alph": "a", "Alph": "A", "roman": "i", "Roman": "I", "arabic": "1"}
    counted = _COUNTER.sub(lambda match: names[match[1]], shape)
    return counted if counted != shape or _SHORT_LABEL.search(shape) else ""


def _marked(form: str, count: int) -> str:
    def number(match: re.Match[str]) -> str:
        kind = match[1]
        if kind == "1":
            return str(count)
        if kind in "aA":
            letter = chr(ord("a") + (count - 1) % 26)
            return letter.upper() if kind == "A" else letter
        roman = words.ROMAN[count - 1] if count <= len(words.ROMAN) else str(count)
        return roman.upper() if kind == "I" else roman

    return _SHORT_LABEL.sub(number, form, 1)


def _without_comments(text: str) -> str:
    return _COMMENT.sub(r"\1", text)


def _without_listings(text: str) -> tuple[str, set[str]]:
    """The source with the signs inside of listings hidden, and which kinds of listing there are."""
    pieces, seen, at = [], set(), 0
    unclosed: set[str] = set()
    for match in _BEGIN_LISTING.finditer(text):
        name = match[1]
        if match.start() < at or name in unclosed:
            continue
        close = f"\\end{{{name}}}"
        end = text.find(close, match.end())
        if end < 0:
            unclosed.add(name)
            continue
        inside = text[match.end() : end]
        if name == "comment":
            pieces += [text[at : match.start()], "\n" * inside.count("\n")]
        else:
            seen.add(name)
            hidden = inside.translate({ord(sign): one for sign, one in words.HIDDEN.items()})
            pieces += [text[at : match.end()], hidden, close]
        at = end + len(close)
    return "".join(pieces) + text[at:], seen


def _check_depth(text: str) -> None:
    depth = 0
    for match in _BRACES.finditer(text):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth > MAX_DEPTH:
            raise TooDeep(f"braces are nested more than {MAX_DEPTH} deep")


def _same_lines(text: str, lines: int) -> str:
    """The text with as many lines as it had: what macros bring along does not count."""
    pieces = text.split("\n")
    kept, rest = pieces[:lines], pieces[lines:]
    missing = lines + 1 - len(pieces)
    return "\n".join([*kept, " ".join(rest)]) + "\n" * max(0, missing)


def faults_of(source: Source) -> Iterator[tuple[int, str]]:
    """Each once: what is wrong with one macro is wrong in every formula that has it."""
    seen = set()
    for line, message in source.faults:
        if message not in seen:
            seen.add(message)
            yield line, message
