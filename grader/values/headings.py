"""How people head an answer: `Question 2.1 (b)`, `4)`, `Aufgabe 3: Titel`, `第三题`, `Solution:`.

Both sides of the sandbox must agree on this: what is cut out of a file inside, what it answers
outside, and the numbers that a course declares. One line at a time, and never more than its first
characters: whatever a line holds, looking at it takes no longer than that.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal

from grader.values.patterns import Pattern

# The longest honest headings have some 120 characters.
MAX_HEAD = 300

Number = tuple[str, ...]  # `2.1 (b)` is ("2", "1", "b")
# How sure it is that a line is meant as a heading: by markup of its own, as bold words before a
# text, as a line like any other.
Mark = Literal["heading", "lead", "line"]

_QUESTION = (
    "question|questions|ques|qn|q|problem|problems|prob|p|exercise|exercises|exer|exersise|ex|task|"
    "aufgabe|übung|frage|exercice|problème|ejercicio|problema|pregunta|exercício|exercicio|"
    "questão|questao|atividade|esercizio|domanda|quesito|задача|задание|вопрос|упражнение|"
    "zadanie|pytanie|soru|problem|opgave|vraag|uppgift|oppgave|tehtävä|úloha|feladat|"
    "السؤال|سؤال|التمرين|تمرين|مسألة"
)
_QUESTION_CJK = "问题|題目|题目|题|習題|习题|练习|練習|問題|問|課題|设问|문제|질문|과제"
_PART = "part|teil|teilaufgabe|partie|parte|inciso|apartado|alínea|subquestion|пункт|часть|część"
_BODY = (
    "solution|solutions|soln|sol|answer|ans|lösung|antwort|réponse|reponse|corrigé|corrige|"
    "solución|solucion|respuesta|resposta|resolução|resolucao|solução|soluzione|risposta|"
    "решение|ответ|rozwiązanie|odpowiedź|çözüm|cevap|oplossing|antwoord|svar|lösning|الحل|الجواب"
)
_BODY_CJK = "解答|解答例|答案|答え|解き方|解|答|풀이|해답|정답|답"
# Not answers, and no question either: what comes before, after or beside them.
_ASIDE = (
    "references|reference|bibliography|works cited|literature|literatur|literaturverzeichnis|"
    "quellen|références|bibliographie|referencias|bibliografía|referências|bibliografia|"
    "riferimenti|литература|список литературы|参考文献|参考资料|참고문헌|acknowledg(?:e)?ments?|"
    "contents|table of contents|inhaltsverzeichnis|sommaire"
)
_HOMEWORK = (
    "homework|hw|assignment|problem set|pset|ps|sheet|exercise sheet|übungsblatt|blatt|serie|"
    "devoir|td|tp|tarea|lista|compito|домашнее задание|дз|作业|宿題|lab"
)
_WORDS_TO = "to|for|of|zu|zur|der|de|du|à|a la|al|del|da|do|к|для"
_SPELT = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
_CHINESE = {character: number for number, character in enumerate("一二三四五六七八九", 1)}
_ROMAN = Pattern(r"(?=[ivx])x{0,2}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_POINTS_UNIT = (
    "pts?|points?|marks?|punkte?|pkt|p|pontos?|puntos?|punti|баллов|балла|балл|б|分|点|점|%"
)

_N = "[0-9]{1,2}(?![0-9])"
_DOTTED = rf"{_N}(?:[.\-–]{_N}){{0,3}}"
_LETTER = r"(?:[a-z]|[ivx]{2,4}|[а-я]|[αβγδε])"
_NUMERAL = rf"(?P<number>{_DOTTED}|[ivxIVX]{{1,5}}(?![\w])|[一二三四五六七八九十]{{1,3}}|[①-⑳])"
_SPELT_NUMBER = rf"|(?P<spelt>{'|'.join(_SPELT)})(?!\w)"
# `2a`, `2.a`, `2 (a)`, `2(a)(ii)`: what follows a number; a letter after a space needs a bracket.
_LETTERS = (
    rf"(?P<letters>(?:(?:[.\-]?|\s?)\({_LETTER}\)|\s{_LETTER}\)"
    rf"|[.\-]?{_LETTER}(?![\w'’])\)?){{0,2}})"
)
_MARK = r"(?:#|№|nº|n°|no\.|nr\.?|num\.?|номер)?\s?"
_WORD = (
    rf"(?:(?P<question>(?:{_QUESTION})s?)(?:\.|(?![^\W\d]))|(?P<cjk>{_QUESTION_CJK})"
    rf"|(?P<part>{_PART})(?!\w))"
)
_IN_BRACKETS = rf"[(\[]?\s?[0-9]{{1,3}}(?:[.,][0-9]+)?\s?(?:{_POINTS_UNIT})(?!\w)\.?\s?[)\]]?"

_PREFIX = Pattern(
    rf"(?:{_HOMEWORK})\s?#?[0-9]{{0,2}}\s?[-–—:,.|/]{{0,1}}\s+(?={_WORD})", re.IGNORECASE
)
_ANSWER_TO = Pattern(
    rf"(?:{_BODY}|{_BODY_CJK})\s+(?:(?:{_WORDS_TO})\s+)?(?:the\s+)?(?={_WORD}|[0-9])", re.IGNORECASE
)
# `2 Question 2`, as numbered sections with such titles are printed.
_DOUBLED = Pattern(rf"({_DOTTED})[.)]?\s+(?={_WORD}\s?{_MARK}\1(?![0-9.]))", re.IGNORECASE)
_NAMED = Pattern(rf"{_WORD}\s?{_MARK}[(]?(?:{_NUMERAL}{_SPELT_NUMBER}){_LETTERS}", re.IGNORECASE)
# `Questions 1-3` are several, and `p(x)` is none.
_RANGE = Pattern(r"[^\W\d]+s\s[0-9]+\s?[-–]", re.IGNORECASE)
_FUNCTION = Pattern(r"(?:p|q|ex)\(?[ivx]", re.IGNORECASE)
_ORDINAL = Pattern(
    rf"第\s?(?P<number>{_N}|[一二三四五六七八九十]{{1,3}})\s?[题題问問]{_LETTERS}"
    rf"|(?P<korean>{_N})\s?번(?:\s?문제)?"
)
_BARE = Pattern(rf"(?P<open>\()?(?P<number>{_DOTTED}|[①-⑳]){_LETTERS}")
_BARE_ROMAN = Pattern(
    r"(?P<number>[IVX]{1,5})(?=[-–.)])|(?P<han>[一二三四五六七八九十]{1,3})(?=、)"
)
_RELATIVE = Pattern(
    rf"(?:(?P<part>{_PART}|(?:{_QUESTION}))\s+)?"
    rf"(?P<label>\({_LETTER}\)|{_LETTER}(?:\.(?={_LETTER}\b)|(?=[).:]|\s?$)))"
    rf"(?P<deeper>[.]?\(?{_LETTER}\)|{_LETTER}(?=[).:]|\s?$))?",
    re.IGNORECASE,
)
_MORE = Pattern(rf"(?:\s?[,&+和]\s?|\s(?:and|und|et|y|e|и)\s)({_DOTTED})(?![\w.])", re.IGNORECASE)
_OF_ALL = Pattern(r"\s?(?:/|of)\s?[0-9]{1,2}(?!\w)", re.IGNORECASE)
_TAIL_POINTS = Pattern(rf"\s?[-–—:,.]?\s?{_IN_BRACKETS}", re.IGNORECASE)
_END = Pattern(r"\s?[)\]]?\s?(?:、|[:.)—–-]+(?=\s|$|[^\w\s]|[^\x00-\x7f])|$|(?=\([^()]*\)\W*$))")
_COMMA = Pattern(r",(?=\s)")
_BODY_LINE = Pattern(
    rf"(?:(?:my|the|final)\s)?(?:(?:{_BODY})(?!\w)|(?:{_BODY_CJK}))\s?(?P<end>[:.：。]|$)",
    re.IGNORECASE,
)
_ASIDE_LINE = Pattern(rf"(?:[0-9.]+\s)?(?:{_ASIDE})\W*", re.IGNORECASE)

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = dict.fromkeys([0xA0, 0x2002, 0x2003, 0x2009, 0x202F, 0x3000], " ")
_ARABIC = {0x660 + digit: str(digit) for digit in range(10)}
_MARKUP = frozenset(" \t#*_`\\•·◦‣▪>")
_CLOSING = Pattern(r"[*_`]+(?=\s|$)")  # of emphasis that the head alone was in
_PLAIN: dict[int, int | str] = {**_WIDE, **_SPACES, **_ARABIC}


@dataclass(frozen=True)
class Head:
    """What a line says about which question it opens.

    `number` begins with a letter where it names a part of the question before it. `rest` is what
    follows, a title or the answer itself. A number without a word is `bare`.
    """

    number: Number
    rest: str = ""
    more: tuple[Number, ...] = ()  # `Exercises 7.4 and 7.5`
    word: Literal["question", "part", ""] = ""
    bare: bool = False
    closed: bool = True  # something besides a space ends the number

    @property
    def relative(self) -> bool:
        return not self.number[0].isdigit()


def plain(line: str) -> str:
    """A line without markup around it: Markdown's, and wide characters as ordinary ones."""
    text = unicodedata.normalize("NFC", line[:MAX_HEAD]).translate(_PLAIN)
    text = text.replace("**", "").replace("__", "").replace("`", "").replace("\\", "")
    return " ".join(text.strip(" \t#*_•·◦‣▪>").split())


