"""What the words before a formula make of it: a conclusion, a definition, or what is denied."""

from __future__ import annotations

import re
from enum import IntEnum

_ANSWER = re.compile(
    r"\b(?:final (?:answer|result)|(?:the |my |our )?answer|in conclusion|to conclude|"
    r"result|lösung|antwort|réponse|respuesta|resposta|ответ)\b|答(?!应)", re.IGNORECASE
)  # fmt: skip
_CONCLUDING = re.compile(
    r"\b(?:therefore|thus|hence|so|finally|conclude|consequently|overall|altogether|total|"
    r"obtain|get|yields?|gives?|becomes?|follows|simplif\w+|reduces? to|we have|comes? to|"
    r"is|are|has|(?<!would )(?<!could )have|equals?|"
    r"given by|also|daher|donc|entonces|logo|следовательно)\b|∴|⇒|[:：]\s*$|"
    r"所以|因此|可得|得到|따라서|よって|[为是]\s*$", re.IGNORECASE
)  # fmt: skip
# These conclude wherever they stand in their sentence, unless a condition begins right before the
# formula: `hence for ours`, but not `thus, where`.
STRONGLY = re.compile(
    r"\b(?:therefore|thus|hence|so|finally|conclude|consequently|altogether)\b|∴|⇒|所以|因此|따라서|よって",
    re.IGNORECASE,
)
# `if it has $L$ layers` says what holds, as the bare `if` does.
_IF_IT_HAS = re.compile(
    r"\b(?:if|when|where|which|that|once)\b(?:\s+[\w-]+){0,3}\s+ha(?:s|ve)\b", re.IGNORECASE
)
_ASIDE = re.compile(r"\bin (?:practice|reality)\b", re.IGNORECASE)
# What something is made again by an operation is not what it was: `brings it back to $1$`.
_RESTORED = re.compile(r"\bback (?:down )?to (?:exactly|about|unit)?\s*$", re.IGNORECASE)
# What something else is made of by it: `so the scores are divided by $\sqrt{d}$`.
_DONE_WITH = re.compile(
    r"(?<!\bit )\b(?:is|are|gets?|then) (?:then )?(?:divided|scaled|normali[sz]ed) by\s*$"
    r"|\b(?:divid|scal|normali[sz])(?:es?|ing) (?:[^\W\d]+\W+){1,3}by\s*$",
    re.IGNORECASE,
)
# What the result is a function of, and not the result.
_DEPENDS = re.compile(
    r"\b(?:depend\w*|function) (?:only |just |solely |purely )?(?:up)?o[nf]\s*"
    r"(?:the [\w -]{1,40}\s)?$|\bd[ée]pend\w* (?:only |solo |uniquement |seulement |"
    r"apenas )?(?:de|da|do|del)\s*$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\b(?:where|with|if|when|let|given|since|because)\s*$", re.IGNORECASE)
