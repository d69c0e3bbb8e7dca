"""Which options a sentence names, and whether it means them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from grader.kinds.choice.equations import same_equations, states_what_is_asked
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import same_relation
from grader.kinds.choice.terms import PUNCTUATION, denies, terms
from grader.maths.tree.functions import words
from grader.writing.concluding import HEDGED
from grader.writing.sentences import sentences

_DENIED = frozenset(words("not wrong false incorrect isn't aren't doesn't don't isn’t doesn’t no"))
_LINKING = frozenset(words("is are was were would be does do can must should will : ,"))
_REASON = frozenset(words("because since otherwise whereas unlike"))
_FILLING = frozenset(
    words(
        "it is the a an this that i we would choose chose pick select think option options answer "
        "right correct choice my our are be still of and one only true here must should so thus "
        "others other the following ones as namely clearly"
    )
)
# Words of a sentence beside one that is only the key of an option: more, and it may be meant as an
# ordinary word.
MAX_BESIDE = 4
# What is done to something that changes, and how far from its name that is said.
_CHANGING = ("chang", "switch", "replac", "swap", "exchang", "modif", "differ", "alter")
_NEAR = 4
_OTHER = {"yes": "no", "no": "yes"}
_EXCEPTING = words("but except only however unless though although partly sometimes depends")
# At the beginning of a sentence: it may be about the one before.
_TAKING_BACK = frozenset(words("wrong false incorrect untrue not no but however actually"))
# What a text says in other words than an option, with these left out.
_LINKS = frozenset(
    words("come comes coming from and while all is are the a an of to it by in be = both taken as")
)


@dataclass(frozen=True)
class Mention:
    """An option named by words `start` to `end` of a text; `firm` if they can hardly mean else."""

    key: str
    start: int
    end: int
    firm: bool


def same_in_other_words(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that says the same as the whole text, links between its words aside: `Q = y,
    K = V = x` for `Q comes from y, K and V from x`; its clauses may stand in another order."""
    told = _same_words(part, text, prompt)
    return told or same_equations(part, text) or states_what_is_asked(part, text)


def _same_words(part: ChoicePart, text: str, prompt: str) -> str | None:
    if not _content(text):
        return None

    def same_relation_here(option: str, text: str) -> bool:
        return same_relation(option, text, prompt)

    for same in (_same_order, _same_clauses, same_relation_here):
        found = [key for key, option in part.options.items() if same(option, text)]
        if len(found) == 1:
            return found[0]
    return None


def _same_order(option: str, text: str) -> bool:
    return _content(option) == _content(text)


def _same_clauses(option: str, text: str) -> bool:
    return _clauses(option) == _clauses(text)


def _content(text: str) -> list[str]:
    return [word for word in terms(text) if word not in _LINKS and word not in PUNCTUATION]


def _clauses(text: str) -> Counter[tuple[str, ...]]:
    pieces = re.split(r"[,;\n]", re.sub(r"^[ \t]*[-*+][ \t]*-?", "", text, flags=re.MULTILINE))
    found = (tuple(_content(piece)) for piece in pieces)
    return Counter(clause for clause in found if clause)


