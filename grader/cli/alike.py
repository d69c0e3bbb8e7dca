"""`grader alike SUBMISSIONS`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, open_course, say
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.course import Course
    from grader.likeness import Pair, Passage, Shared, Work

COLUMN = 56  # signs of a line of code, of two side by side on a wide terminal
# Without --full: of a pair, and of a passage. The rest is found by its lines.
MOST_PASSAGES = 3
MOST_LINES = 12

CAUTION = (
    "Alike is not copied. People who learn together, start from the same notes or solve a small "
    "problem write alike code, and nothing here says who wrote first. Read both, and ask."
)


@click.command("alike")
@click.argument("submissions", type=click.Path(path_type=Path))
@course_option
@click.option(
    "--roster", type=click.Path(path_type=Path), metavar="CSV", help="As for grader batch."
)
@click.option(
    "--leave-out",
    "handed_out",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="More code that all were given, a file or a folder.",
)
@click.option(
    "--at-least",
    type=click.IntRange(1, 100),
    default=60,
    show_default=True,
    metavar="PERCENT",
    help="Of the shorter one's own code.",
)
@click.option("--full", is_flag=True, help="Show every line of every passage.")
def command(
    submissions: Path,
    course: str | None,
    roster: Path | None,
    handed_out: tuple[Path, ...],
    at_least: int,
    full: bool,
) -> None:
    """Show whose code is alike, side by side, for a person to read.

    Names, comments and layout make no difference, nor does the order of functions. What all were
    given is left out (starters, given/, code in prompts, --leave-out), and what many have. It is a
    reason to read, never a verdict.
    """
    from grader.batch import handings_in, read_roster, sort_out
    from grader.likeness import groups_of, pairs_in, work_of
    from grader.submission import NoSubmission
    from grader.submission.warm_reader import WarmReader

    loaded, _ = open_course(course)
    people = read_roster(roster) if roster else None
    found = sort_out(handings_in(submissions)[0], people, loaded.settings.counts)
    works: dict[str, Work] = {}
    with WarmReader() as reader:
        for attempt in found.attempts:
            try:
                submission = attempt.handing.source.read(attempt.name, reader.started)
            except NoSubmission as why:
                say(f"{attempt.name}: not compared: {why}", err=True)
            else:
                works[attempt.name] = work_of(submission.files)
    given = [*_given(loaded), *(work_of(_files(path)) for path in handed_out)]
    pairs = pairs_in(works, given, at_least=at_least / 100)
    for group in groups_of(pairs):
        names = dict.fromkeys(name for pair in group for name in pair.names)
        say(f"\n{', '.join(names)}" if len(names) > 2 else "")
        for pair in group:
            for line in _told(pair, full=full):
                say(line)
    compared = counted(len(works), "submission")
    say(f"\n{compared}; pairs that are alike in {at_least} % or more: {len(pairs)}")
    if pairs:
        say(CAUTION)


def _given(course: Course) -> Iterator[Work]:
    """The code that all have from the course: its files, its starters, what is in its prompts."""
    from grader.course.asked import Asked
    from grader.course.given import given_files
    from grader.kit.starter import starter_source
    from grader.likeness import work_of

    yield work_of(given_files(course.root))
    problems = tuple(file.problem for file in course.problems.values())
    starter = starter_source(Asked(course.name, problems, course.references, {}))
    yield work_of({"starter.py": starter.encode()})
    for file in course.problems.values():
        # As one file: Markdown around code is text that no student's code has.
        yield work_of({"prompt.py": file.problem.prompt.encode()})


def _files(path: Path) -> dict[str, bytes]:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return {str(file): file.read_bytes() for file in files}


def _told(pair: Pair, *, full: bool) -> Iterator[str]:
    first, second = pair.names
    share = f"{100 * pair.share:.0f} % of the shorter one's own code"
    yield f"{first} | {second}: {share}, {pair.tokens} tokens; passages: {len(pair.shared)}"
    shown = pair.shared if full else pair.shared[:MOST_PASSAGES]
    for shared in shown:
        yield from _side_by_side(shared, full=full)
    if len(shown) < len(pair.shared):
        yield f"  and {counted(len(pair.shared) - len(shown), 'more passage')} (--full)"


def _side_by_side(shared: Shared, *, full: bool) -> Iterator[str]:
    left, right = shared.passages
    yield f"  {_place(left):{COLUMN}} | {_place(right)}"
    rows = list(zip_longest(left.lines, right.lines, fillvalue=""))
    for one, other in rows if full else rows[:MOST_LINES]:
        yield f"    {_cut(one):{COLUMN - 2}} |   {_cut(other)}".rstrip()
    if not full and len(rows) > MOST_LINES:
        yield f"    … {counted(len(rows) - MOST_LINES, 'more line')} (--full)"


def _place(passage: Passage) -> str:
    cell = f", cell {passage.cell}" if passage.cell else ""
    return f"{passage.file}{cell}, lines {passage.first}–{passage.last}"


def _cut(line: str) -> str:
    """A line as it fits into its column, with nothing in it that acts on a terminal."""
    from grader.report.text import one_line

    shown = one_line(line.expandtabs(4))
    return shown if len(shown) <= COLUMN - 2 else f"{shown[: COLUMN - 3]}…"
