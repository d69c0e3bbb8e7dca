"""An option said by what comes from what, in any words: `the queries are those of the decoder`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.kinds.choice.equations import ELSEWHERE
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import called_in
from grader.kinds.choice.terms import denies, terms
from grader.writing.concluding import HEDGED

# Words for what options call by a letter.
_NAMES = {
    "q": frozenset(("q", "query", "queries", "qs")),
    "k": frozenset(("k", "key", "keys", "ks", "kv", "k/v")),
    "v": frozenset(("v", "value", "values", "vs", "kv", "k/v")),
}
# What reads a source is the encoder, and what writes a target the decoder.
_ALSO = {"source": ("encoder", "memory"), "target": ("decoder",)}
_BOTH = re.compile(r"\b(?:en|de)coder[-\s–/]+(?:en|de)coder\b|\bcross[-\s]?attention\b", re.I)
_CLAUSE = re.compile(r"[,;:.()\n]|\b(?:and|while|whereas|but|with|where|which|when)\b|/", re.I)
_SOURCE = re.compile(r"\b(?:from|=|is|are)\s+([A-Za-z])\b(?!\w)")
_LETTER = re.compile(r"(?<![\w'’])[A-Za-z](?![\w'’])")


def same_sources(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that gives each thing the source that the text gives it; None where the text
    gives one two sources, denies something, or says nothing of one of them."""
    options = {key: _told(option) for key, option in part.options.items()}
    names = {name for told in options.values() for name in told} & _NAMES.keys()
    sources = {source for told in options.values() for source in told.values()}
    said = set(terms(text))
    taken_back = HEDGED.search(text) or any(map(denies, said)) or said & ELSEWHERE
    if len(names) < 2 or taken_back:
        return None
    mine = _sources(_BOTH.sub(" ", text), names, _words_for(prompt))
    if not mine:
        return None
    if set(mine.values()) == {"same"} and len(sources) == 1:
        mine = dict.fromkeys(mine, next(iter(sources)))
    only = re.search(r"\bonly\b", text, re.IGNORECASE) is not None
    found = [
        key
        for key, told in options.items()
        if told == mine and (re.search(r"\bonly\b", part.options[key], re.I) is not None) == only
    ]
    return found[0] if len(found) == 1 else None


def _told(option: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    at = 0
    for match in _SOURCE.finditer(option):
        named = [one.casefold() for one in _LETTER.findall(option[at : match.start()])]
        found |= dict.fromkeys((one for one in named if one in _NAMES), match[1].casefold())
        at = match.end()
    return found


def _words_for(prompt: str) -> dict[str, str]:
    """Each word that tells a source -> that source; one that no option has is one as well."""
    found = {"same": "same", "another": "another", "different": "another", "other": "another"}
    for symbol, its in called_in(prompt).items():
        its = its | {more for word in its for more in _ALSO.get(word, ())}
        found |= dict.fromkeys((symbol, *its), symbol)
    return found


def _sources(text: str, names: set[str], words: Mapping[str, str]) -> dict[str, str]:
    """What each thing comes from, clause by clause: names wait for the next source."""
    found: dict[str, str] = {}
    waiting: set[str] = set()
    for clause in _CLAUSE.split(text):
        said = terms(clause)
        waiting |= {name for name in names if _NAMES[name] & set(said)}
        told = {words[word] for word in said if word in words}
        told = told - {"same"} or told
        if not waiting or not told:
            continue
        if len(told) > 1 or any(
            found.get(name, source) != source for name in waiting for source in told
        ):
            return {}
        found |= dict.fromkeys(waiting, next(iter(told)))
        waiting = set()
    return {} if waiting else found
