"""Which part of which problem gets which text of a submission's documents."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from grader.submission.answer import Answer
from grader.submission.passage import Passage
from grader.submission.questions import Asked, Questions, Target, fold
from grader.submission.sections import Item, Section, Trust, files_of, sections_of
from grader.submission.telling import PassedBy, notes_on
from grader.values.endings import is_answers, is_notebook, is_readme
from grader.values.headings import after_head, head_of, places_of

# What a line within an answer begins with, and no name of an answer.
_ASIDES = {
    "note", "hint", "remark", "proof", "reason", "because", "explanation", "justification", "where",
    "answer", "solution", "check", "example", "step", "recall", "given", "idea", "source", "ps",
}  # fmt: skip
# A label that differs in no more from a part's name was meant to be it.
_MEANT = 0.7


@dataclass(frozen=True)
class Placed:
    """Problem -> part -> its answer; what a report must say of the documents; what was seen."""

    answers: Mapping[str, Mapping[str, Answer]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    # Problem -> what stands below its headings under a name that is none of its parts'.
    unknown: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    titles: tuple[str, ...] = ()  # of all headings
    answered: frozenset[str] = frozenset()  # documents that hold an answer to something
    doubtful: tuple[str, ...] = ()  # documents with answers that could not be placed
    others: frozenset[str] = frozenset()  # folded, of what is known and not asked for

    def answers_to(self, problem: str) -> Mapping[str, Answer]:
        return self.answers.get(problem, {})


def placed(passages: Sequence[Passage], questions: Questions) -> Placed:
    """Every passage goes to a part, is said to belong to none, or is nobody's answer."""
    files = dict(files_of(passages))
    sections = {
        file: sections_of(own, questions, _trust(file, list(files))) for file, own in files.items()
    }
    _give_all_to_the_only_question(sections, questions)
    answers, unknown = {}, {}
    passed_by = PassedBy()
    for asked in questions.asked.values():
        collected = _Collected(asked, questions, passed_by)
        for file in sorted(sections, key=lambda file: (not is_answers(file), file)):
            for section in sections[file]:
                collected.add(section)
        answers[asked.id] = collected.answers()
        unknown[asked.id] = collected.unknown
    titles = tuple(one.title for one in passages if one.mark == "heading")
    return Placed(
        answers,
        (*notes_on(sections, questions), *passed_by.notes()),
        unknown,
        titles,
        frozenset(file for file, own in sections.items() if any(one.answered for one in own)),
        tuple(f for f, own in sections.items() if any(one.how == "doubtful" for one in own)),
        questions.names,
    )


def _trust(file: str, files: Sequence[str]) -> Trust:
    """How sure it is that a file was meant to hold answers."""
    if is_answers(file):
        return "certain"
    if is_readme(file):
        return "doubtful"
    documents = [one for one in files if not is_notebook(one) and not is_readme(one)]
    return "certain" if documents == [file] else "likely"


def _give_all_to_the_only_question(
    sections: dict[str, list[Section]], questions: Questions
) -> None:
    """Where one problem is asked and one document has no headings at all, it is the answer."""
    documents = [file for file in sections if not is_notebook(file) and not is_readme(file)]
    if len(questions.asked) != 1 or len(documents) != 1 or is_answers(documents[0]):
        return
    found = sections[documents[0]]
    if all(one.how in ("start", "heading") for one in found):
        whole = Section("name", targets=(Target(next(iter(questions.asked))),))
        whole.items = [item for one in found for item in one.items]
        sections[documents[0]] = [whole]


@dataclass
class _Pieces:
    """What was found for the parts: for one of them, for some, for all of a problem, for all of
    several questions."""

    own: dict[str, list[Answer]] = field(default_factory=dict)
    some: dict[str, list[Answer]] = field(default_factory=dict)
    all: dict[str, list[Answer]] = field(default_factory=dict)
    group: dict[str, list[Answer]] = field(default_factory=dict)

    def best(self, part: str) -> list[Answer]:
        """What is nearest to the part."""
        kinds = (self.own, self.some, self.all, self.group)
        return next((kind[part] for kind in kinds if part in kind), [])


