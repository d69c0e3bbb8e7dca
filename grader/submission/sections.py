"""A document's passages put together by the questions that they answer.

A heading binds by a problem's id or title, or by a number that the assignment has. Levels of
headings are not relied on where a document does not keep to them, as converted ones never do.
What only looks like a heading becomes text again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from grader.submission.passage import Passage
from grader.submission.questions import Bound, Questions, Target, fold
from grader.values.headings import Head, Mark, Number, head_of, is_aside, plain
from grader.values.patterns import Pattern

# How a section came to be:
# - name, number, group: it answers its targets
# - beyond: its number is none of the assignment's; doubtful: numbers of this document mean others
# - heading: its heading names nothing that is known; start: it has none
# - other, aside: nobody looks for an answer in it
How = Literal["name", "number", "group", "beyond", "doubtful", "heading", "start", "other", "aside"]
Trust = Literal["certain", "likely", "doubtful"]
_MARKS: dict[str, Mark] = {"heading": "heading", "bold": "heading", "lead": "lead", "line": "line"}
_NUMBERED = Pattern(r"\W*?([(（]?)[0-9０-９①-⑳]+([^\w\s]?)")
# Titles that are compared letter by letter: no assignment has as many questions.
MOST_COMPARED = 200
ANSWERED = ("name", "number", "group")


@dataclass
class Item:
    """A passage of a section; with a `label` it begins with what may name a part, `(b)`."""

    passage: Passage
    label: Number = ()


@dataclass
class Section:
    how: How
    head: Passage | None = None
    targets: tuple[Target, ...] = ()
    number: Number = ()
    depth: int = 0
    word: str = ""
    label: Number = ()  # of its first item: `Exercise 2 (b)` opens 2 with its part b
    items: list[Item] = field(default_factory=list)
    against: str = ""  # why its number was not used

    @property
    def answered(self) -> bool:
        return self.how in ANSWERED


def sections_of(passages: Sequence[Passage], questions: Questions, trust: Trust) -> list[Section]:
    """The sections of one file, in the order in which they were written.

    It is `certain` that it holds answers, `likely`, or `doubtful`: then only words and names bind.
    """
    return _Walk(passages, questions, trust).run()


class _Walk:
    def __init__(self, passages: Sequence[Passage], questions: Questions, trust: Trust) -> None:
        self.passages = passages
        self.questions = questions
        self.trust = trust
        self.headings = [_head(one) for one in passages]
        self.names = [self._name(*one) for one in zip(passages, self.headings, strict=True)]
        self.against = self._contradiction()
        self.worded = any(
            head and head.word == "question" and not head.relative and questions.find(head.number)
            for head in self.headings
        )
        self.named = any(self.names)
        self.level = self._keeps_levels()
        self.counted = self._counted() | self._counted_in_bold()
        self.open = Section("start")
        self.last: tuple[int, ...] = ()

    def run(self) -> list[Section]:
        found = [self.open]
        for index, passage in enumerate(self.passages):
            opened = self._opened(index, passage)
            if isinstance(opened, Section):
                opened.head = passage
                opened.items.append(Item(passage, opened.label))
                self.open = opened
                found.append(opened)
            else:
                self.open.items.append(opened)
        return [one for one in found if one.items]

    # What a document does throughout

    def _name(self, passage: Passage, head: Head | None) -> str:
        if passage.mark not in ("heading", "bold", "line", "lead"):
            return ""
        return self.questions.named(passage.title) or (
            self.questions.named(head.rest) if head and head.rest and not head.relative else ""
        )

    def _contradiction(self) -> str:
        """A heading whose number and title mean two problems, in words: no number counts then."""
        compared = 0
        for passage, head, name in zip(self.passages, self.headings, self.names, strict=True):
            if head is None or head.relative or not head.rest:
                continue
            compared += 1
            title = name
            if not name and compared <= MOST_COMPARED:
                title = self.questions.resembles(head.rest)
            bound = self.questions.find(head.number)
            if title and bound and title not in {target.problem for target in bound.targets}:
                meant = " and ".join(map(str, bound.targets[:2]))
                return f'"{quoted(passage)}" has the number of {meant} and the title of {title}'
        return ""

    def _keeps_levels(self) -> bool:
        """Whether headings of questions of one rank have one level."""
        depths: dict[int, set[int]] = {}
        for passage, head, name in zip(self.passages, self.headings, self.names, strict=True):
            if passage.mark != "heading":
                continue
            if name or (head and not head.relative and self.questions.find(head.number)):
                rank = len(head.number) if head and not name else 1
                depths.setdefault(rank, set()).add(passage.depth)
        return all(len(levels) == 1 for levels in depths.values())

    def _counted(self) -> set[int]:
        """Which lines `4) …` and bold numbers are questions: those of the first form there is, if
        nothing better heads a question and they count upwards through what is asked."""
        numbered = any(
            head and head.bare and self.questions.find(head.number)
            for head, passage in zip(self.headings, self.passages, strict=True)
            if passage.mark == "heading"
        )
        if self.worded or self.named or numbered or self.trust != "certain":
            return set()
        bare = [
            (index, head)
            for index, head in enumerate(self.headings)
            if head and head.bare and len(head.number) == 1 and head.closed
        ]
        first = _form(self.passages[bare[0][0]]) if bare else ""
        bare = [(index, head) for index, head in bare if _form(self.passages[index]) == first]
        counts = [int(head.number[0]) for _, head in bare]
        rising = all(one < two for one, two in pairwise(counts))
        asked = all(self.questions.exact(head.number) for _, head in bare)
        return {index for index, _ in bare} if rising and asked else set()

    def _counted_in_bold(self) -> set[int]:
        """Bold numbers of one item, `**2**`, where others such as `**1.1**` are questions."""
        bold = [
            (index, head)
            for index, head in enumerate(self.headings)
            if head and head.bare and self.passages[index].mark in ("bold", "lead")
        ]
        if not any(len(head.number) > 1 and self.questions.exact(head.number) for _, head in bold):
            return set()
        return {index for index, head in bold if self.questions.exact(head.number)}

    # One passage

    def _opened(self, index: int, passage: Passage) -> Section | Item:
        """The section that it opens, or what it is to the open one."""
        if self._is_label(passage) or passage.mark in ("start", "label", "body"):
            return Item(passage)
        head, name = self.headings[index], self.names[index]
        if name:
            return self._by_name(passage, head, name)
        if self.questions.is_other(passage.title):
            return Section("other", depth=passage.depth)
        if is_aside(passage.title):
            return Section("aside", depth=passage.depth)
        if head is not None:
            opened = self._relative(passage, head) if head.relative else self._number(index, head)
            if opened is not None:
                return opened
        return self._heading(passage)

    def _by_name(self, passage: Passage, head: Head | None, name: str) -> Section:
        """A title counts always; with its own number before it, numbers are in use here."""
        bound = self.questions.find(head.number) if head and not head.relative else None
        agrees = bound is not None and name in {target.problem for target in bound.targets}
        number = bound.number if bound and agrees and not self.against else ()
        found = Section("name", targets=(Target(name),), number=number, depth=passage.depth)
        found.word = head.word if head else ""
        return found

    def _is_label(self, passage: Passage) -> bool:
        return bool(passage.label) and passage.mark != "heading" and self._is_part(passage.label)

    def _is_part(self, title: str) -> bool:
        return any(
            fold(title).removeprefix("part ")
            in map(fold, self.questions.asked[one.problem].written)
            for one in self.open.targets
            if one.problem in self.questions.asked
        )

    def _heading(self, passage: Passage) -> Section | Item:
        """A heading that names no question: of a step, or of something else altogether."""
        if passage.mark != "heading":
            return Item(passage)
        inside = self.open.answered and (
            not self.open.depth or passage.depth > self.open.depth or not self.level
        )
        if inside or (self.open.answered and self._is_part(passage.title)):
            return Item(passage)
        return Section("heading", depth=passage.depth)

    def _relative(self, passage: Passage, head: Head) -> Section | Item:
        """`(b)` below a question: as declared, else for whoever knows the question's parts."""
        known = [self.open.number]
        if self.open.number and not self.open.number[-1].isdigit():  # after (a) comes (b)
            known.append(self.open.number[:-1])
        if self.open.how == "name":
            known += self.questions.numbers_of(self.open.targets[0].problem)
        for number in known:
            if number and (targets := self.questions.exact((*number, *head.number[:1]))):
                found = Section("number", targets=targets, number=(*number, head.number[0]))
                found.depth, found.word = passage.depth, self.open.word
                return found
        return Item(passage, head.number)

    def _number(self, index: int, head: Head) -> Section | Item | None:
        passage = self.passages[index]
        if self._is_step(index, passage, head):
            # A list in an answer counts steps more often than parts.
            listed = passage.mark == "line" and _form(passage) == "line 4."
            label = () if listed and head.bare else head.number
            return Item(passage, label) if self.open.answered else None
        bound = self.questions.find(head.number)
        if not self._admits(index, passage, head, bound):
            return None
        if bound is None or self.against:
            return self._unplaced(passage, head, bound)
        same = self.open.number[: len(bound.number)] == bound.number
        if bound.rest and same and self.open.number == bound.number:
            return Item(passage, bound.rest)
        if bound.group and self.open.answered and same and self.open.how != "group":
            return Item(passage)
        targets = bound.targets
        for number in head.more:
            targets += another.targets if (another := self.questions.find(number)) else ()
        how: How = "group" if bound.group else "number"
        opened = Section(how, targets=tuple(dict.fromkeys(targets)), number=bound.number)
        opened.depth, opened.word, opened.label = passage.depth, head.word, bound.rest
        self.last = _order(head.number)
        return opened

    def _is_step(self, index: int, passage: Passage, head: Head) -> bool:
        """Whether a number counts steps or parts of the open question."""
        if not self.open.answered:
            return False
        deeper = passage.mark == "heading" and passage.depth > self.open.depth > 0
        below_name = (
            self.open.how == "name"
            and not self.open.number
            and (deeper or passage.mark != "heading")
            and not (head.word == "question" and self._comes_later(head))
        )
        if head.word == "part":
            sibling = self.open.word == "part" and passage.depth == self.open.depth
            return not sibling
        if head.word:
            return below_name
        if len(head.number) > 1:
            return below_name
        if deeper or below_name or passage.mark == "heading":
            return deeper or below_name
        return index not in self.counted and not self._goes_on(index, head)

    def _comes_later(self, head: Head) -> bool:
        """Whether a number is that of a question after the open one, and so no step of it."""
        order = list(self.questions.asked)
        bound = self.questions.find(head.number)
        here = order.index(self.open.targets[0].problem)
        return bound is not None and any(order.index(t.problem) > here for t in bound.targets)

    def _admits(self, index: int, passage: Passage, head: Head, bound: Bound | None) -> bool:
        """Whether a number at this place may be that of a question."""
        if head.word:
            return bool(self.questions.numbers) or passage.mark in ("heading", "bold", "line")
        if self.trust == "doubtful" or not self.questions.numbers:
            return False
        if passage.mark == "heading":
            # `## 2. Training` in a notebook is a chapter of it.
            chapter = self.trust == "likely" and len(head.number) == 1 and bool(head.rest)
            return not chapter
        if bound is None:
            return False
        if len(head.number) == 1:
            return index in self.counted or self._goes_on(index, head)
        if self.open.answered and self.open.number[:1] == head.number[:1]:
            return True
        return not self.worded and _order(head.number) > self.last

    def _goes_on(self, index: int, head: Head) -> bool:
        """Whether a number stands alone before one below it: `5`, and then `5.1`."""
        after = next((one for one in self.headings[index + 1 :] if one), None)
        below = after is not None and len(after.number) > 1 and after.number[:1] == head.number
        return below and not head.closed and not head.rest

    def _unplaced(self, passage: Passage, head: Head, bound: Bound | None) -> Section:
        how: How = "beyond" if bound is None else "doubtful"
        return Section(how, depth=passage.depth, word=head.word, against=self.against)


def _head(passage: Passage) -> Head | None:
    mark = _MARKS.get(passage.mark)
    return head_of(passage.title, mark) if mark else None


def _form(passage: Passage) -> str:
    """How a number is written: `(4)`, `4)`, `4.`, bold or not."""
    found = _NUMBERED.match(passage.title)
    return f"{passage.mark} {found[1]}4{found[2]}" if found else passage.mark


def _order(number: Number) -> tuple[int, ...]:
    return tuple(int(item) if item.isdigit() else ord(item[0]) for item in number)


def quoted(passage: Passage, most: int = 50) -> str:
    """A heading as it is named in a note."""
    words = plain(passage.title)
    return words if len(words) <= most else f"{words[: most - 1]}…"


def files_of(passages: Sequence[Passage]) -> Iterator[tuple[str, list[Passage]]]:
    """Each document with its passages, in the order in which they come."""
    found: dict[str, list[Passage]] = {}
    for passage in passages:
        found.setdefault(passage.document, []).append(passage)
    yield from found.items()
