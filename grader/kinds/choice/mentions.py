"""Which options a sentence names, and whether it means them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from grader.kinds.choice.equations import same_equations, states_what_is_asked
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import same_relation
from grader.kinds.choice.sources import same_sources
from grader.kinds.choice.terms import PUNCTUATION, breaks, denies, terms
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
# Words that say where something is done, and how many may stand between one and the thing.
_WHERE = frozenset(words("before after at inside behind"))
_ARTICLES = frozenset(words("the a an it this that"))
MAX_BETWEEN = 3
_JOINING = frozenset(words("and or also both , either then"))
_SIGNS = frozenset("∞<>^√")
_PREVENTING = ("preven", "preclud", "prohibit", "imposs", "unable", "hinder", "forbid", "inhibit")
_ALLOWING = frozenset(words("can could yes but except unless however though although partly"))
_UNSURE = re.compile(r"\b(?:maybe|perhaps|possibly|might|not sure|guess|either)\b|\?", re.I)
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
    told = _same_words(part, text, prompt) or same_equations(part, text)
    return told or states_what_is_asked(part, text) or same_sources(part, text, prompt)


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
    live = _without_chance(live, said)
    keys = {one.key for one in live}
    unsure = (
        _is_hedged(said[:reason], found)
        or _opens_otherwise(part, keys, said)
        or (len(part.answer) > 1 and bool(_ALL_BUT.search(text)))
    )
    if unsure or (len(part.answer) == 1 and len(keys) > 1):
        raise ValueError(" and ".join(key for key in part.options if key in keys))
    beside = _beside(said[:reason], found)
    firm = {one.key for one in live if one.firm}
    if not keys <= firm and len(beside) > MAX_BESIDE:
        return set()
    return keys if not _contradicts(part, live, beside) else set()


def _without_chance(live: list[Mention], said: list[str]) -> list[Mention]:
    """Beside an option that is named by a sign of its own, a word that is another's key and joined
    to nothing is a word by chance."""
    sure = {one.key for one in live if one.firm}
    if len(sure) != 1 or not any(said[one.start] in _SIGNS for one in live if one.key in sure):
        return live

    def is_joined(one: Mention) -> bool:
        return bool(_JOINING & {*said[max(0, one.start - 1) : one.start], *said[one.end :][:1]})

    return [one for one in live if one.key in sure or is_joined(one)]


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
    found += [*_signs(part, said), *_excluded(part, said)]
    found = [
        one
        for one in found
        if one.firm or not (_is_attribute(one, said) or _is_before_another(one, part, said))
    ]
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


def _signs(part: ChoicePart, said: list[str]) -> Iterator[Mention]:
    """A sign that one option alone has, such as ∞, beside another of its words."""
    told = {key: set(terms(option)) - PUNCTUATION for key, option in part.options.items()}
    for key, its in told.items():
        others = set().union(*(them for other, them in told.items() if other != key))
        for at, word in enumerate(said):
            beside = {it for it in its & set(said) if len(it) > 3 and it not in _WHERE}
            if word in its - others and word in _SIGNS and beside:
                yield Mention(key, at, at + 1, firm=True)


def _excluded(part: ChoicePart, said: list[str]) -> Iterator[Mention]:
    """`neither this nor that`, where an option says neither and the others are this and that."""
    for key, option in part.options.items():
        if terms(option)[:1] != ["neither"] or "neither" not in said:
            continue
        at = said.index("neither")
        others = [tuple(terms(other)) for other in part.options if other != key]
        places = [list(_places(other, said[at:])) for other in others]
        if "nor" in said[at:] and all(places):
            yield Mention(key, at, at + 1 + max(place[-1] for place in places), firm=True)


def _is_attribute(one: Mention, said: list[str]) -> bool:
    """`the invariant part`: a key before a noun, which says nothing of what is asked about."""
    before, after = said[one.start - 1 : one.start], said[one.end : one.end + 1]
    noun = bool(after) and after[0].isalpha() and after[0] not in (_LINKING | _LINKS | _REASON)
    return before == ["the"] and noun


def _is_before_another(one: Mention, part: ChoicePart, said: list[str]) -> bool:
    """`before the mask`, where the option says before what, and it is something else."""
    if said[one.start] not in _WHERE:
        return False
    clause = next((n for n in range(one.end, len(said)) if said[n] in PUNCTUATION), len(said))
    things = [word for word in said[one.end : clause] if word not in _ARTICLES]
    return bool(things) and not {*things} & {*terms(part.options[one.key])}


def denies_what_is_asked(part: ChoicePart, text: str) -> str | None:
    """The one option that opens with `no`, where the question is whether something can be done and
    the text says that it cannot: `this precludes doing it in parallel`."""
    refusing = [key for key, option in part.options.items() if terms(option)[:1] == ["no"]]
    if not re.match(r"\s*(?:can|could)\b", part.text, re.IGNORECASE) or len(refusing) != 1:
        return None
    said = terms(text)
    done = set(terms(part.text)[-3:]) - PUNCTUATION
    at = [n for n, word in enumerate(said) if word in done]
    free = _ALLOWING & {*said} or _UNSURE.search(text) or _denies_twice(text)
    if not at or free or any(not _is_refused(said, n) for n in at):
        return None
    return refusing[0]


def _denies_twice(text: str) -> bool:
    """`nothing prevents`, `it is not true that it cannot`: what that comes to is not guessed."""
    pieces = [re.split(r"[.;,!?]", piece) for piece in sentences(text)]
    return any(sum(map(_refuses, terms(it))) > 1 for them in pieces for it in them)


def _refuses(word: str) -> bool:
    return denies(word) or word == "nothing" or word.startswith(_PREVENTING)


def _is_refused(said: list[str], at: int) -> bool:
    """Whether a word that refuses stands near it, in the same clause."""
    ends = [n for n, word in enumerate(said) if word in PUNCTUATION or word in ("and", "so")]
    begin = max((n for n in ends if n < at), default=-1)
    end = min((n for n in ends if n > at), default=len(said))
    return any(map(_refuses, said[begin + 1 : end]))


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
    """Where the words of a phrase stand one after the other, commas between them aside. After a
    word that says where, `before the softmax`, others may stand before the thing itself."""
    kept = [(at, word) for at, word in enumerate(said) if word not in PUNCTUATION]
    flat = [word for _, word in kept]
    for at in range(len(flat) - len(phrase) + 1):
        if tuple(flat[at : at + len(phrase)]) == phrase:
            yield kept[at][0]
    thing = tuple(word for word in phrase[1:] if word not in _ARTICLES)
    if not phrase or phrase[0] not in _WHERE or not thing:
        return
    for at, word in enumerate(said):
        if word == phrase[0] and tuple(said[at + 1 : at + len(phrase)]) != phrase[1:]:
            near = said[at + 1 : at + 1 + MAX_BETWEEN + len(thing)]
            found = [n for n in range(len(near)) if tuple(near[n : n + len(thing)]) == thing]
            if found and not any(map(_interrupts, near[: found[0]])):
                yield at


def _interrupts(word: str) -> bool:
    return word in PUNCTUATION or word in _WHERE or denies(word)


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
        if denies(word) or breaks(word):
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


# What is named then is all that is not chosen.
_ALL_BUT = re.compile(
    r"\b(?:all|everything|anything|any)(?:\s+\w+){0,2}\s+(?:but|except|other than|apart from)\b",
    re.IGNORECASE,
)


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
