"""What is named and not chosen: denied, supposed, or told of as an outcome."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.kinds.choice.mentions import Mention
from grader.kinds.choice.phrases import WHERE
from grader.kinds.choice.terms import ARTICLES, LINKING, PUNCTUATION, breaks, denies, terms
from grader.maths.tree.functions import words

_DENIED = frozenset(words("not wrong false incorrect isn't aren't doesn't don't isn’t doesn’t no"))
_UNTRUE = re.compile(
    r"\b(?:(?:not|n't|isn't|isn’t) (?:\w+ )?(?:true|right|correct|the case)|untrue|"
    r"(?:nothing|nobody)(?= [^.,;:!?()]{0,200}$|$)|"
    r"(?:false|wrong|incorrect|a myth|a misconception)(?: to \w+)? that)\b"
)
_OFTEN = frozenset(words("usually often simply generally therefore also clearly just plainly thus"))
_ENDS = frozenset(".;?!\n")
# `if it were so, that would be`: what is told of between these is not so.
_SUPPOSING = frozenset(words("if unless suppose imagine were had otherwise"))
_WOULD = frozenset(words("would wouldn't wouldn’t could couldn't couldn’t"))
_ALL = frozenset(words("all every anything everything"))
# What would come of it is bad; `would not break anything` is left open.
_HARM = re.compile(
    r"wrong|less|<|break\w*|fail\w*|leak\w*|destroy\w*|violat\w*|distort\w*|los(?:e|es|ing)|"
    r"un|contaminat\w*|pollut\w*|corrupt\w*|bias\w*|unnormali\w*|hurt\w*|harm\w*|problem\w*|matter\w*|chang\w*"
)
# What doing it there comes to, said as a fact: `doing it after that destroys the sums`.
_HARMS = frozenset(
    words("breaks destroys violates ruins spoils distorts corrupts invalidates disturbs")
)
# `doing it after that leaves sums of less than 1`.
_NEVER_MIND = frozenset(words("nothing never"))
_LEAVES = frozenset(words("leaves makes lets leaks yields gives"))
_FAULTY = re.compile(r"<|leak\w*|unnormali\w*|invalid|wrong")
_IN_PLACE = frozenset((("rather", "than"), ("instead", "of")))
_STILL = frozenset(words("but only just merely"))
_FAULT_OF = re.compile(
    r"\b(?:issue|problem|trouble|flaw|drawback) (?:with|of|in) (?:\w+ ){0,3}"
    r"(?:approach|method|version|attempt|way|idea|implementation)\b"
)
_GOES_ON = frozenset(words("so therefore thus hence instead but this that's which"))
_ZERO = frozenset(words("0 zero zeros"))
# Of the verbs before a zero the last one tells whether it came of itself or was made.
MADE = re.compile(
    r"set|sets|setting|multipl\w+|appl\w+|zero(?:ed|es|ing)|fill\w*|replac\w+|puts?|putting|"
    r"remov\w+|drop\w*|clear\w*|forc\w+|us(?:e|es|ing)"
)
_CAME = re.compile(
    r"result\w*|becom\w+|turn\w*|gets?|yields?|leads?|ha[sv]e?|having|are|is|be|was|were|"
    r"receiv\w+|gives?|goes|maps?|vanish\w*|equals?|assign\w*|ends?"
)
_ASKING = frozenset(words("why what where how when which who"))


# Of what is no more, and words right behind a case in which it does not hold.
_NO_MORE = frozenset(words("broken breaks lost destroyed violated"))
_NOT_THERE = re.compile(
    r"(?:\w+ ){0,3}?[,:]? ?(?:this|that|it) (?:\w+ )?(?:no longer|not|isn't|doesn't|isn’t|doesn’t)"
    r"(?: \w+)? (?:true|hold|holds|case|so|apply|applies)\b"
)
# Of languages that deny behind the verb.
_VERB_LAST = re.compile("[\u3040-\u30ff\uac00-\ud7ff]")
# Rows of which something is said that they should be.
_UNSUMMED = re.compile(r"(?:not?|no longer|n't|n’t) (?:\w+ ){0,3}?(?:1|one|sum|add|normali\w+)\b")


def is_denied(one: Mention, said: Sequence[str], found: Sequence[Mention]) -> bool:
    """Whether the words right before or after it take it back; another option between ends that."""
    ends = {other.end for other in found if other is not one}
    for at in range(one.start - 1, max(-1, one.start - 4), -1):
        word = said[at]
        if word in PUNCTUATION or word == "but":
            if word == "but" and not _ALL.isdisjoint(said[max(0, at - 2) : at]):
                return True
            break
        if (denies(word) and not _is_without(said, at, one)) or breaks(word):
            return True
        if at + 1 in ends:
            break
    begin, _ = sentence_of(one, said)
    if _is_contrasted(said[begin : one.start]):
        return True
    after = said[one.end : one.end + 4]
    while after and after[0] in LINKING | _OFTEN:
        after = after[1:]
    if _UNTRUE.search(" ".join(said[begin : one.start])) or not _NO_MORE.isdisjoint(after[:1]):
        return True
    if len(after) > 1 and _VERB_LAST.match(after[0]) and denies(after[1]):
        return True
    if _NOT_THERE.match(" ".join(said[one.end : one.end + 12])) or _ends_denied(one, said):
        return True
    if any(map(_HARM.fullmatch, after[1:])):  # `would not break anything`
        return False
    return bool(after) and after[0] in _DENIED and said[one.end] != ","


def _ends_denied(one: Mention, said: Sequence[str]) -> bool:
    """Whether its clause ends with `not`, as in languages that have their verb last."""
    end = next((at for at in range(one.end, len(said)) if said[at] in PUNCTUATION), len(said))
    return end > one.end and said[end - 1] in ("not", "cannot")


def _is_without(said: Sequence[str], at: int, one: Mention) -> bool:
    """`without this it is so`: what something is without is not what is named after it."""
    near = said[at + 1 : one.start]
    return said[at] == "without" and any(
        word not in ARTICLES and word not in ("being", "any", "such", "permutation")
        for word in near
    )


def _is_contrasted(before: Sequence[str]) -> bool:
    """Whether the words before it in its clause are `…, not added to what is there`."""
    at = next((at for at in range(len(before), 0, -1) if before[at - 1] in PUNCTUATION), 0)
    clause = before[at:]
    return (
        at > 0
        and before[at - 1] == ","
        and (clause[:1] == ["not"] or tuple(clause[:2]) in _IN_PLACE)
        and _STILL.isdisjoint(clause)
    )


def is_in_passing(question: str, said: Sequence[str]) -> Callable[[Mention], bool]:
    """Whether a mention is of something supposed or asked, or of when something came about."""
    supposes = {"if", "suppose", "would", "when", "could", "can"} & set(terms(question))

    def told(one: Mention) -> bool:
        return (
            (
                not supposes
                and any(it(one, said) for it in (_is_supposed, _would_harm, _is_bad_case))
            )
            or _is_fault(one, said)
            or _harms(one, said)
            or _is_asked(one, said)
            or _is_outcome(one, said)
        )

    return told


def sentence_of(one: Mention, said: Sequence[str]) -> tuple[int, int]:
    """Where the sentence of a mention begins and ends."""
    begin = next((at for at in range(one.start, 0, -1) if said[at - 1] in _ENDS), 0)
    end = next((at for at in range(one.end, len(said)) if said[at] in _ENDS), len(said))
    return begin, end


def _is_supposed(one: Mention, said: Sequence[str]) -> bool:
    """`if it were done before that, the rows would not sum to 1`, `it would be so if there were
    none`."""
    begin, end = sentence_of(one, said)
    if _WOULD & {*said[max(begin, one.start - 3) : one.start]} and "if" in said[one.end : end]:
        return True
    opened = next((at for at in range(begin, one.start) if said[at] in _SUPPOSING), None)
    if opened is None:
        return False
    would = next((at for at in range(opened, end) if said[at] in _WOULD), None)
    if would is None:
        return False
    return not any(word in _GOES_ON for word in said[would : one.start])


def _is_bad_case(one: Mention, said: Sequence[str]) -> bool:
    """`if we do it after that, the sums will be less than 1`."""
    begin, end = sentence_of(one, said)
    begin = next((at for at in range(one.start, begin, -1) if said[at - 1] == ","), begin)
    comma = next((at for at in range(one.end, end) if said[at] == ","), end)
    behind = said[comma:end]
    bad = any(map(_FAULTY.fullmatch, behind)) and not any(map(denies, behind))
    return said[begin] == "if" and (bad or _UNSUMMED.search(" ".join(behind)) is not None)


def _would_harm(one: Mention, said: Sequence[str]) -> bool:
    """`doing it after that would break the sums`."""
    begin, end = sentence_of(one, said)
    would = next((at for at in range(begin, end) if said[at] in _WOULD), None)
    if would is None:
        return False
    told = said[begin].endswith("ing") and _GOES_ON.isdisjoint(said[would : one.start])
    if one.end != would and not told:
        return False
    behind = said[would:end]
    return any(map(denies, behind)) != any(map(_HARM.fullmatch, behind))


def _is_fault(one: Mention, said: Sequence[str]) -> bool:
    """`the problem with this approach is that it is done after that`."""
    begin, _ = sentence_of(one, said)
    fault = _FAULT_OF.search(" ".join(said[begin : one.start]))
    return fault is not None and (_GOES_ON | {":", ","}).isdisjoint(
        fault.string[fault.end() :].split()
    )


def _harms(one: Mention, said: Sequence[str]) -> bool:
    """`doing it after that destroys the sums`, where nothing says that it does not."""
    begin, end = sentence_of(one, said)
    begin = next((at for at in range(one.start, begin, -1) if said[at - 1] == ":"), begin)
    if _NEVER_MIND.isdisjoint(said[begin:end]) and _breaks_there(one, said):
        return True
    if not said[begin].endswith("ing") or not (said[one.start] in WHERE or one.start == begin):
        return False
    where = 4 if said[one.end : one.end + 1] and said[one.end] in WHERE else 0
    # Of what is meant by it, or right behind it.
    near = said[one.start : end if one.start == begin else min(end, one.end + where + 2)]
    clause = next((at for at in range(one.end, end) if said[at] in (":", ",")), end)
    rest = said[one.start : clause]
    faulty = not _LEAVES.isdisjoint(near) and any(map(_FAULTY.fullmatch, rest))
    harmed = faulty or not _HARMS.isdisjoint(near)
    return harmed and not ("nothing" in rest or any(map(denies, rest)))


def _breaks_there(one: Mention, said: Sequence[str]) -> bool:
    """`…, after that multiplying disturbs the sums`: of a clause that begins with it."""
    begin = next((at for at in range(one.start, 0, -1) if said[at - 1] in PUNCTUATION), 0)
    end = next((at for at in range(one.end, len(said)) if said[at] in PUNCTUATION), len(said))
    clause = said[begin:end]
    where = said[one.start] in WHERE and one.start - begin < 2
    return where and not _HARMS.isdisjoint(clause) and not any(map(denies, clause))


def _is_asked(one: Mention, said: Sequence[str]) -> bool:
    """`why before that?`"""
    begin, end = sentence_of(one, said)
    return said[begin] in _ASKING and said[end : end + 1] == ["?"]


def _is_outcome(one: Mention, said: Sequence[str]) -> bool:
    """`after the softmax it is 0`: when something has come about, and not when it is done."""
    if said[one.start] not in WHERE:
        return False
    begin = next((at for at in range(one.start, 0, -1) if said[at - 1] in PUNCTUATION), 0)
    # Of a purpose nothing is said: `before that, so that they become 0`.
    ends = _ENDS | {"so", "such"}
    end = next((at for at in range(one.end, len(said)) if said[at] in ends), len(said))
    zero = next((at for at in range(end - 1, begin - 1, -1) if said[at] in _ZERO), None)
    if zero is None:
        return False
    before, behind = _verbs(said[begin:zero]), _verbs(said[zero:end])
    if any(map(MADE.fullmatch, behind)):  # a language that has its verbs at the end
        return False
    verbs = before[-1:] or behind[:1]
    return bool(verbs) and _CAME.fullmatch(verbs[0]) is not None


def _verbs(said: Sequence[str]) -> list[str]:
    return [word for word in said if MADE.fullmatch(word) or _CAME.fullmatch(word)]