def meant_in_a_sentence(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that some sentence of a text chooses, where no other sentence chooses another
    or takes it back."""
    pieces = list(sentences(text))
    if len(pieces) < 2 or any(set(terms(piece)[:6]) & _TAKING_BACK for piece in pieces[1:]):
        return None
    keys: set[str] = set()
    for piece in pieces:
        same = _same_words(part, piece, prompt)
        try:
            keys |= {same} if same else meant_options(part, piece)
        except ValueError:
            return None
    return keys.pop() if len(keys) == 1 else None


def meant_options(part: ChoicePart, text: str) -> set[str]:
    """The options that a sentence chooses; empty where it names none, or names them as no choice.

    Raises ValueError with the options it names where it is not clear which of them is meant.
    """
    said = terms(text)
    found = _mentions(part, text, said)
    live = [one for one in found if not _is_denied(one, said, found)]
    reason = _reason_at(said, found, live)
    live = [one for one in live if one.start < reason]
    if not live:
        return set()
    keys = {one.key for one in live}
    unsure = _is_hedged(said[:reason], found) or _opens_otherwise(part, keys, said)
    if unsure or (len(part.answer) == 1 and len(keys) > 1):
        raise ValueError(" and ".join(key for key in part.options if key in keys))
    beside = _beside(said[:reason], found)
    firm = {one.key for one in live if one.firm}
    if not keys <= firm and len(beside) > MAX_BESIDE:
        return set()
    return keys if not _contradicts(part, live, beside) else set()


def _mentions(part: ChoicePart, text: str, said: list[str]) -> list[Mention]:
    phrases = Counter(phrase for _, phrase, _ in _phrases(part))
    found = [
        Mention(key, at, at + len(phrase), firm)
        for key, phrase, firm in _phrases(part)
        if phrases[phrase] == 1 and (len(phrase) > 1 or firm or phrase == tuple(terms(key)))
        for at in _places(phrase, said)
    ]
    firsts = Counter(_first_clause(option) for option in part.options.values())
    for key, option in part.options.items():
        first = _first_clause(option)
        if len(first) == 1 and firsts[first] == 1 and tuple(said[:1]) == first:
            found.append(Mention(key, 0, 1, first[0] in _OTHER and len(said) > 1))
    marked = {key for key in part.options if _is_marked(key, text)}
    found = [
        Mention(
            one.key,
            one.start,
            one.end,
            one.firm or one.key in marked or _is_done_to(one, said, part.text),
        )
        for one in found
        if one.key in marked or len(one.key) > 1 or one.firm
    ]
    found = [one for one in found if not any(_contains(other, one) for other in found)]
    # `Never exactly, but y comes close`: a word of what an option says is not another one's key.
    told = {word for one in found if one.firm for word in terms(part.options[one.key])}
    return [one for one in found if one.firm or not set(said[one.start : one.end]) <= told]


def _opens_otherwise(part: ChoicePart, keys: set[str], said: list[str]) -> bool:
    """Whether a text opens with `no` where the option says `yes`, or says in what cases it does not
    hold."""
    other = _OTHER.get(said[0])
    opening = {tuple(terms(part.options[key])[:1]) for key in keys}
    if other is None or not opening & {(other,), (said[0],)}:
        return False
    clear = (said[1:2] or ["."])[0] in PUNCTUATION and {other, *_EXCEPTING}.isdisjoint(said)
    return (other,) in opening or not clear


def _is_done_to(one: Mention, said: list[str], question: str) -> bool:
    """`we replace the last part`, where the question is what changes: the key `part` is no word by
    chance."""
    if not any(word.startswith(_CHANGING) for word in terms(question)):
        return False
    clause = next((at for at in range(one.start, 0, -1) if said[at - 1] in PUNCTUATION), 0)
    if any(map(denies, said[clause : one.start])):
        return False
    near = (*said[max(0, one.start - _NEAR) : one.start], *said[one.end : one.end + _NEAR])
    return any(word.startswith(_CHANGING) for word in near)


def _phrases(part: ChoicePart) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """What names an option: its key, all its text, and clauses of it that no other has."""
    for key, option in part.options.items():
        whole = tuple(word for word in terms(option) if word not in PUNCTUATION)
        yield key, tuple(terms(key)), False
        if whole and whole != tuple(terms(key)):
            yield key, whole, True
        for at, clause in enumerate(re.split(r"[,:;(]", option)):
            phrase = tuple(word for word in terms(clause) if word not in PUNCTUATION)
            long_enough = len(phrase) >= (2 if at == 0 else 3)
            if long_enough and phrase != whole and _is_own(part, key, phrase):
                yield key, phrase, True


def _is_own(part: ChoicePart, key: str, phrase: tuple[str, ...]) -> bool:
    others = (terms(text) for other, text in part.options.items() if other != key)
    return not any(list(_places(phrase, other)) for other in others)


def _first_clause(option: str) -> tuple[str, ...]:
    return tuple(word for word in terms(re.split(r"[,:;.(]", option)[0]))


def _places(phrase: tuple[str, ...], said: list[str]) -> Iterator[int]:
    """Where the words of a phrase stand one after the other, commas between them aside."""
    kept = [(at, word) for at, word in enumerate(said) if word not in PUNCTUATION]
    flat = [word for _, word in kept]
    for at in range(len(flat) - len(phrase) + 1):
        if tuple(flat[at : at + len(phrase)]) == phrase:
            yield kept[at][0]


def _is_marked(key: str, text: str) -> bool:
    """Whether the key stands out as one: in quotes, in bold, after `option`, before `because`."""
    name = re.escape(key).replace("_", "[ _]")
    marked = rf"[`*\"“'‘(\[]\s*{name}\s*[`*\"”'’)\]]"
    called = (
        rf"\b(?:option|choice|answer|choose|chose|pick|select)\b(?:\s+is|:)?\s+[`*(\"]*{name}\b"
    )
    if key.casefold() in ("a", "i"):  # `the answer is a sum`
        called += r"(?=\s*(?:$|[.,:;)`*\"]|because\b|since\b))"
    first = rf"^\W*{name}\s*(?:$|[.,:;)]|because\b|since\b)"
    return bool(re.search(f"{marked}|{called}|{first}", text, re.IGNORECASE))


def _contains(one: Mention, other: Mention) -> bool:
    return one.start <= other.start and other.end <= one.end and (
        one.end - one.start > other.end - other.start
        or (one.firm and not other.firm and one.key == other.key and one is not other)
    )  # fmt: skip


def _is_denied(one: Mention, said: list[str], found: list[Mention]) -> bool:
    """Whether the words right before or after it take it back; another option between ends that."""
    ends = {other.end for other in found if other is not one}
    for at in range(one.start - 1, max(-1, one.start - 4), -1):
        word = said[at]
        if word in PUNCTUATION or word == "but":
            if word == "but" and at and said[at - 1] in ("all", "anything", "everything"):
                return True
            break
        if denies(word):
            return True
        if at + 1 in ends:
            break
    after = said[one.end : one.end + 4]
    while after and after[0] in _LINKING:
        after = after[1:]
    return bool(after) and after[0] in _DENIED and said[one.end] != ","


def _reason_at(said: list[str], found: list[Mention], live: list[Mention]) -> int:
    """Where a reason begins that follows a choice: what it names is no choice any more."""
    first = min((one.end for one in live), default=len(said))
    inside = {at for one in found for at in range(one.start, one.end)}
    reasons = (at for at in range(first, len(said)) if said[at] in _REASON and at not in inside)
    return next(reasons, len(said))


def _is_hedged(said: list[str], found: list[Mention]) -> bool:
    inside = {at for one in found if one.firm for at in range(one.start, one.end)}
    rest = " ".join(word for at, word in enumerate(said) if at not in inside)
    return "?" in said or "/" in rest or bool(HEDGED.search(rest))


def _beside(said: list[str], found: list[Mention]) -> list[str]:
    inside = {at for one in found for at in range(one.start, one.end)}
    return [
        word
        for at, word in enumerate(said)
        if at not in inside and word not in _FILLING and word not in PUNCTUATION
    ]


def _contradicts(part: ChoicePart, live: list[Mention], beside: list[str]) -> bool:
    """Whether symbols of the options stand beside what was named: `Q comes from y, K and V too`
    says more than the words that name an option."""
    symbols = {word for text in part.options.values() for word in terms(text) if len(word) <= 2}
    symbols -= _LINKS | _FILLING | frozenset(words("in no or as so if on at do - ∞"))
    if all(len(key) <= 2 for key in part.options):  # what is as short may be meant for a key
        symbols |= {word for word in beside if len(word) <= 2}
    return bool(symbols & set(beside)) and bool(live)