def head_of(line: str, mark: Mark) -> Head | None:
    """What the line opens, if it is a heading of a question or of a part."""
    text = plain(line)
    if prefix := _PREFIX.match(text):
        text = text[prefix.end() :]
    answer = _ANSWER_TO.match(text)
    if answer:
        text = text[answer.end() :]
    if doubled := _DOUBLED.match(text):
        text = text[doubled.end() :]
    head = _named(text, mark) or _bare(text, mark) or _part(text, mark)
    if answer and head and head.bare:
        return replace(head, bare=False, word="question")
    return head


def body_of(line: str) -> str | None:
    """What follows, as written, on a line that says that the answer begins: `Solution:`."""
    text = plain(line)
    found = _BODY_LINE.match(text)
    if not found or (found["end"] == "." and found.end() < len(text) and text[found.end()] != " "):
        return None
    return _after(line, text[found.end() :])


def after_head(line: str, head: Head) -> str:
    """What stands on the line after the head, with its markup: as the answer is to be read."""
    return _after(line, head.rest)


def _after(line: str, rest: str) -> str:
    """The end of a line that reads, without markup, as `rest` does."""
    line = unicodedata.normalize("NFC", line[:MAX_HEAD]) + line[MAX_HEAD:]
    taken = _counted(plain(line)) - _counted(rest)
    at = 0
    while taken > 0 and at < len(line):
        taken -= line[at] not in _MARKUP
        at += 1
    end = line[at:]
    closing = _CLOSING.match(end)
    return end[closing.end() if closing else 0 :].lstrip(" \t:—–,")


