"""Which options a sentence names, and whether it means them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from grader.kinds.choice.keys import ChoicePart
from grader.maths.tree.functions import words
from grader.writing.concluding import HEDGED
from grader.writing.scripts import FOREIGN

_TERM = re.compile(r"[^\W_]+(?:_[^\W_]+)*(?:['’][a-z]+)?|[-+−*/=<>∞^√]|[,.;:?!()\n]")
_PUNCTUATION = frozenset(",.;:?!()\n")
_DENYING = frozenset(
    words("not never neither nor no without except unlike cannot instead rather wrong false false:")
)
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
_COMPARED = {
    "<": re.compile(r"\b(?:is |are )?(?:much )?(?:smaller|less|lower|shorter|fewer) than\b|\blt\b"),
    ">": re.compile(
        r"\b(?:is |are )?(?:much )?(?:larger|greater|longer|bigger|more) than\b|\bgt\b"
    ),
}
# Words of a sentence beside one that is only the key of an option: more, and it may be meant as an
# ordinary word.
MAX_BESIDE = 4
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


def terms(text: str) -> list[str]:
    """The words and signs of a text without case and markup; `self-attention` is two words."""
    text = re.sub(r"[{}$`*\"“”\\]", "", text.casefold()).replace("−", "-")
    text = re.sub(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])", " ", text)
    text = FOREIGN.sub(lambda found: f" {found.group()} ", text)
    for sign, compared in _COMPARED.items():
        text = compared.sub(sign, text)
    return _TERM.findall(text)


def same_in_other_words(part: ChoicePart, text: str) -> str | None:
    """The one option that says the same as the whole text, links between its words aside: `Q = y,
    K = V = x` for `Q comes from y, K and V from x`; its clauses may stand in another order."""
    if not _content(text):
        return None
    for same in (_same_order, _same_clauses, _same_relations, _same_chain):
        found = [key for key, option in part.options.items() if same(option, text)]
        if len(found) == 1:
            return found[0]
    return None


def _same_order(option: str, text: str) -> bool:
    return _content(option) == _content(text)


def _same_clauses(option: str, text: str) -> bool:
    return _clauses(option) == _clauses(text)


def _same_relations(option: str, text: str) -> bool:
    return bool(_relations(text)) and _relations(option) == _relations(text)


def _same_chain(option: str, text: str) -> bool:
    """`K = Q = V = x` for `Q, K and V come from x`, but not for what has two sources."""
    said = [word for word in terms(text) if word != "-"]
    chain = said[1::2] == ["="] * (len(said) // 2) and len(said) % 2 == 1 and len(said) > 2
    sources = sum(word in ("from", "=", "is", "are") for word in terms(option))
    (*mine, last), (*others, source) = _content(text), _content(option) or [""]
    mine = [word for word in mine if word != "-"]
    return chain and sources == 1 and last == source and sorted(mine) == sorted(others)


def _content(text: str) -> list[str]:
    return [word for word in terms(text) if word not in _LINKS and word not in _PUNCTUATION]


def _relations(text: str) -> set[tuple[str, str]]:
    """What is smaller than what, by its symbol: `n < d`, `the length n is smaller than the width
    d`; nothing where something is denied."""
    said = [word for word in terms(text) if word not in _PUNCTUATION]
    found = set()
    for at, word in enumerate(said):
        if word in _DENYING or word.endswith(("n't", "n’t")):
            return set()
        if word in ("<", ">"):
            left = next((it for it in reversed(said[:at]) if _is_symbol(it)), "")
            right = next((it for it in said[at + 1 :] if _is_symbol(it)), "")
            found.add((left, right) if word == "<" else (right, left))
    return found


def _is_symbol(word: str) -> bool:
    return len(word) == 1 and word.isalpha() and word != "a"


def _clauses(text: str) -> Counter[tuple[str, ...]]:
    pieces = re.split(r"[,;\n]", re.sub(r"^[ \t]*[-*+][ \t]*-?", "", text, flags=re.MULTILINE))
    found = (tuple(_content(piece)) for piece in pieces)
    return Counter(clause for clause in found if clause)


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
    if _is_hedged(said[:reason], found) or (len(part.answer) == 1 and len(keys) > 1):
        raise ValueError(" and ".join(key for key in part.options if key in keys))
    beside = _beside(said[:reason], found)
    if not all(one.firm for one in live) and len(beside) > MAX_BESIDE:
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
            found.append(Mention(key, 0, 1, False))
    marked = {key for key in part.options if _is_marked(key, text)}
    found = [
        Mention(one.key, one.start, one.end, one.firm or one.key in marked)
        for one in found
        if one.key in marked or len(one.key) > 1 or one.firm
    ]
    found = [one for one in found if not any(_contains(other, one) for other in found)]
    # `Never exactly, but y comes close`: a word of what an option says is not another one's key.
    told = {word for one in found if one.firm for word in terms(part.options[one.key])}
    return [one for one in found if one.firm or not set(said[one.start : one.end]) <= told]


def _phrases(part: ChoicePart) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """What names an option: its key, all its text, and clauses of it that no other has."""
    for key, option in part.options.items():
        whole = tuple(word for word in terms(option) if word not in _PUNCTUATION)
        yield key, tuple(terms(key)), False
        if whole and whole != tuple(terms(key)):
            yield key, whole, True
        for at, clause in enumerate(re.split(r"[,:;(]", option)):
            phrase = tuple(word for word in terms(clause) if word not in _PUNCTUATION)
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
    kept = [(at, word) for at, word in enumerate(said) if word not in _PUNCTUATION]
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
        if word in _PUNCTUATION or word == "but":
            if word == "but" and at and said[at - 1] in ("all", "anything", "everything"):
                return True
            break
        if word in _DENYING or word.endswith(("n't", "n’t")):
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
        if at not in inside and word not in _FILLING and word not in _PUNCTUATION
    ]


def _contradicts(part: ChoicePart, live: list[Mention], beside: list[str]) -> bool:
    """Whether symbols of the options stand beside what was named: `Q comes from y, K and V too`
    says more than the words that name an option."""
    symbols = {word for text in part.options.values() for word in terms(text) if len(word) <= 2}
    symbols -= _LINKS | _FILLING | frozenset(words("in no or as so if on at do - ∞"))
    if all(len(key) <= 2 for key in part.options):  # what is as short may be meant for a key
        symbols |= {word for word in beside if len(word) <= 2}
    return bool(symbols & set(beside)) and bool(live)