IS_THE_ANSWER = re.compile(
    r"[\s,;]*(?:which|this|that|and this|and that)?\s*is (?:then |thus )?(?:my|the|our) "
    r"(?:final )?(?:answer|result)\b", re.IGNORECASE
)  # fmt: skip
_GIVEN = re.compile(
    r"\b(?:where|with|for|let|when|if|since|because|given(?! by\b)|assum\w+|suppose|using|recall|"
    r"denot\w+|defin\w+|note that|here|knowing|as|from|(?<!given )by|via|and also|substitut\w+|set|"
    r"setting|between|call|unlike|compare\w*|check|than|whereas|while|although|of|satisf\w+|"
    r"in practice|would|could|naively|alternatively|"
    r"wobei|mit|où|avec|donde|onde|где)\b|其中|假设|여기서|ここで|[当设令若]\s*$|[大小]于\s*$|"
    r"(?<!arrive )(?<!arrives )\bat\s*$", re.IGNORECASE
)  # fmt: skip
_DENIED = re.compile(
    r"(?:\bnot|n't|\bnever|\binstead of|\brather than|\bunlike|\bwrong(?:ly)?|\bincorrect(?:ly)?|"
    r"\bas opposed to|\bversus|\bvs\.?|≠|不是|[并並]非|而非|不等于|\bне|\bnicht|"
    r"\bkein\w*|\bpas|\bnão|\bno es|\b(?:an)?statt|\banstelle von|\ben (?:lugar|vez) de|"
    r"\bem vez de|\bau lieu d[e']|\binvece di|вместо)"
    r"(?:\s+(?:be|is|equal to|equal|to|for|just|simply|the|a|write|"
    r"use|it))*\s*$", re.IGNORECASE
)  # fmt: skip
# Languages that have their verb last deny what stands before it.
DENIES_BEFORE = re.compile(
    r"\s*(?:ではなく|じゃなく|でなく|ではありません|ではない|(?:이|가)?\s*아니라|(?:이|가)?\s*아니[다며])"
)
HEDGED = re.compile(
    r"\b(?:or|maybe|perhaps|either|alternatively|possibly|unsure|not sure|guess|don't know|"
    r"do not know|no idea|could be|might be)\b", re.IGNORECASE
)  # fmt: skip
# What comes next is the case of one model, and says nothing of the names in general.
EXAMPLE = re.compile(
    r"\be\.\s?g\b\.?|\bfor (?:example|instance)\b|\bsuch as\b|\b(?:typical|usual)ly\b|"
    r"\b(?:say|like)[\s,:]*$|\bz\.\s?B\.|\bpar exemple\b|\bpor ejemplo\b|\bнапример\b|"
    r"例如|比如|例えば|예를 들어",
    re.IGNORECASE,
)
# Where such a remark is over.
EXAMPLE_ENDS = re.compile(r"[)）]|[.;!?](?:\s|$)|[。；]|\n\s*\n")
# Words right behind a formula that make another one of it, or take it back: `plus one`, `squared`,
# `is wrong`, `or the square of it`.
_THEN = r"(?:(?:but|and|or|then|all|it|this|that|which|is|are|was|maybe|perhaps|afterwards)\s+)*"
CHANGED = re.compile(
    r"[\s,;)]*[(（]\s*(?:(?:wrong|false|incorrect|falsch|faux|incorrecto|errado|неверно|неправильно)\b|"
    r"错[误的]?|不对|誤り|間違い|틀린|틀렸)|"
    rf"[\s,;)]*{_THEN}(?:"
    r"(?:times(?! (?:an? constant|per|each|in|for|as|more|less|\w+er|to|until)\b|"
    r"\s*[.,;:)])|plus|minus|multiplied|"
    r"divided|squared|cubed|halved|doubled|tripled|negated|"
    r"inverted|raised|to the power|wrong|false|incorrect|not (?:right|correct|true|the answer)|"
    r"without (?:the |a |its )?(?:square |minus )?(?:root|sign|factor|square|exponent|half)|"
    r"(?:the |its |a )?(?:square|cube|root|half|double|inverse|reciprocal|negative) of "
    r"(?:it|that|this))\b)", re.IGNORECASE
)  # fmt: skip
# Right before a formula: what it is a part of stands among the words.
GOES_ON = re.compile(
    r"\b(?:plus|minus|times|multiplied (?:by|with)|divided by)\s*(?:the\s+)?$", re.IGNORECASE
)
_END = r"(?:[.!?](?=\s)|[。！？]|\n\s*\n)"
_SENTENCE = re.compile(rf"{_END}(?!.*{_END})", re.DOTALL)


class Role(IntEnum):
    """How far a formula may be taken for the answer; more is more."""

    DENIED = 0  # never
    GIVEN = 1  # a definition, a condition, a step: the answer only where there is no other
    STATED = 2
    CONCLUDED = 3
    BOXED = 4  # or called the answer in words


def last_sentence(words: str) -> str:
    """What is left of the words before a formula without those of earlier sentences."""
    cut = _SENTENCE.search(words)
    return words[cut.end() :] if cut else words


def role_of(words: str) -> Role:
    """What the words right before a formula make of it; those of an earlier sentence do not count,
    and of several the last does."""
    words = last_sentence(words)
    if _DENIED.search(words) or _RESTORED.search(words):
        return Role.DENIED
    if _DEPENDS.search(words):
        return Role.GIVEN
    if _ANSWER.search(words):
        return Role.BOXED
    if _ASIDE.search(words) or _DONE_WITH.search(words):
        return Role.GIVEN
    if STRONGLY.search(words) and not _OPENS.search(words):
        return Role.CONCLUDED
    words = _IF_IT_HAS.sub("if", words)
    given = max((match.end() for match in _GIVEN.finditer(words)), default=-1)
    concluding = max((match.end() for match in _CONCLUDING.finditer(words)), default=-1)
    if given > concluding:
        return Role.GIVEN
    return Role.CONCLUDED if concluding >= 0 else Role.STATED