def _counted(text: str) -> int:
    return sum(character not in _MARKUP for character in text)


def is_aside(line: str) -> bool:
    """Whether a heading opens what is nobody's answer, such as the references."""
    return _ASIDE_LINE.fullmatch(plain(line)) is not None


def number_of(text: str) -> Number | None:
    """A question's number as a course declares it: `2`, `1.3`, `3.1 (a)`, `b`."""
    found = re.fullmatch(rf"({_DOTTED}){_LETTERS}", text.strip(), re.IGNORECASE)
    return _joined(found[1], found["letters"]) if found else None


def shown(number: Number) -> str:
    """`2.1 (b)`, as it is said to people."""
    digits = ".".join(item for item in number if item.isdigit())
    letters = "".join(f"({item})" for item in number if not item.isdigit())
    return f"{digits} {letters}".strip()


def places_of(label: str) -> tuple[int, ...]:
    """Which in line a label can be: 2 for `2`, `b`, `ii`; `i` is the first or the ninth."""
    if label.isdigit():
        return (int(label),)
    found = []
    if _ROMAN.fullmatch(label):
        found.append(_roman(label))
    for letters in ("abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмн", "αβγδε"):
        if len(label) == 1 and label in letters:
            found.append(letters.index(label) + 1)
    return tuple(found)


def _named(text: str, mark: Mark) -> Head | None:
    found = _NAMED.match(text) or _ORDINAL.match(text)
    if not found:
        return None
    groups = found.groupdict()
    if _RANGE.match(found[0]) or _FUNCTION.match(found[0]):
        return None
    number = groups.get("number") or groups.get("korean") or _SPELT[groups["spelt"].lower()]
    word: Literal["question", "part"] = "part" if groups.get("part") else "question"
    head = _ended(Head(_joined(number, groups.get("letters") or ""), word=word), text, found.end())
    if head is None or (mark != "heading" and not head.closed):
        return None
    # "p 3" or "Ex 2" in the middle of nowhere is a page or an example, unless it is set apart.
    short = (groups.get("question") or "").lower() in ("p", "ex", "q") and " " in found[0]
    return None if short and mark == "line" and head.rest else head


