"""An answer in sentences as they are meant to be read: without the breaks of its lines, and without
claims of others that it denies."""

from __future__ import annotations

import re

from grader.kinds.choice.excepting import with_what_changes
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.terms import OPPOSITE, denies, terms

# Lines of a comment in code.
_COMMENT = re.compile(r"^[ \t]*(?:#|//|--)[ \t]+(?=\S)", re.MULTILINE)
# One thing in all places of a call: `attention(x, x, x)`.
_THRICE = re.compile(r"`?\b[A-Za-z_][\w.]{0,60}\(\s*(\w+)\s*,\s*\1\s*,\s*\1\s*\)`?")
# A line that is so long and ends within a sentence was broken by its width; shorter ones may be
# items of a list.
_BROKEN = re.compile(r"(?<=[^\n]{40}[\w,)])[ \t]*\n[ \t]*(?=[a-z])")
_DENIED_CLAIM = re.compile(
    r"^\W*[\"“][^\"”\n?]{5,200}[\"”][\s*_.]*(?:no|wrong|false|not true)\b[\s*_]*[—–:.,][\s*_]*",
    re.IGNORECASE,
)
# What others may think, up to where it is contradicted.
_OPINION = re.compile(
    r"(?:(?<=[.!?\n])|^)[\s*_>-]{0,20}(?:(?:(?:you|one|we) (?:might|may|could)|"
    r"(?:(?:some|many|most|a few) )?(?:people|students|beginners)(?: (?:might|may|could))?)"
    r"(?: (?:often|sometimes|wrongly|mistakenly|naively))? "
    r"(?:think|believe|assume|expect|want|try|be tempted)|it(?: is|['’]s) tempting to|"
    r"a (?:common|frequent|typical) (?:mistake|error|bug|misconception|misunderstanding) is|"
    r"(?:it is |they are )?(?:often|usually|sometimes|commonly|loosely) "
    r"(?:called|said to be|described as|referred to as))"
    r"\b[^.;:!?\n]*?(?:[.;:!]|,(?= (?:but|however|yet)\b))(?=\s+(?P<then>[^.;!?\n]{10,}))",
    re.IGNORECASE,
)
# What would follow from it and does not: `that does not mean that it is always so`. What denies
# twice may say more.
_NOT_MEANT = re.compile(
    r"(?:(?<=[.,;:!?\n])|^)\s*(?:(?:but|and|however),?\s+)?(?:this|that|it|which|, which)? ?"
    r"(?:does not|doesn['’]t) (?:mean|imply)\b(?P<what>[^.;!?\n]{1,200})",
    re.IGNORECASE,
)
# A question that the answer copies: `Q: before it or after it? A: …`
_QUESTION = re.compile(
    r"^\W{0,10}(?:Q|Question|Frage|F|Pregunta|P|Domanda|问|問|質問|질문|Вопрос)\d{0,3}[\s*]{0,4}[:：.][^?？]{3,300}[?？]"
    r"[\s*_]{0,10}(?:A|R|Answer|Antwort|Respuesta|Réponse|Risposta|答|回答|답|답변|Ответ)\d{0,3}[\s*]{0,4}[:：.]",
    re.IGNORECASE,
)
# What it is unlike.
_UNLIKE = re.compile(
    r"(?:(?<=[.;!?\n])|^)\s*(?:unlike|in contrast to|contrary to|as opposed to)\s[^.,;:!?\n]{1,80},"
    r"(?:\s*(?:where|in which|which)\b[^.;:!?\n]{1,120},(?=\s*(?:here|in|now)\b))?",
    re.IGNORECASE,
)
_CONTRADICTS = re.compile(
    r"(?:[\w'’-]+ ){0,4}?(?:but|however|yet|no|instead|in fact|actually|in reality|wrong|must|"
    r"ha(?:s|ve) to|should|needs?|belongs?)\b(?!\s+be\W*$|\W*$)(?!\s+be,)",
    re.IGNORECASE,
)


def flowing(part: ChoicePart, text: str) -> str:
    if len(_COMMENT.findall(text)) == len([line for line in text.split("\n") if line.strip()]):
        text = _COMMENT.sub("", text)
    text = _QUESTION.sub("", text)
    text = _BROKEN.sub(" ", _THRICE.sub(r"all three from \1", text))
    text = with_what_changes(part.text, _UNLIKE.sub(" ", _NOT_MEANT.sub(_unless_denied, text)))
    if any(terms(option)[:1] == [word] for option in part.options.values() for word in OPPOSITE):
        return text  # what is quoted may be the question, and `no` the answer
    return _OPINION.sub(_unless_shared, _DENIED_CLAIM.sub("", text))


def _unless_denied(told: re.Match[str]) -> str:
    return told.group() if any(map(denies, terms(told["what"]))) else " "


def _unless_shared(opinion: re.Match[str]) -> str:
    """Nothing in place of what others think, where the next words contradict it."""
    return "" if _CONTRADICTS.match(opinion["then"]) else opinion.group()
