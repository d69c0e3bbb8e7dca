"""`choice`: one or several of a list."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.choice.concessions import Grant, grant_in
from grader.kinds.choice.converse import same_both_ways, says_the_reverse
from grader.kinds.choice.excepting import with_what_changes
from grader.kinds.choice.flowing import flowing
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.meant import meant_in_a_sentence, meant_options
from grader.kinds.choice.mentions import changes_several, keeps_the_rest, mentions
from grader.kinds.choice.opposing import says_that_it_can
from grader.kinds.choice.refusals import denies_what_is_asked
from grader.kinds.choice.relations import prefers_another
from grader.kinds.choice.sources import told_by_sources
from grader.kinds.choice.subjects import about_this, tells_of
from grader.kinds.choice.terms import denies, terms
from grader.kinds.choice.whole import same_in_other_words
from grader.kinds.marker import (
    Faulty,
    Marked,
    Marker,
    Marking,
    Unclear,
    correct,
    listed_mistake,
    wrong,
)
from grader.typeset.inline import in_words
from grader.writing.glossary import in_english
from grader.writing.joints import with_joints_in_english

_TICKED = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])?\s*\[(?P<tick>[ xX✓✔])\]\s*(?P<option>.*)$")
# `p: true`, one line for each option.
_JUDGED = re.compile(
    r"^\s*(?:[-*+]\s+)?(?P<option>.+?)\s*(?::|–|—|\s-\s|\bis)\s*"
    r"(?P<word>yes|true|right|correct|no|false|wrong|incorrect)\W*$", re.IGNORECASE
)  # fmt: skip
# Many in a row mean no more than one, and cost a pattern that looks for their end a lot.
_BLANKS = re.compile(r"[ \t]{2,}")
_ASIDE = re.compile(r",\s*(?:which|who|whose|where|that is|i\.e\.)\s[^,.;:!?\n]{2,100},")
_YES = ("yes", "true", "right", "correct")
_SEPARATOR = re.compile(r"[,;\n]|\band\b|&")


class ChoiceMarker(Marker):
    def mark(self, part: ChoicePart, text: str, marking: Marking) -> Marked:
        chosen = _chosen_here(part, text, marking)
        right = set(part.answer)
        shown = ", ".join(sorted(chosen))
        if chosen == right:
            return correct(read_as=shown)
        mistake = listed_mistake(
            part, lambda answer: chosen_keys(part, answer, marking.prompt) == chosen
        )
        if len(right) == 1 and len(chosen) > 1:
            return wrong(f"you chose {len(chosen)} options; choose one", shown, mistake)
        if len(right) == 1:
            (only,) = chosen
            return wrong(f"not {only}: {in_words(part.options[only])}", shown, mistake)
        good, bad = len(chosen & right), len(chosen - right)
        message = f"{good} of the {len(right)} right options" + (
            f", and {bad} wrong" if bad else ""
        )
        marked = wrong(message, shown, mistake)
        share = max(marked.share, (good - bad) / len(right) if part.partial else 0.0)
        verdict = Verdict.PARTLY if share else Verdict.WRONG
        return Marked(verdict, share, message, shown, mistake=mistake)

    def read(self, part: ChoicePart, text: str, marking: Marking) -> tuple[str, str]:
        return ", ".join(sorted(chosen_keys(part, text, marking.prompt))), ""

    def right_answer(self, part: ChoicePart) -> str:
        return ", ".join(part.answer)

    def faults(self, part: ChoicePart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        for mistake in part.mistakes:
            try:
                chosen_keys(part, mistake.answer, "")
            except Unclear as error:
                yield ("mistakes",), str(error)
        for key, phrases in part.said.items():
            for phrase in phrases:
                for other in _also_named(part, key, phrase):
                    yield ("said", key), f"`{phrase}` names `{other}` too; say it otherwise"


def _also_named(part: ChoicePart, key: str, phrase: str) -> list[str]:
    """The other options that a phrase of `said` names."""
    plain = phrase.replace("*", "").replace("…", " ")
    named = {one.key for one in mentions(part, plain, terms(plain)) if one.firm}
    return sorted(named - {key})


def _chosen_here(part: ChoicePart, text: str, marking: Marking) -> set[str]:
    """What is chosen by those words of a text that are about this part, else by all of it."""
    if marking.whole and not tells_of(part, text):
        raise Unclear(
            "which piece of it is the answer? write the part's name and a colon before it"
        )
    unclear: Unclear | None = None
    for named in (False, True):
        here = about_this(part, text, marking.parts, named=named)
        if here != text and here.strip():
            try:
                return chosen_keys(part, here, marking.prompt)
            except Unclear as error:
                unclear = error
    chosen = chosen_keys(part, text, marking.prompt)
    if unclear is not None and chosen != set(part.answer):
        raise unclear  # it may have been said of another part
    return chosen


def chosen_keys(part: ChoicePart, text: str, prompt: str) -> set[str]:
    """The keys chosen: by key, by what an option says, or by both as in the list; the prompt may
    have words for symbols."""
    text = _BLANKS.sub(" ", text)
    ticks = [match for match in map(_TICKED.match, text.split("\n")) if match]
    if ticks:
        text = "\n".join(match["option"] for match in ticks if match["tick"] != " ")
    said = [_JUDGED.match(line) for line in text.split("\n") if line.strip()]
    if len(said) > 1 and all(said):
        text = "\n".join(it["option"] for it in said if it and it["word"].casefold() in _YES)
    words = _words(part)
    whole = words.get(_folded(text))
    if whole is not None:
        return {whole}
    try:
        return _listed_keys(part, words, text)
    except Unclear as error:
        if not _is_list(part, text) and (found := _said(part, text, prompt)):
            one = all(" and " not in part.options[key] for key in found)
            english = with_what_changes(part.text, in_english(text, part.words))
            if one and changes_several(part.text, english):
                raise Unclear(f"several things change here; write {_listed(part)}", text) from error
            return found
        raise error


def _is_list(part: ChoicePart, text: str) -> bool:
    """Whether several options are asked for, and these are words with commas between them: what is
    not one of the options among them is not passed over."""
    pieces = [piece.split() for piece in _SEPARATOR.split(text)]
    return len(part.answer) > 1 and len(pieces) > 1 and all(len(piece) < 3 for piece in pieces)


def _said(part: ChoicePart, text: str, prompt: str) -> set[str]:
    """What a sentence chooses. Raises Unclear where it could be more than one."""
    text = flowing(part, in_english(with_joints_in_english(text), part.words))
    if says_that_it_can(part, text):
        raise Unclear(f"it may say that this can be done; write {_listed(part)}", text.strip())
    grant = grant_in(text)
    if grant is None:
        found = _chosen_by(part, text, prompt)
        return found or _chosen_by(part, _without_asides(part, text), prompt)
    if not grant.sure or told_by_sources(part):
        found = _chosen_by(part, _without_asides(part, text), prompt)
        if found and _is_granted(part, grant, found, prompt):
            raise Unclear(f"it may only grant this; write {_listed(part)}", text.strip())
        return found
    named = _names(part, grant.granted, prompt)
    if found := _chosen_by(part, grant.rest, prompt):
        if any("but" in terms(part.options[key]) for key in named - found):
            raise Unclear(f"it may say both; write {_listed(part)}", text.strip())
        return found
    if named:
        raise Unclear(f"it only grants this; write {_listed(part)}", text.strip())
    return _chosen_by(part, text, prompt)


def _is_granted(part: ChoicePart, grant: Grant, found: set[str], prompt: str) -> bool:
    """Whether nothing but what is granted chooses what a text chooses."""
    if not grant.sure and told_by_sources(part):
        return False  # a half of it
    if not found <= _names(part, grant.granted, prompt) or keeps_the_rest(part.text, grant.rest):
        return False
    try:
        return not found & _chosen_by(part, grant.rest, prompt)
    except Unclear:
        return True


def _without_asides(part: ChoicePart, text: str) -> str:
    """The text without `, which …,` where that names no option."""

    def aside(found: re.Match[str]) -> str:
        named = any(one.firm for one in mentions(part, found[0], terms(found[0])))
        return found[0] if named or any(map(denies, terms(found[0]))) else " "

    return _ASIDE.sub(aside, text)


def _names(part: ChoicePart, text: str, prompt: str) -> set[str]:
    """The options that a text certainly speaks of, whatever it says of them."""
    named = {one.key for one in mentions(part, text, terms(text)) if one.firm}
    same = same_in_other_words(part, text, prompt)
    return named | {same} if same else named


def _chosen_by(part: ChoicePart, text: str, prompt: str) -> set[str]:
    """What a text without concessions chooses. Raises Unclear where it could be more than one."""
    if both := same_both_ways(part, text, prompt):
        return {both}
    if says_the_reverse(text):
        raise Unclear(f"is it the other way round? write {_listed(part)}", text.strip())
    if prefers_another(part.text, text):
        raise Unclear(f"this may compare the two the other way round; write {_listed(part)}", text)
    same = same_in_other_words(part, text, prompt) or denies_what_is_asked(part, text)
    if same is not None:
        return {same}
    several: ValueError | None = None
    try:
        if found := meant_options(part, text):
            return found
    except ValueError as error:
        several = error
    if len(part.answer) == 1 and (one := meant_in_a_sentence(part, text, prompt)):
        return {one}
    if several is not None:
        raise Unclear(f"it names {several}; write {_listed(part)}", text.strip())
    return set()


def _listed_keys(part: ChoicePart, words: dict[str, str], text: str) -> set[str]:
    """Keys or wordings, one a line or with commas between them. Raises Unclear."""
    found = set()
    lines = [line for line in text.split("\n") if _folded(line)]
    for line in lines:
        key = words.get(_folded(line))  # before it is cut: an option may have a comma in it
        pieces = [line] if key is not None else _SEPARATOR.split(line)
        found |= {_key(part, words, piece) for piece in pieces if _folded(piece)}
    if not found:
        raise Unclear(f"write {_listed(part)}")
    return found


def _key(part: ChoicePart, words: dict[str, str], piece: str) -> str:
    key = words.get(_folded(piece))
    if key is None:
        shown = piece.strip(" `$*_-")
        near = difflib.get_close_matches(_folded(piece)[:200], list(words), n=1, cutoff=0.8)
        hint = f"did you mean {words[near[0]]}?" if near else f"write {_listed(part)}"
        raise Unclear(f"`{shown[:60]}` is not one of the options; {hint}", piece.strip())
    return key


def _listed(part: ChoicePart) -> str:
    one = "one" if len(part.answer) == 1 else "some"
    return f"{one} of {', '.join(part.options)}"


def _words(part: ChoicePart) -> dict[str, str]:
    """Folded wording -> key. What two options say alike chooses neither; a key always wins."""
    said = [(_folded(text), key) for key, text in part.options.items()]
    times = Counter(text for text, _ in said)
    found = {text: key for text, key in said if text and times[text] == 1}
    found.update({_folded(f"{key} {text}"): key for key, text in part.options.items()})
    found.update({f"{word} {_folded(k)}": k for k in part.options for word in ("option", "answer")})
    found.update({_folded(key): key for key in part.options})
    return found


def _folded(text: str) -> str:
    """Without case, markup and spaces; signs stay, since `n + d` is not `n - d`."""
    text = text.lstrip(" \t\n-*+>([`$_").rstrip(" \t\n.:;,)]`$*_")
    return " ".join(re.sub(r"[`$*_:.()\[\]]+", " ", text).split()).casefold()
