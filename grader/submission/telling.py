"""What a report says of documents: what was taken for what, and what belongs to no question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.submission.passage import Passage
from grader.submission.questions import Questions
from grader.submission.sections import Section, quoted
from grader.values.endings import is_notebook, is_readme
from grader.values.headings import shown

# Of one kind of note: who reads a report reads no more, and a flood has thousands.
MOST_NAMED = 10
# A homework's questions: more were not asked.
MOST_TAKEN = 40
# Before the first question stand a title, names and a date; what is longer may be an answer.
TITLE_PAGE = 600


def notes_on(sections: Mapping[str, Sequence[Section]], questions: Questions) -> Iterator[str]:
    unheaded = []
    counts = any(one.answered for found in sections.values() for one in found)
    for file, found in sections.items():
        if any(one.answered for one in found):
            yield from _taken(file, found, questions)
            yield from _left(file, found, questions)
        elif any(one.how in ("beyond", "doubtful") for one in found):
            yield from _left(file, found, questions)
        elif _is_meant(file, found, counts):
            unheaded.append(file)
    if unheaded and _asks_for_writing(questions):
        said = "has" if len(unheaded) == 1 else "have"
        yield (
            f"{_listed(unheaded)} {said} no heading of a question that is asked, and nothing in "
            f"{'it' if len(unheaded) == 1 else 'them'} was read as an answer; write a heading such "
            f"as {questions.expected()}"
        )


@dataclass
class PassedBy:
    """Places in documents that went to no part although their question is known, by document."""

    copied: dict[str, dict[str, None]] = field(default_factory=dict)  # before `Solution:`
    loose: dict[str, dict[str, None]] = field(default_factory=dict)  # beside labelled parts

    def notes(self) -> Iterator[str]:
        for document, places in self.copied.items():
            where = _counted([one.removeprefix(f"{document}, ") for one in places], 3, ", ")
            yield (
                f"{document}: what stands between the heading of a question and its solution was "
                f"taken for the question itself ({where})"
            )
        for document, places in self.loose.items():
            where = _counted(
                [one.removeprefix(f"{document}, ") for one in places], MOST_NAMED, ", "
            )
            yield (
                f"{document}: text beside the labels of parts was not read as an answer ({where}); "
                "write the part's name and a colon before it"
            )


def _is_meant(file: str, sections: Sequence[Section], counts: bool) -> bool:
    """Whether a file without a known heading may have been meant to hold answers: a notebook has
    headings of its own, and is asked about only where no answer was found at all."""
    if is_readme(file) or (is_notebook(file) and counts):
        return False
    return any(_words(one) for one in sections) and any(one.how != "other" for one in sections)


def _asks_for_writing(questions: Questions) -> bool:
    return any(one.written for one in questions.asked.values())


def _taken(file: str, sections: Sequence[Section], questions: Questions) -> Iterator[str]:
    """What each heading was read as, save those that say so themselves."""
    taken = []
    for one in sections:
        if one.head and one.answered and one.how != "name" and _has_text(one):
            taken.append(f"{_heading(one.head)} as {_targets(one, questions)}")
    if taken:
        yield f"{file}: read as answers: {_counted(taken, MOST_TAKEN, '; ')}"


def _targets(section: Section, questions: Questions) -> str:
    """What a section answers: problems, or some of their parts; code is not what it is read for."""
    parts: dict[str, list[str]] = {}
    for target in section.targets:
        written = questions.asked[target.problem].written
        if target.part in written or (not target.part and written):
            parts.setdefault(target.problem, []).extend([target.part] if target.part else [])
    parts = parts or {target.problem: [] for target in section.targets}
    return " and ".join(
        f"{problem} ({', '.join(named)})" if named else problem for problem, named in parts.items()
    )


def _left(file: str, all_sections: Sequence[Section], questions: Questions) -> Iterator[str]:
    first = next((n for n, one in enumerate(all_sections) if one.answered), 0)
    before = [one for one in all_sections[:first] if one.how in ("start", "heading")]
    sections = [one for one in all_sections if one not in before]
    if sum(len(_words(one)) for one in before) > TITLE_PAGE:
        line, end = before[0].items[0].passage.line, all_sections[first].items[0].passage.line
        yield (
            f"{file}: lines {line} to {end - 1} stand before the first question that is asked and "
            "were not read as an answer"
        )
    doubtful = [one for one in sections if one.how == "doubtful"]
    if doubtful:
        yield (
            f"{file}: {_headings(doubtful)} {_were(doubtful)} not read: "
            f"{doubtful[0].against}, so that numbers in this file may mean other questions; "
            "head each answer with the title or the id of its problem"
        )
    beyond = [one for one in sections if one.how == "beyond"]
    if beyond:
        what = "numbers count within an assignment only: name it with --assignment"
        if questions.numbers:
            first_one, *_, last = [*map(shown, questions.numbers)] * 2
            what = f"the assignment has no question of this number; it has {first_one} to {last}"
        yield f"{file}: {_headings(beyond)} {_were(beyond)} not read: {what}"
    other = [one for one in sections if one.how == "heading" and _words(one)]
    if other:
        below = "the text below was not read as an answer"
        yield f"{file}: {_headings(other)} {_names(other)} no question, and {below}"


def _were(sections: Sequence[Section]) -> str:
    return "was" if len(sections) == 1 else "were"


def _names(sections: Sequence[Section]) -> str:
    return "names" if len(sections) == 1 else "name"


def _heading(passage: Passage) -> str:
    """A heading and its place; the file is said before, unless it is one inside of that."""
    return f'"{quoted(passage)}" ({passage.place.removeprefix(f"{passage.document}, ")})'


def _headings(sections: Sequence[Section]) -> str:
    named = [_heading(one.head) for one in sections if one.head]
    return _counted(named, MOST_NAMED, ", ")


def _listed(files: Sequence[str]) -> str:
    return _counted(files, MOST_NAMED, ", ")


def _counted(named: Sequence[str], most: int, between: str) -> str:
    more = len(named) - most
    if more <= 0:
        return between.join(named)
    return f"{between.join(named[:most])} and {more:,} more"


def _has_text(section: Section) -> bool:
    return bool(_words(section))


def _words(section: Section) -> str:
    """The text of a section without the heading that opens it."""
    found = []
    for item in section.items:
        passage = item.passage
        own = passage.below_head() if passage is section.head else passage.as_text()
        found.append(own.strip())
    return "\n".join(found).strip()