class _Collected:
    """The answers to one problem, collected section by section."""

    def __init__(self, asked: Asked, questions: Questions, passed_by: PassedBy) -> None:
        self.asked = asked
        self.passed_by = passed_by
        self.questions = questions
        self.names = {fold(part): part for part in asked.written}
        self.names |= {f"part {name}": part for name, part in self.names.items()}
        texts = [fold(text) for text in asked.written.values()]
        self.names |= {
            fold(text): part
            for part, text in asked.written.items()
            if fold(text) and texts.count(fold(text)) == 1
        }
        self.pieces = _Pieces()
        self.unknown: dict[str, str] = {}

    def answers(self) -> dict[str, Answer]:
        """The best that there is for each part: its own text, else that of the question."""
        found = {part: self.pieces.best(part) for part in self.asked.written}
        return {part: _joined(pieces) for part, pieces in found.items() if pieces}

    def add(self, section: Section) -> None:
        mine = [target for target in section.targets if target.problem == self.asked.id]
        if not mine or not section.answered:
            return
        named = [target.part for target in mine]
        scope = [part for part in self.asked.written if "" in named or part in named]
        writers = {t.problem for t in section.targets if self._asks_for_writing(t)}
        only_mine = writers <= {self.asked.id}
        alone = scope[0] if len(scope) == 1 and only_mine and section.how != "group" else ""
        reading = _Reading(self, section, scope, alone)
        found = reading.parts()
        for part, pieces in found.items():
            self.pieces.own.setdefault(part, []).extend(pieces)
        for part in scope if reading.labelled and only_mine else ():
            if reading.strays and part not in found:
                self.pieces.some.setdefault(part, []).extend(reading.strays)
        if not reading.labelled and not alone:
            kept = self.pieces.all if "" in named else self.pieces.some
            if section.how == "group":
                kept = self.pieces.group
            whole = [replace(piece, whole=True) for piece in reading.whole()]
            for part in scope if whole else ():
                kept.setdefault(part, []).extend(whole)

    def _asks_for_writing(self, target: Target) -> bool:
        written = self.questions.asked[target.problem].written
        return target.part in written if target.part else bool(written)


