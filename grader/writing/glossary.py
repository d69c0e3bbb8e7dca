"""Words of other languages that say what an answer chooses or what a formula is of, in English.

No translator: a closed list of the words by which the options and quantities of such courses are
told apart. What is not in it stays as it is, and is then no word of any option.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# Scripts without blanks between words, and those that no English word is written in.
_SIGNS = {
    "cannot": "无法|不能|不可能|無法|できない|できず|不可|할 수 없\\w*|불가능\\w*|"
    "нельзя|невозможно|не мо\\w+",
    "not": "并不是|不是|并非|而非|而不是|ではなく|ではない|不(?![变變変])|아니\\w*|않\\w*|"
    "(?<!\\w)не(?!\\w)",
    "all": "都|均|全て|すべて|모두|все",
    "same": "同一个?|相同的?|同じ|같은|동일한|одн\\w+ и т\\w+ же",
    "from": "来自于?|來自|取自|에서|из",
    "only": "只有?|仅|だけ|のみ|только",
    "permutation": "置换|置換|排列|順列|순열|치환|перестанов\\w*",
    "equivariant": "等变性?|等變|等変|同変性?|등변\\w*|эквивариант\\w*",
    "invariant": "(?<![容持值])不变性?|不變|不変性?|불변\\w*|инвариант\\w*",
    "set": "设[为成置]|置[为零]|設定|にする|にし|설정\\w*|만들\\w*|만든다|로 두|устан\\w+|"
    "заполн\\w+|обнул\\w+",
    "becomes": "变[为成]|成为|就是|等于|[にと]なる|된다|되어|되며|равн?[аоы]?\\b|равен|"
    "становит\\w*",
    "zero": "ゼロ|нул\\w*|ноль",
    "memory": "空间|空間|内存|显存|存储|メモリ|메모리|공간|памят\\w*",
    "time": "时间|時間|시간|врем\\w+",
    "without": "没有|없이|なしの?|без",
    "mask": "掩码|遮罩|掩膜|マスク|마스크|маск\\w*",
    "weight": "权重|權重|重み|가중치|веса?",
    "-∞": "负无穷大?|負無限大?|마이너스 무한대|음의 무한대|минус бесконечност\\w*",
    "parallel": "并行\\w*|並行|並列\\w*|병렬\\w*|паралл\\w*",
    "depends": "依赖于?|依賴|依存|의존\\w*|завис\\w*",
    "previous": "前一个?|上一个?|前の|直前の|이전|предыдущ\\w*",
    "sequential": "串行|顺序|順序|逐次\\w*|순차\\w*|последовательн\\w*",
    "operations": "操作|연산|операци\\w*",
    "complexity": "复杂度|複雜度|計算量|복잡도|сложност\\w*",
    "path": "路径|路徑|パス長?|경로|пут\\w*",
    "standard deviation": "标准差|標準差|標準偏差|표준편차|стандартн\\w+ отклонени\\w*",
    "variance": "方差|分散|분산|дисперси\\w*",
    "constant": "常数|一定回数|定数|상수|константн\\w*",
    "faster": "更快|高速|빠르\\w*|быстрее",
    "last": "最后一?|最終|마지막|последн\\w*",
    "layer": "层|レイヤー?|層|레이어|слой|слоя",
}  # fmt: skip
_BY_SIGN = [(re.compile(signs), f" {english} ") for english, signs in _SIGNS.items()]
# The thing stands before the word that orders it.
_ORDERED = (
    (re.compile(r"([A-Za-z]+)\s*(?:之前|以前|の?前に?|전에|이전에)"), r" before \1 "),
    (re.compile(r"([A-Za-z]+)\s*(?:之后|之後|以后|の?後に?|후에|이후에)"), r" after \1 "),
    (re.compile(r"(?:до|перед)\s+([A-Za-z]+)"), r" before \1 "),
    (re.compile(r"после\s+([A-Za-z]+)"), r" after \1 "),
)
_THING = r"([A-Za-z])(?![A-Za-z])"
_COMPARED = (
    (re.compile(rf"{_THING}\s*(?:远?小于|[<＜])\s*\D{{0,12}}?{_THING}"), r" \1 < \2 "),
    (re.compile(rf"{_THING}\s*(?:远?大于|[>＞])\s*\D{{0,12}}?{_THING}"), r" \1 > \2 "),
    (
        re.compile(rf"{_THING}\s*[がはも이가은는]\s*[^、。，,.]{{0,16}}?{_THING}\s*(?:よりも?|보다)\s*"
                   r"(?:小さ|短|少な|작|짧|적)\w*"), r" \1 < \2 ",
    ),
    (
        re.compile(rf"{_THING}\s*[がはも이가은는]\s*[^、。，,.]{{0,16}}?{_THING}\s*(?:よりも?|보다)\s*"
                   r"(?:大き|長|多|크|길|많)\w*"), r" \1 > \2 ",
    ),
    (re.compile(rf"{_THING}\s+(?:меньше|короче)\s+(?:\w+\s+)?{_THING}"), r" \1 < \2 "),
    (re.compile(rf"{_THING}\s+(?:больше|длиннее)\s+(?:\w+\s+)?{_THING}"), r" \1 > \2 "),
)  # fmt: skip
# Languages with the letters of English: their words count only among others of theirs.
_LATIN = {
    "fr": (r"\b(?:le|la|les|des|est|une|dans|avec|aux|sont|pour|qui)\b", {
        "before": "avant", "after": "après", "not": "pas|ni", "cannot": "ne peut pas",
        "from": "viennent|vient|provien\\w+|de l'|du|issues?",
        "only": "seulement|uniquement|seule?", "last": "dernière?", "layer": "couche",
        "equivariant": "équivariante?", "invariant": "invariante?", "previous": "précédente?",
        "depends": "dépend", "zero": "nuls?|nulle|zéro", "has": "ont|possèdent",
        "becomes": "devien\\w+|val(?:ent|ant)|vaut", "set": "mis(?:es?)? à|met|multipli\\w+",
        "parallel": "paralléli\\w+|parallèle", "score": "scores?",
        "smaller than": "(?:plus petite?|inférieure?) (?:que|à)", "and": "et",
        "larger than": "(?:plus grande?|supérieure?) (?:que|à)",
    }),
    "es": (r"\b(?:el|la|los|las|del|que|es|en|para|con|una|por|se|son|ao|da|do|os|um|uma)\b", {
        "before": "antes (?:del?|da|do)", "after": "después del?|depois d[aeo]", "not": "não",
        "cannot": "no se pueden?|no puede|não pode", "from": "provienen?|vienen?|vêm|vem",
            "last": "última?", "layer": "capa|camada", "equivariant": "equivariante",
        "invariant": "invariante", "previous": "anterior", "depends": "depende",
        "zero": "ceros?|nul[ao]s?", "has": "tienen?|têm|tem|quedan?", "becomes": "son|se vuelven?",
        "set": "pone[nr]?|multiplic\\w+|aplic\\w+", "-∞": "-\\s?infinito|menos infinito",
        "parallel": "paralel\\w+", "smaller than": "menor que", "larger than": "ma[yi]or que",
        "and": "y|e", "for": "para",
    }),
    "de": (r"\b(?:der|die|das|und|ist|mit|den|dem|ein|eine|wird|werden|sind)\b", {
        "before": "vor(?: dem| der)?", "after": "nach(?: dem| der)?", "not": "nicht|kein\\w*",
        "from": "aus|vom",
        "only": "nur", "last": "letzte\\w*", "layer": "schicht",
        "equivariant": "\\w*äquivariant\\w*",
        "invariant": "invariant\\w*", "previous": "vorherig\\w*|vorig\\w*", "depends": "hängt",
        "zero": "null", "becomes": "wird|werden|ergibt|ergeben",
        "set": "gesetzt|setzt|multipliziert",
        "smaller than": "kleiner als", "larger than": "größer als",
    }),
}  # fmt: skip
_BY_LANGUAGE = [
    (
        re.compile(own, re.IGNORECASE),
        [(re.compile(rf"\b(?:{it})\b", re.IGNORECASE), english) for english, it in table.items()],
    )
    for own, table in _LATIN.values()
]
_STOPS = str.maketrans(
    {wide: f"{narrow} " for wide, narrow in zip("，。；、：（）？！“”", ',.;,:()?!""', strict=True)}
)
_WHOLE = (r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])")
# Words of a language that a text must have, to be in it and not to quote it.
_ENOUGH = 2


def in_english(text: str, words: Mapping[str, Sequence[str]] | None = None) -> str:
    """The text, with the words of the list in English, and each of a problem's own `words` for the
    spellings of it: whole words where they are written with blanks between them."""
    for word, spellings in (words or {}).items():
        for spelling in sorted(spellings, key=len, reverse=True):
            whole = (
                rf"(?<![A-Za-z0-9_]){re.escape(spelling)}(?![A-Za-z0-9_])"
                if spelling.isascii()
                else spelling
            )
            text = re.sub(whole, f" {word} ", text, flags=re.IGNORECASE)
    if not text.isascii():
        text = text.translate(_STOPS)
        for pattern, english in (*_COMPARED, *_ORDERED, *_BY_SIGN):
            text = pattern.sub(english, text)
    for own, table in _BY_LANGUAGE:
        if len(set(map(str.casefold, own.findall(text)))) >= _ENOUGH:
            for pattern, english in table:
                text = pattern.sub(english, text)
    return text
