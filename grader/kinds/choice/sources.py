"""An option said by what comes from what, in any words: `the first is that of x`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.kinds.choice.equations import ELSEWHERE
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import called_in
from grader.kinds.choice.terms import denies, terms
from grader.writing.concluding import HEDGED

_CLAUSE = re.compile(
    r"이고|이며|[,;:.()\n]|\b(?:and|while|whereas|but|with|where|which|when)\b|/|"
    r"[—–]\s*(?=\w+ing\b|so\b|this\b)",  # what it is good for, `— letting y look at x`
    re.I,
)
# `键（key）`, with both words in English: said twice.
_AGAIN = re.compile(r"\b(\w+)\s*\(\s*\1\s*\)")
_AS = r"(?:\bas\b|作为|作為|用作|当作|として)"
_LISTED = r"(?:\band\b|[,/、和与及と와과])"
# Behind a name that begins what comes next: `…, the queries come from y`.
_GOES_ON = (
    r"(?!\s*(?:is|are|com(?:e|es|ing)|being|from|stems?|(?:taken|made|built|given)\b|[来來はがを]))"
)
_SOURCE = re.compile(r"\b(?:from|=|is|are)\s+([A-Za-z])\b(?!\w)")
# One of its kind, and what says that there is another one.
_FROM_ONE = re.compile(
    r"\bfrom\s+(?:(?:just|only|the)\s+)?(?:one|an?\s+single|one\s+single|single)\s+"
    r"(?:and\s+the\s+same\s+)?(?!of\b|or\b|to\b|and\b)",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:another|others?|different|own|each|respective(?:ly)?|second|two|three)\b", re.IGNORECASE
)
# What one thing does with another, whatever either comes from.
_LOOKS = re.compile(r"\blooks? at\b", re.IGNORECASE)
# What stands before it leads to what stands behind it: `x → K, V`.
_LEADS = re.compile(r"^[^\n,;]{0,40}(?:-+>|=>|→|⇒|➜)")
_LETTER = re.compile(r"(?<![\w'’])[A-Za-z](?![\w'’])")


def same_sources(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that gives each thing the source that the text gives it; None where the text
    gives one two sources, denies something, or says nothing of one of them.

    Things and sources are the letters of the options; the part's `words` have been put for them.
    """
    options = {key: _told(option) for key, option in part.options.items()}
    names = {name for told in options.values() for name in told}
    sources = {source for told in options.values() for source in told.values()}
    text = _from_one(text)
    said = set(terms(text))
    taken_back = HEDGED.search(text) or any(map(denies, said)) or said & ELSEWHERE
    if len(names) < 2 or taken_back:
        return None
    words = _words_for(prompt, (_letters(part) | sources) - names)
    plain = _taken_as(_without_pairs(_AGAIN.sub(r"\1", text), words), names, words)
    plain = _looking(plain, names, words)
    if any(_LOOKS.search(one) and names & {*terms(one)} for one in _CLAUSE.split(plain)):
        return None
    first = _sources_first(plain, names, words)
    mine = (first if _LEADS.search(text) else {}) or _sources(plain, names, words) or first
    if set(mine.values()) == {"same"} and len(sources) == 1:
        mine = dict.fromkeys(mine, next(iter(sources)))
    among = [key for key, option in part.options.items() if _has_only(option)]
    only = _has_only(text)
    found = [
        key
        for key, told in options.items()
        if told and told == mine and (not among or (key in among) == only)
    ]
    return found[0] if len(found) == 1 else None


def _letters(part: ChoicePart) -> set[str]:
    """Letters that the part has words for: things, and what they come from."""
    return {word.casefold() for word in part.words if len(word) == 1}


def _from_one(text: str) -> str:
    """`from one sequence` as `from the same`, where there is no other one."""
    return text if _ANOTHER.search(text) else _FROM_ONE.sub(" from same ", text)


def told_by_sources(part: ChoicePart) -> bool:
    """Whether the options say what comes from what, of several things."""
    return len({name for option in part.options.values() for name in _told(option)}) > 1