class _Reading:
    """One section read for one problem."""

    def __init__(self, of: _Collected, section: Section, scope: Sequence[str], alone: str) -> None:
        self.of = of
        self.section = section
        self.scope = scope
        self.alone = alone
        self.labelled = False  # whether anything in it names a part
        # What has a name of its own that is no part's, amid parts that have theirs: `RNN: …` where
        # the part is called recurrence. For those that are left without an answer.
        self.strays: list[Answer] = []
        self.kept = list(_without_copied_question(section.items, of.names))
        self.by_label = {} if alone else self._parts_by_order()
        self.by_heading = {} if alone or self.by_label else self._parts_by_headings()

    def parts(self) -> dict[str, list[Answer]]:
        """Part -> the pieces that are its own."""
        found: dict[str, list[Answer]] = {}
        loose: list[Passage] = []
        current, depth = self.alone, 0
        opens = bool(current)
        for item, kept in self.kept:
            passage = item.passage
            part = (
                self._named(passage)
                or self.by_label.get(item.label[:1], "")
                or self.by_heading.get(passage.place, "")
            )
            if part:
                current, depth, self.labelled, opens = part, passage.depth, True, True
                by_label = fold(passage.label) in self.of.names and passage.mark != "heading"
                text = passage.below_label() if by_label else self._below(item)
            elif passage.mark == "heading" and item.passage is not self.section.head:
                if not passage.depth > depth > 0:
                    current = self.alone
                self.of.unknown.setdefault(passage.title, passage.place)
                # `# sum = 2048` is a line of an answer, whatever Markdown makes of it.
                own = _is_formula(passage.title)
                text = passage.as_text() if own else passage.below_head()
            else:
                if passage.label and passage.mark == "label":
                    if current not in self.of.asked.free:
                        owner = self.of.asked.lines.get(fold(passage.label), current)
                        self.labelled = self.labelled or owner != current
                        current = owner
                    self.of.unknown.setdefault(passage.label, passage.place)
                    self._keep_stray(item, current)
                text = self._text(item)
            if current and kept and text.strip():
                found.setdefault(current, []).append(
                    replace(self._piece(passage, text), opens=opens)
                )
                opens = False
            elif not kept and text.strip():
                self.of.passed_by.copied.setdefault(passage.document, {})[passage.place] = None
            elif text.strip():
                loose.append(passage)
        if not found and not self.labelled and self._is_a_form():
            self.labelled = True
        if self.labelled:
            for passage in loose:
                places = self.of.passed_by.loose.setdefault(passage.document, {})
                places[passage.place] = None
        if not self.labelled and self._is_of_more_than(self.alone):
            found = {part: [replace(one, whole=True) for one in own] for part, own in found.items()}
        return {part: pieces for part, pieces in found.items() if part in self.scope}

    def _keep_stray(self, item: Item, current: str) -> None:
        keeps_its_lines = {*self.of.asked.free, *self.of.asked.lines.values()}
        label = fold(item.passage.label)
        if current and current not in keeps_its_lines and label not in _ASIDES:
            piece = self._piece(item.passage, item.passage.as_text())
            self.strays.append(replace(piece, whole=True))

    def _is_of_more_than(self, part: str) -> bool:
        """Whether the question asks for code too, and a document speaks about all of it."""
        document = self.section.head is None or not is_answers(self.section.head.file)
        return document and [one for one in self.of.asked.parts if self._is_asked_here(one)] != [
            part
        ]

    def whole(self) -> Iterator[Answer]:
        """All of the text, for whoever looks for one part in it."""
        for item, kept in self.kept:
            text = self._text(item)
            if kept and text.strip():
                yield self._piece(item.passage, text)

    def _named(self, passage: Passage) -> str:
        if passage.mark in ("heading", "bold", "line"):
            part = self.of.names.get(fold(passage.title), "")
            if part and passage is not self.section.head:
                return part
        return self.of.names.get(fold(passage.label), "") if passage.label else ""

    def _text(self, item: Item) -> str:
        """Of a passage that names no part: all but the heading of the section."""
        if item.passage is self.section.head or item.passage.mark == "body":
            return self._below(item)
        return item.passage.as_text()

    def _below(self, item: Item) -> str:
        """The text below a heading, and what the heading itself says if it is a formula."""
        passage = item.passage
        if passage.after and self.of.questions.named(passage.after):
            return f"\n{passage.text}"
        if not passage.after and passage.mark in ("heading", "bold") and _is_formula(passage.title):
            head = head_of(passage.title, "heading")
            return f"{after_head(passage.title, head) if head else ''}\n{passage.text}"
        return passage.below_head()

    def _piece(self, passage: Passage, text: str) -> Answer:
        headings = (self.section.head.title,) if self.section.head else ()
        place = (passage.file, passage.line)
        return _from_first_line(Answer(*place, headings, passage.label, text, cell=passage.cell))

    def _parts_by_order(self) -> dict[tuple[str, ...], str]:
        """`(a)` -> the first part, if labels and parts are as many and no title says otherwise."""
        labels = list(dict.fromkeys(item.label[0] for item, _ in self.kept if item.label))
        if len(labels) < 2 or len({t.problem for t in self.section.targets}) > 1:
            return {}
        in_line = all(place in places_of(label) for place, label in enumerate(labels, start=1))
        every = [part for part in self.of.asked.parts if self._is_asked_here(part)]
        fitting = [parts for parts in (self.scope, every) if len(parts) == len(labels)]
        if not in_line or not fitting:
            return {}
        found: dict[tuple[str, ...], str] = {}
        for label, part in zip(labels, fitting[0], strict=True):
            found[label,] = part
        for item, _ in self.kept:
            head = head_of(item.passage.title, "heading") if item.label else None
            meant = self.of.names.get(fold(head.rest), "") if head else ""
            if meant and meant != found[item.label[:1]]:
                return {}
        return found

    def _parts_by_headings(self) -> dict[str, str]:
        """Place of a heading -> part, where a question has as many headings inside it as parts, and
        none of them says which part it is about."""
        below = [
            item.passage
            for item, kept in self.kept
            if kept and item.passage.mark == "heading" and item.passage is not self.section.head
        ]
        depths = {passage.depth for passage in below}
        if len(below) != len(self.scope) or len(below) < 2 or len(depths) != 1:
            return {}
        if any(map(self._named, below)) or any(_is_formula(passage.title) for passage in below):
            return {}
        if any(item.label for item, _ in self.kept):
            return {}  # letters or numbers that were no order of the parts
        return {passage.place: part for passage, part in zip(below, self.scope, strict=True)}

    def _is_asked_here(self, part: str) -> bool:
        mine = [t.part for t in self.section.targets if t.problem == self.of.asked.id]
        return "" in mine or part in mine

    def _is_a_form(self) -> bool:
        """Whether it is `label: answer` from the first line on, with a slip in a part's name."""
        first = next((item for item, _ in self.kept if self._text(item).strip()), None)
        if first is None or first.passage.mark != "label":
            return False
        labels = [item.passage.label for item, _ in self.kept if item.passage.label]
        return any(
            difflib.get_close_matches(part, labels[:200], n=1, cutoff=_MEANT) for part in self.scope
        )