def _bare(text: str, mark: Mark) -> Head | None:
    found = _BARE.match(text)
    if found:
        if found["open"] and not text[found.end() :].startswith(")"):
            return None
        # `1-3` is a range and `2n` a term.
        term = found["letters"] and found.end() == len(text) and not text.endswith(")")
        if mark == "line" and (term or re.search("[-–]", found["number"])):
            return None
        number = _joined(found["number"], found["letters"])
        head = _ended(Head(number, bare=True), text, found.end())
        if head is None or found["number"].startswith("0"):
            return None
        circled = not found["number"][0].isascii()
        if head.closed or circled:
            closed = head.closed and not (len(number) == 1 and found.end() == len(text))
            return replace(head, closed=closed or circled)
        set_apart = mark == "heading" or (len(number) > 1 and _is_title(head.rest))
        return head if set_apart and not found["letters"] else None
    roman = _BARE_ROMAN.match(text)
    if roman and (roman["han"] or mark != "line" or len(roman["number"]) > 1):
        numeral = roman["han"] or roman["number"]
        if roman["number"] and not _ROMAN.fullmatch(numeral):
            return None
        return _ended(Head(_joined(numeral, ""), bare=True), text, roman.end())
    return None


def _part(text: str, mark: Mark) -> Head | None:
    found = _RELATIVE.match(text)
    if not found:
        return None
    labels = [found["label"], found["deeper"] or ""]
    number = tuple(one.strip("().").lower() for one in labels if one)
    if number in (("e", "g"), ("i", "e"), ("z", "b"), ("d", "h")):
        return None
    bracketed = found["label"].startswith("(")
    head = _ended(Head(number, word="part" if found["part"] else ""), text, found.end())
    if head is None or (not head.closed and not (bracketed or mark == "heading")):
        return None
    # "A." and "I." begin sentences and names, `x: …` says what x is, and `b` may be an answer; as
    # headings they are parts.
    weak = mark == "line" and not found["part"] and not bracketed
    alone = text[found.end() : found.end() + 1] in ("", ":")
    return None if weak and (alone or found["label"][0].isupper()) else head


def _ended(head: Head, text: str, at: int) -> Head | None:
    """The head with what stands after its number, if a number may end in that way."""
    more = []
    while head.word and not head.relative and (another := _MORE.match(text, at)):
        more.append(_joined(another[1], ""))
        at = another.end()
    total = _OF_ALL.match(text, at) if head.word else None
    if total:
        at = total.end()
    points = _TAIL_POINTS.match(text, at)
    if points:
        at = points.end()
    end = _END.match(text, at) or (_COMMA.match(text, at) if head.word else None)
    if end:
        at = end.end()
    elif at < len(text) and text[at] != " " and text[at].isascii() and not points:
        return None
    if late := _TAIL_POINTS.match(text, at):
        at = late.end()
    rest = text[at:].lstrip(" :—–,")
    if (rest,) == head.number:  # `Question 1 1`, as some converters write a numbered section
        rest = ""
    return replace(head, rest=rest, more=tuple(more), closed=bool(end or points or total or more))


def _is_title(rest: str) -> bool:
    """Whether words after a number read like a section's title and not like a sentence."""
    if (
        not rest
        or len(rest) > 90
        or rest.endswith((".", ",", ";"))
        or any(c in rest for c in "<>=")
    ):
        return False
    return rest[0].isupper() and (rest[1:2].islower() or rest[:3].isupper() or not rest.isascii())


def _joined(number: str, letters: str) -> Number:
    if re.fullmatch(r"[ivxIVX]+", number):
        items = [str(_roman(number))] if _ROMAN.fullmatch(number) else [number.lower()]
    elif number[0] in "一二三四五六七八九十":
        items = [str(_han(number))]
    elif "①" <= number[0] <= "⑳":
        items = [str(ord(number[0]) - ord("①") + 1)]
    else:
        items = [str(int(item)) if item.isdigit() else item for item in re.split(r"[.\-–]", number)]
    return (*items, *(one.lower() for one in re.findall(r"[^\W\d_]+", letters)))


def _roman(text: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10}[character] for character in text.lower()]
    return sum(
        -value if after > value else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )


def _han(text: str) -> int:
    tens, ten, ones = text.partition("十")
    if not ten:
        return _CHINESE[text[-1]]
    return 10 * _CHINESE.get(tens, 1) + _CHINESE.get(ones, 0)