def _has_only(text: str) -> bool:
    return re.search(r"\bonly\b", text, re.IGNORECASE) is not None


def _told(option: str) -> Mapping[str, str]:
    """What comes from what, in an option's words."""
    found: dict[str, str] = {}
    at = 0
    for match in _SOURCE.finditer(option):
        named = [one.casefold() for one in _LETTER.findall(option[at : match.start()])]
        found |= dict.fromkeys(named, match[1].casefold())
        at = match.end()
    return found


def _words_for(prompt: str, sources: set[str]) -> dict[str, str]:
    """Each word that tells a source -> that source; one that no option has is one as well."""
    found = {"same": "same", "another": "another", "different": "another", "other": "another"}
    found |= {source: source for source in sources}
    for symbol, its in called_in(prompt).items():
        if symbol in found:
            found |= dict.fromkeys(its, symbol)
    return found


def _without_pairs(text: str, words: Mapping[str, str]) -> str:
    """`x-y layer`: two sources as one word name both, and say nothing of what comes from them."""

    def kept(pair: re.Match[str]) -> str:
        both = words.get(pair[1].casefold()) and words.get(pair[2].casefold())
        return " " if both else pair.group()

    return re.sub(r"(\w+)\s*[-–/]\s*(\w+)", kept, text)


def _taken_as(text: str, names: set[str], words: Mapping[str, str]) -> str:
    """`takes x as K and V` as `K and V from x`."""
    name, source = (rf"\b(?:{'|'.join(map(re.escape, sorted(them)))})\b" for them in (names, words))
    taken = re.compile(
        rf"(?P<of>{source}(?:(?!{name}|{source})[^,.;:()\n]){{0,40}}?){_AS}\s*"
        rf"(?P<them>(?:the\s+|its\s+|both\s+)?{name}(?:\s*{_LISTED}\s*(?:the\s+)?{name}{_GOES_ON})*)",
        re.IGNORECASE,
    )
    return taken.sub(r", \g<them> from \g<of>, ", text)


def _looking(text: str, names: set[str], words: Mapping[str, str]) -> str:
    """`Q of y looks at K and V of x` as two clauses; what looks must be said to come from
    something."""
    name, source = (rf"\b(?:{'|'.join(map(re.escape, sorted(them)))})\b" for them in (names, words))
    looking = re.compile(
        rf"(?P<who>{name}[^,.;:()\n]{{1,25}}?{source}[^,.;:()\n]{{0,20}}?){_LOOKS.pattern}",
        re.IGNORECASE,
    )
    return looking.sub(r"\g<who> , ", text)


def _sources(text: str, names: set[str], words: Mapping[str, str]) -> dict[str, str]:
    """What each thing comes from, clause by clause: names wait for the next source."""
    found: dict[str, str] = {}
    waiting: set[str] = set()
    for clause in _CLAUSE.split(text):
        said = terms(clause)
        waiting |= names & set(said)
        told = {words[word] for word in said if word in words}
        told = told - {"same"} or told
        if waiting and not told and "from" in said:
            return {}  # from something that no option has
        if not waiting or not told:
            continue
        source = next(iter(told))
        if len(told) > 1 or any(found.get(name, source) != source for name in waiting):
            return {}
        found |= dict.fromkeys(waiting, source)
        waiting = set()
    return {} if waiting else found


def _sources_first(text: str, names: set[str], words: Mapping[str, str]) -> dict[str, str]:
    """What each thing comes from where every source stands before what comes from it: `y gives Q,
    x gives K and V`; nothing where the text does not begin and end so."""
    told = [word for word in terms(text) if word in words or word in names]
    if not told or told[0] not in words or told[-1] not in names:
        return {}
    found: dict[str, str] = {}
    source = ""
    for word in told:
        if word in words:
            source = words[word]
        elif found.setdefault(word, source) != source:
            return {}
    return found if "same" not in found.values() else {}