def _without_copied_question(
    items: Sequence[Item], names: Mapping[str, str]
) -> Iterator[tuple[Item, bool]]:
    """Each item, and whether it counts: what stands between a heading and `Solution:` is the
    question itself, copied."""
    segments: list[list[Item]] = [[]]
    for item in items:
        if item.label or item.passage.mark == "heading":
            segments.append([])
        segments[-1].append(item)
    answered = [any(_is_body(item, names) for item in one) for one in segments]
    first = answered.index(True) if True in answered else 0
    for number, segment in enumerate(segments):
        # What comes before the parts is the question, too; of a part without the word all counts.
        opening = number < first and not any(item.label for item in segment)
        begun = not answered[number] and not opening
        for item in segment:
            begun = begun or _is_body(item, names)
            yield item, begun or fold(item.passage.label) in names


def _is_body(item: Item, names: Mapping[str, str]) -> bool:
    return item.passage.mark == "body" and fold(item.passage.label) not in names


def _is_formula(title: str) -> bool:
    return "$" in title or "=" in title


def _from_first_line(answer: Answer) -> Answer:
    """The same answer from its first line that is not blank: what stands below a heading."""
    text = answer.text.lstrip("\n")
    return replace(answer, line=answer.line + len(answer.text) - len(text), text=text)


def _joined(pieces: Sequence[Answer]) -> Answer:
    """All pieces as one answer; where several begin with the part's name, that is noted."""
    here = [piece for piece in pieces if piece.file == pieces[0].file]
    starts = [at for at, piece in enumerate(here) if piece.opens or at == 0]
    together = _on_their_lines(pieces)
    if len(starts) < 2 or together.note or together.whole:
        return together
    told = [_on_their_lines(here[at:end]) for at, end in pairwise([*starts, len(here)])]
    places = " and ".join(str(one.line) for one in told)
    note = f"answered {len(told)} times, in lines {places}"
    return replace(together, note=note, told=tuple(told))


def _on_their_lines(pieces: Sequence[Answer]) -> Answer:
    """The pieces of one answer, each on the line where it was written."""
    first = pieces[0]
    texts = [first.text.rstrip("\n")]
    line = first.line + texts[0].count("\n")
    for piece in pieces[1:]:
        if piece.file != first.file:
            note = f"answered in {piece.place()} too; graded is {first.place()}"
            return replace(first, text="".join(texts), note=note)
        gap = max(1, piece.line - line) if piece.cell == first.cell else 1
        text = piece.text.rstrip("\n")
        texts += ["\n" * gap, text]
        line += gap + text.count("\n")
    return replace(first, text="".join(texts))
