r"""LaTeX source as Markdown: `\section*{Problem 3}` as a heading, formulas between dollars.

TeX is never run. Each line of the source gives one line, so that places in it stay true. What is
not known stays as it was written; what cannot be read is a fault at its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from grader.sandbox.inside import latex_words as words
from grader.sandbox.inside.latex_cursor import Cursor, Included, Source
from grader.sandbox.inside.latex_formulas import Formulas
from grader.sandbox.inside.latex_lists import Lists
from grader.sandbox.inside.latex_sections import Sections
from grader.sandbox.inside.latex_source import Known, prepared, shown
from grader.sandbox.inside.macros import Expander, NotExpanded, after_space, braced
from grader.values.headings import head_of
from grader.values.patterns import Pattern

_INDENT = Pattern(r"[ \t]*")
_NEXT = Pattern(r"[\\$%{}~&\n`']")
_COMMAND = Pattern(r"\\([A-Za-z@]+\*?|[^A-Za-z@])")
_CALL = Pattern(r"(?:\\[A-Za-z@]+\*?|\\.)(?:\[[^\]\n]*\])?")


def source_of(text: str, expander: Expander | None = None) -> Source:
    """The source as Markdown. A file that is read inside of another gets its macros from there.

    Raises TooDeep.
    """
    text, known = prepared(text, expander)
    cursor = Cursor(text)
    _Reader(cursor, known).read()
    cursor.found.text = shown(cursor.written())
    return cursor.found


def faults_of(source: Source) -> Iterator[tuple[int, str]]:
    """Each once: what is wrong with one macro is wrong in every formula that has it."""
    seen = set()
    for line, message in source.faults:
        if message not in seen:
            seen.add(message)
            yield line, message


class _Reader:
    """What each command and environment becomes."""

    def __init__(self, cursor: Cursor, known: Known) -> None:
        self.cursor = cursor
        self.known = known
        self.macros = known.expander.macros
        self.formulas = Formulas(cursor, known)
        self.lists = Lists(known)
        self.sections = Sections(known)
        self.listing = False
        self.tables = 0

    def read(self) -> None:
        cursor, text = self.cursor, self.cursor.text
        while match := _NEXT.search(text, cursor.at):
            cursor.put(text[cursor.at : match.start()])
            cursor.at = match.start()
            self._special(match[0])
        cursor.put(text[cursor.at :])

    def _special(self, sign: str) -> None:
        cursor = self.cursor
        if sign == "\\":
            self._command()
        elif sign == "$":
            dollars = "$$" if cursor.starts("$$") else "$"
            self.formulas.read(dollars, dollars)
        else:
            cursor.at += 1
            if sign == "\n":
                cursor.line += 1
                cursor.put("\n")
                if not self.listing:  # indented source is no indented text
                    cursor.at = _INDENT.match(cursor.text, cursor.at).end()  # type: ignore[union-attr]
            elif sign == "~":
                cursor.put(" ")
            elif sign == "&":
                cursor.put(" | " if self.tables else "&")
            elif sign in "`'":
                cursor.put("'" if sign == "`" else sign)

    # Commands

    def _command(self) -> None:
        cursor = self.cursor
        match = _COMMAND.match(cursor.text, cursor.at)
        if match is None:
            cursor.at += 1
            return
        name = match[1]
        if name in ("(", "["):
            self.formulas.read(match[0], "\\)" if name == "(" else "\\]")
            return
        cursor.at = match.end()
        plain = name.rstrip("*")
        handler = self._handler(plain)
        if handler is not None:
            handler(name)
        elif name == "\n":
            cursor.line += 1
            cursor.put("\n")
        elif plain in self.macros:
            self._own_macro(match.start())
        elif name in words.SIGNS:
            cursor.put(words.SIGNS[name])
            if name in words.LETTERS:  # TeX takes the space that ends the name
                cursor.at += cursor.starts(" ")
        elif name in words.ACCENTS:
            self._accent(name)
        elif plain in words.DROPPED:
            cursor.skip(words.DROPPED[plain])
        elif plain in words.SHOWN:
            cursor.option()
            if plain in words.SECOND:
                cursor.argument()
            self._around(*words.SHOWN[plain])
        else:
            cursor.put(f"\\{name}")

    def _handler(self, name: str) -> Callable[[str], None] | None:
        if name in words.SECTIONS and not (name == "part" and self.lists.inside("parts")):
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

    def _inner(self, text: str) -> str:
        """An argument as Markdown, on one line."""
        cursor = Cursor(text.replace("\n", " "))
        _Reader(cursor, self.known).read()
        for _, message in cursor.found.faults:
            self.cursor.fault(message)
        return cursor.written().strip()

    def _around(self, before: str, after: str) -> None:
        line = self.cursor.line
        argument = self.cursor.argument()
        if argument is None:
            return
        inner = self._inner(argument)
        self.cursor.put(f"{before}{inner}{after}" if inner else "")
        self.cursor.put_lines_since(line)

    def _section(self, name: str) -> None:
        line = self.cursor.line
        self.cursor.option()
        title = self._inner(self.cursor.argument() or "")
        plain = name.rstrip("*")
        number = "" if name.endswith("*") else self.sections.counted(plain)
        self.sections.opened(plain, title)
        self.cursor.put(f"{'#' * words.SECTIONS[plain]} {title or number}")
        self.cursor.put_lines_since(line)

    def _question(self, name: str) -> None:
        """Of the class exam: counted, with points in brackets; or `\\question{3}`."""
        self.cursor.option()
        argument = self.cursor.argument() if self.cursor.starts("{") else None
        number = (argument or "").strip() or str(self.known.count("question"))
        self.cursor.put(f"**Question {number}.** ")

    def _numbered(self, name: str) -> None:
        self.cursor.option()
        argument = self.cursor.argument()
        if argument is None:
            self.cursor.put(f"\\{name}")
        else:
            inner = self._inner(argument)
            word = "" if (head := head_of(inner, "heading")) and head.word else f"{name.title()} "
            self.cursor.put(f"**{word}{inner}.**")

    def _boxed(self, name: str) -> None:
        """A box around one formula is its author's way to say what the answer is."""
        self.cursor.option()
        argument = (self.cursor.argument() or "").strip()
        one = re.fullmatch(r"\$([^$]+)\$", argument)
        if one:
            self.formulas.put(f"\\boxed{{{one[1]}}}", "$")
        else:
            self.cursor.put(self._inner(argument))

    def _verb(self, name: str) -> None:
        cursor = self.cursor
        cursor.option()
        text, at = cursor.text, cursor.at
        sign = text[at : at + 1]
        end = text.find("}" if sign == "{" else sign, at + 1) if sign else -1
        stop = text.find("\n", at)
        if end < 0 or 0 <= stop < end:
            return
        cursor.put(f"`{text[at + 1 : end]}`")
        cursor.at = end + 1

    def _accent(self, name: str) -> None:
        cursor = self.cursor
        found = braced(cursor.text, cursor.at)
        letter = found[0] if found else cursor.text[cursor.at : cursor.at + 1]
        cursor.at = found[1] if found else cursor.at + 1
        letter = {"\\i": "i", "\\j": "j"}.get(letter, letter)
        cursor.put(words.accented(letter, words.ACCENTS[name]))

    def _include(self, name: str) -> None:
        argument = self.cursor.argument()
        if argument:
            self.cursor.found.included.append(Included(argument.strip(), self.cursor.line))

    def _set_counter(self, name: str) -> None:
        counter, value = self.cursor.argument(), self.cursor.argument()
        if counter and counter.startswith("enum") and value:
            self.lists.set_count(value)

    def _new_row(self, name: str) -> None:
        self.cursor.option()
        self.cursor.put(" |" if self.tables else " ")

    def _own_macro(self, start: int) -> None:
        """A macro of the student's in the text: what it stands for is read in its place."""
        cursor, text = self.cursor, self.cursor.text
        end = _CALL.match(text, start)
        name = text[start + 1 : cursor.at].rstrip("*")
        macro = self.macros[name]
        at = end.end() if end and (macro.default is not None or macro.starred) else cursor.at
        for _ in range(macro.arguments - (macro.default is not None)):
            argument = braced(text, after_space(text, at))
            at = argument[1] if argument else at + 1
        call = text[start:at]
        try:
            written = self.known.expander.expanded(call)
        except NotExpanded as why:
            cursor.fault(f"{call[:40]} is left as it is: {why}")
            written = ""
        lines = call.count("\n")
        cursor.at = at
        inner = self._inner(written) if written != call else call
        if "$" not in written and re.search(r"\\(?:math|frac|sum|operatorname)|[\^_]", written):
            inner = f"${written}$"
        cursor.put(inner + "\n" * lines)
        cursor.line += lines

    # Environments

    def _begin(self, name: str) -> None:
        cursor = self.cursor
        environment = (cursor.argument() or "").strip()
        plain = environment.rstrip("*")
        if plain in words.MATH:
            self.formulas.read_environment(environment, words.MATH[plain])
        elif plain in words.LISTS:
            self.lists.open(plain, cursor.option() or "")
        elif environment in self.known.listings:
            self.listing = True
            cursor.put("```")
        elif plain in words.TABLES:
            cursor.option()
            cursor.argument()
            if environment in ("tabular*", "tabularx"):
                cursor.argument()
            self.tables += 1
        elif plain in words.BODIES:
            cursor.option()
            cursor.put(words.BODIES[plain])
        elif plain in self.known.theorems:
            self._problem(plain)
        else:
            cursor.option()

    def _end(self, name: str) -> None:
        environment = (self.cursor.argument() or "").strip()
        plain = environment.rstrip("*")
        if self.lists.close(plain):
            return
        if plain in words.TABLES:
            self.tables = max(0, self.tables - 1)
        elif environment in self.known.listings:
            self.listing = False
            self.cursor.put("```")

    def _item(self, name: str) -> None:
        option = self.cursor.option()
        if option is not None and self.lists.labels():
            label = self._inner(option)
            # `\item[]` goes on with what is before it; a dash in front is a bullet.
            self.cursor.put(f"{label} " if label else "")
        else:
            self.cursor.put(f"{self.lists.next_mark()} ")

    def _problem(self, name: str) -> None:
        r"""`\begin{problem}[Title]`, counted unless it says its number itself."""
        word, in_section = self.known.theorems[name]
        option = self.cursor.option()
        if option is None and self.cursor.starts("{"):
            option = self.cursor.argument()
        title = self._inner(option or "")
        head = head_of(f"{word} {title}", "heading") if title else None
        if head is None:
            number = str(self.known.count(name))
            if in_section:
                number = f"{self.known.counters.get('section', 0)}.{number}"
            title = f"{number}. {title}".strip(" .")
        self.cursor.put(f"**{word} {title}.** ")
