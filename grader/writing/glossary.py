"""Words of other languages that say what an answer chooses or what a formula is of, in English.

No translator: a closed list of the words by which the options and quantities of such courses are
told apart. What is not in it stays as it is, and is then no word of any option.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.writing.doubts import with_doubts_in_english
from grader.writing.scripts import LATIN

# Scripts without blanks between words, and those that no English word is written in.
_SIGNS = {
    "no": "いいえ|아니[요오](?!\\w)|(?<!\\w)нет(?!\\w)",
    "neither": "两者都不是?|(?:两|二)者皆非|どちらでもない|둘 다 아니\\w*|ни то,? ни другое|"
    "ни одно из двух",
    "different": "不同|不一样|異な\\w*|違\\w*|다르\\w*|달라\\w*|다른|"
    "отлича\\w*|различ\\w*|разн\\w*",
    "cannot": "无法|不能|不可能|無法|できない|できず|不可|할 수 없\\w*|불가능\\w*|"
    "нельзя|невозможно|не мо\\w+",
    "not": "并不是|不是|并非|而非|而不是|ではなく|ではない|不(?![变變変])|아니\\w*|않\\w*|"
    "(?<!\\w)не(?!\\w)",
    "all": "都|均|全て|すべて|모두|все",
    "same": "(?<!不)一样|同一个?|相同的?|同じ|같(?:은|다|습\\w*|음)|동일(?:한|하\\w*)?|"
    "одн\\w+ и т\\w+ же",
    "one": "(?<=из )одн(?:ой|ого)",
    "from": "来自于?|來自|取自|에서|из",
    "only": "只有?|仅|だけ|のみ|только",
    "permutation": "置换|置換|排列|順列|순열|치환|перестанов\\w*",
    "equivariant": "等变性?|等變|等変|同変性?|등변\\w*|эквивариант\\w*",
    "invariant": "(?<![容持值])不变性?|不變|不変性?|불변\\w*|инвариант\\w*",
    "set": "设[为成置]|置[为零]|設定|にする|にし|설정\\w*|만들\\w*|만든다|로 두|устан\\w+|"
    "заполн\\w+|обнул\\w+",
    "becomes": "变[为成]|成为|就是|等于|[にと]なる|된다|되어|되며|되도록|되게|равн?[аоы]?\\b|равен|"
    "становит\\w*",
    "zero": "ゼロ|нул\\w*|ноль",
    "memory": "空间|空間|内存|显存|存储|メモリ|메모리|공간|памят\\w*",
    "time": "时间|時間|시간|врем\\w+",
    "without": "没有|없이|なしの?|без",
    "mask": "掩码|遮罩|掩膜|マスク|마스크|маск\\w*",
    "weight": "权重|權重|重み|가중치|веса?",
    "-∞": "负无穷大?|負無限大?|마이너스 무한대|음의 무한대|минус бесконечност\\w*",
    "parallel": "并行\\w*|並行|並列\\w*|병렬\\w*|паралл\\w*",
    "smaller than": "远?小于|短于",
    "larger than": "远?大于|长于",
    "depends": "依赖于?|依賴|依存|의존\\w*|завис\\w*",
    "previous": "前一个?|上一个?|前の|直前の|이전|предыдущ\\w*",
    "sequential": "串行|顺序|順序|逐次\\w*|순차\\w*|последовательн(?!ост)\\w*|один за другим|"
    "по одному",
    "operations": "操作|연산|операци\\w*",
    "complexity": "复杂度|複雜度|計算量|복잡도|сложност\\w*",
    "path": "路径|路徑|経路長?|パス長?|경로|пут\\w*",
    "distance": "距离|距離|거리|расстояни\\w*",
    "standard deviation": "标准差|標準差|標準偏差|표준편차|стандартн\\w+ отклонени\\w*",
    "variance": "方差|分散|분산|дисперси\\w*",
    "constant": "常数|一定回数|定数|상수|константн\\w*",
    "faster": "更快|高速|빠르\\w*|быстрее",
    "slower than": "慢于|медленнее(?: чем)?",
    "slower": "更慢|更贵|遅\\w*|느리\\w*|느린",
    "higher than": "高于",
    "lower than": "低于",
    "broken": "被(?:打破|破坏)|崩れ\\w*|깨(?:지|진|져|졌)\\w*|наруша?ется|нарушен\\w*",
    "breaks": "(?:会|将)?(?:干扰|破坏|打破|扰乱|破壊\\w*|崩\\w*|깨\\w*|наруш\\w*)",
    "last": "最后一?|最終|마지막|последн\\w*",
    "layer": "层|レイヤー?|層|레이어|слой|слоя",
}  # fmt: skip
_BY_SIGN = [(re.compile(signs, re.IGNORECASE), f" {english} ") for english, signs in _SIGNS.items()]
# The thing stands before the word that orders it.
_ORDERED = (
    (re.compile(r"([A-Za-z]+)\s*(?:之前|以前|の?前に?|전에|이전에)"), r" before \1 "),
    (re.compile(r"([A-Za-z]+)\s*(?:之后|之後|以后|の?後に?|후에|이후에)"), r" after \1 "),
    (
        re.compile(
            r"([A-Za-z]+)\s*(?:함수|関数)?[를을を]?\s*(?:적용하기|취하기|계산하기|(?:適用|計算)する|とる|取る|かける)\s*(?:전에?|前に?)"
        ),
        r" before \1 ",
    ),
    (
        re.compile(
            r"([A-Za-z]+)\s*(?:함수|関数)?[를을を]?\s*(?:적용한|취한|계산한|(?:適用|計算)した|とった|取った|かけた)\s*(?:후에?|뒤에?|後に?)"
        ),
        r" after \1 ",
    ),
    (re.compile(r"(?:до|перед)\s+([A-Za-z]+)"), r" before \1 "),
    (re.compile(r"после\s+([A-Za-z]+)"), r" after \1 "),
    (re.compile(r"([A-Za-z]+)(?:['’]?[dt][ae]n)?\s+önce(?:si\w*)?\b"), r" before \1 "),
    (re.compile(r"([A-Za-z]+)(?:['’]?[dt][ae]n)?\s+sonra(?:s[ıi]\w*)?\b"), r" after \1 "),
)
_THING = r"\$?(?<![A-Za-z\\])([A-Za-z])(?![A-Za-z])\$?"
# What is compared in a language that has its verb last, or that parts the two by a word.
_ONE = r"([A-Za-z][A-Za-z-]*(?:\s[A-Za-z-]+)?)\s*(?:层|層|レイヤー?|레이어|계층|층)?\s*"
_OF_TWO = (
    (rf"{_ONE}(?:이|가|은|는|の方が|のほうが|は|が)\s*{_ONE}(?:보다|よりも?)\s*(?:\S{{1,4}}\s+)?"
     r"(?:더\s*)?(?:빠\w*|효율\w*|速\w*|高速\w*|早\w*|効率\w*)", r" \1 faster than \2 "),
    (rf"{_ONE}(?:보다|よりも?)\s*{_ONE}(?:이|가|은|는|の方が|のほうが|は|が)\s*(?:\S{{1,4}}\s+)?"
     r"(?:더\s*)?(?:빠\w*|효율\w*|速\w*|高速\w*|早\w*|効率\w*)", r" \2 faster than \1 "),
    (rf"{_ONE}(?:的?\w{{0,6}})?比\s*{_ONE}(?:的?\w{{0,6}}?)?(?:要|更)*(?:快|高效|便宜)",
     r" \1 faster than \2 "),
    (rf"{_ONE}(?:要|会)?(?:快于|优于)\s*{_ONE}", r" \1 faster than \2 "),
)  # fmt: skip
_FASTER = [(re.compile(pattern), english) for pattern, english in _OF_TWO]
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
    "fr": (r"\b(?:le|la|les|des|est|une|dans|avec|aux|sont|pour|qui|par|chaque|du|ne|ces|cette|"
           r"leurs?|elles?)\b", {
        "before": "avant", "no": "non(?! plus\\b| pas\\b|-)", "the": "(?:[ld]|qu)['’](?=\\w)",
        "neither": "ni l['’]une? ni l['’]autre|aucune? des deux",
        "same": "mêmes?|identiques?|inchangée?s?",
        "all three": "(?:tous |toutes )?les trois",
        "faster": "plus (?:rapides?|efficaces?)|moins (?:coûteuse?s?|chère?s?)",
        "after": "après", "not": "(?<!chaque )(?<!un )(?<!le )(?<!les )(?<!du )(?<!de )"
        "(?<!des )pas|ni",
        "cannot": "ne peut pas",
        "from": "viennent|vient|provien\\w+|de l'|du|issues?",
        "only": "seulement|uniquement|seule?", "last": "dernière?", "layer": "couche",
        "broken": "se (?:rompt|brise|casse|perd)|est (?:brisée|rompue|perdue)", "nothing": "rien",
        "equivariant": "équivarian(?:te?|ce)", "invariant": "invariante?",
        "previous": "précédente?",
        "depends": "dépend(?:ent)?", "zero": "nuls?|nulle|zéro", "has": "ont|possèdent",
        "becomes": "devien\\w+|val(?:ent|ant)|vaut", "set": "mis(?:es?)? à|met|multipli\\w+",
        "parallel": "paralléli\\w+|parallèle|en même temps|simultanément", "score": "scores?",
        "smaller than": "(?:plus petite?|inférieure?) (?:que|à)", "and": "et",
        "larger than": "(?:plus grande?|supérieure?) (?:que|à)",
        "slower": "plus lente?s?|plus coûteuse?s?|moins rapides?",
        "sequential": "séquentiel\\w*|un (?:par|à) un|l'un après l'autre",
        "different": "différente?s?",
    }),
    "es": (r"\b(?:el|la|los|las|del|que|es|en|para|con|una|por|se|son|aos?|da|do|os|um|uma|cada|"
           r"não|são|em|na|vem|vêm)\b", {
        "before": "antes (?:del?|da|do)", "same": "mism[ao]s?|mesm[ao]s?|igual(?:es)?|igua(?:l|is)|"
        "id[ée]ntic\\w+|idêntic\\w+",
        "all three": "(?:l[ao]s|os|as) tr[eê]s",
        "faster": "m[aá]i?s (?:rápid[ao]s?|eficientes?)|menos costos[ao]s?|más barat[ao]s?",
        "after": "después del?|depois d[aeo]", "not": "não",
        "neither": "ningun[oa] de l[ao]s dos|ni (?:lo )?un[oa] ni (?:lo )?otr[oa]|"
        "nenhum[a]? d[oa]s (?:dois|duas)|nem um[a]? nem outr[oa]",
        "cannot": "no (?:se )?pueden?|não (?:se )?podem?|imp[ei]de\\w*|imposib\\w*|impossív\\w*",
        "from": "provienen?|vienen?|proceden?|salen?|vêm|vem",
        "last": "última?", "layer": "capa|camada", "equivariant": "equivarian(?:te|[zc](?:i)?a)s?",
        "invariant": "invarian(?:te|[zc](?:i)?a)s?", "previous": "anterior", "depends": "depende",
        "zero": "ceros?|nul[ao]s?", "has": "tienen?|têm|tem|quedan?", "becomes": "son|se vuelven?",
        "set": "pone[nr]?|multiplic\\w+|aplic\\w+", "-∞": "-\\s?infinito|menos infinito",
        "parallel": "paralel\\w+", "smaller than": "menor que", "larger than": "ma[yi]or que",
        "for": "para",
        "slower": "m[aá]i?s (?:lent[ao]s?|costos[ao]s?|car[ao]s?)|menos rápid[ao]s?",
        "sequential": "secuencial\\w*|sequencia\\w*|un[oa] (?:por|a|tras) (?:un[oa]|otr[oa])|"
        "um (?:por|a) um|"
        "um de cada vez",
        "only": "s[oó]lo|solamente|únicamente|apenas|somente",
        "broken": "se (?:romp\\w+|quebra\\w*|pierde\\w*|perde\\w*)", "nothing": "nada",
        "different": "diferentes?|distint[ao]s?",
    }),
    "de": (r"\b(?:der|die|das|und|ist|mit|den|dem|eine?|wird|werden|sind|jede[rs]?|nein|alle|aus|"
           r"von|vom|auf|nicht|nur|im|zur|wenn|weil|kann|muss|sich|ein)\b", {
        "before": "vor(?: dem| der)?", "no": "nein", "all three": "alle drei",
        "same": "(?:der|die|das|dem|den)(?:selben?|gleichen?)|gleich|unverändert\\w*|identisch\\w*",
        "faster": "schneller\\w*|effizienter\\w*|günstiger\\w*|billiger\\w*",
        "after": "nach(?: dem| der)?", "not": "nicht|kein\\w*",
        "from": "aus|vom",
        "only": "nur", "last": "letzte\\w*", "layer": "schicht",
        "equivariant": "\\w*äquivariant\\w*",
        "neither": "keine?s? (?:von beiden|der beiden)|weder das eine noch das andere",
        "invariant": "\\w*invariant\\w*", "previous": "vorherig\\w*|vorig\\w*", "depends": "hängt",
        "zero": "null", "becomes": "wird|werden|ergibt|ergeben",
        "set": "gesetzt|setzt|multipliziert",
        "smaller than": "(?:kleiner|kürzer) als", "larger than": "(?:größer|länger) als",
        "slower": "langsamer|teurer",
        "sequential": "sequen[tz]iell\\w*|nacheinander|Schritt für Schritt",
        "broken": "geht verloren|wird (?:ge|zer)?(?:brochen|stört)", "nothing": "nichts",
        "parallel": "parallel\\w*",
        "cannot": "kann nicht|können nicht|unmöglich",
        "different": "verschieden\\w*|unterschiedlich\\w*|unterscheide\\w*",
    }),
    "it": (r"\b(?:il|lo|gli|della|del|che|è|di|con|per|una?|si|viene|sono|nella|dello|dalla?|"
           r"quindi|ogni|nel)\b", {
        "same": "stess[aoie]|ugual[ei]|identic\\w+|invariat\\w+",
        "all three": "tutti e tre|tutte e tre",
        "before": "prima (?:del(?:la)?|di)", "after": "dopo(?: la| il)?", "not": "non",
        "no": "non?(?=\\s*[,.:;!])",
        "neither": "nessun[oa] de(?:i|lle) due|né l['’]un[oa] né l['’]altr[oa]",
        "from": "dal(?:la)?|da|provengono|proviene|vengono|viene da",
        "only": "solo|soltanto|solamente",
        "last": "ultim[oa]", "layer": "strato|livello", "equivariant": "equivarian(?:te|za)",
        "invariant": "invariante", "faster": "più (?:veloce|rapid[oa]|efficiente)|meno costos[oa]",
        "smaller than": "(?:minore|più corta) d(?:i|ella?)",
        "larger than": "(?:maggiore|più lunga) d(?:i|ella?)",
        "and": "e", "word": "parola",
        "slower": "più (?:lent[aoei]|costos[aoei])|meno veloc[ei]",
        "sequential": "sequenzial\\w*|in sequenza|uno (?:alla volta|per uno|dopo l'altro)",
        "broken": "si (?:romp\\w+|perde)", "nothing": "niente|nulla",
        "depends": "dipend\\w+",
        "previous": "precedent[ei]",
        "parallel": "parallel\\w+",
        "cannot": "non si può|non si possono|non può|non possono|impossibile",
        "different": "divers[aoei]",
    }),
    "vi": (r"(?:\b(?:là|của|các|được|và|khi|trong|cho|thì|vào|những|một)\b|trước|hơn)", {
        "before": "trước(?: khi(?: qua)?)?", "after": "sau(?: khi(?: qua)?)?", "not": "không",
        "from": "từ|đến từ", "only": "chỉ", "last": "cuối(?: cùng)?", "layer": "lớp|tầng",
        "faster": "nhanh hơn", "smaller than": "(?:nhỏ|ngắn) hơn", "larger than": "(?:lớn|dài) hơn",
        "and": "và", "word": "từ", "same": "cùng(?: một)?|giống nhau|như nhau", "all": "đều|tất cả",
        "cannot": "không thể", "different": "khác(?: nhau)?", "parallel": "song song",
        "sequential": "tuần tự", "depends": "phụ thuộc",
    }),
    "nl": (r"\b(?:het|een|van|uit|dezelfde|wordt|worden|niet|zijn|voor|bij|dus|maar|elke?|heeft|"
           r"komen|komt|alleen|hetzelfde)\b", {
        "before": "vóór(?: de| het)?|voorafgaand aan", "after": "na(?: de| het)?",
        "cannot": "kan niet|kunnen niet|onmogelijk", "same": "dezelfde|hetzelfde|gelijke?",
        "from": "uit|van", "only": "alleen|slechts|enkel", "and": "en", "all three": "alle drie",
        "last": "laatste", "layer": "laag", "equivariant": "\\w*equivariant\\w*",
        "previous": "vorige|voorgaande", "depends": "hangt|afhankelijk", "zero": "nul",
        "becomes": "wordt|worden", "set": "gezet|zetten?|vermenigvuldigd",
        "faster": "sneller|goedkoper", "slower": "trager|langzamer|duurder",
        "smaller than": "(?:kleiner|korter) dan", "larger than": "(?:groter|langer) dan",
        "sequential": "sequentieel|na elkaar|een voor een|één voor één",
        "parallel": "paralle\\w+|tegelijk(?:ertijd)?", "different": "verschillende?|andere?|anders",
        "nothing": "niets",
    }),
    "pl": (r"(?:\b(?:jest|są|się|dla|oraz|przez|każd\w+|nie|tego|tej|sam(?:ego|ej)|ze|od|"
           r"pochodz\w+|przed|wszystkie|które|tylko|ponieważ)\b)", {
        "before": "przed", "after": "po", "same": "t(?:ego|ej|ym|ych|o|a|e|en) sam\\w*|"
        "jednakow\\w+|identyczn\\w+",
        "cannot": "nie (?:można|da się|mogą|może)|niemożliw\\w+",
        "from": "ze?|od", "only": "tylko|wyłącznie|jedynie",
        "and": "i(?= (?:[A-Z]\\b|\\w{2}))|oraz",
        "all": "wszystkie|wszystko", "last": "ostatni\\w*", "layer": "warstw\\w*",
        "equivariant": "\\w*ekwiwarian\\w*", "invariant": "\\w*niezmiennicz\\w*|inwarian\\w*",
        "previous": "poprzedni\\w*", "depends": "zależ\\w+", "zero": "zer[oaem]\\w*",
        "becomes": "staj\\w+", "set": "ustawi\\w+|mnoż\\w+|wyzeruj\\w+|zeruj\\w+",
        "faster": "szybsz\\w+|tańsz\\w+", "slower": "wolniejsz\\w+|droższ\\w+",
        "smaller than": "(?:mniejsz|krótsz)\\w+ (?:niż|od)",
        "larger than": "(?:większ|dłuższ)\\w+ (?:niż|od)",
        "sequential": "sekwencyjn\\w+|po kolei", "parallel": "z?równoleg\\w+|jednocześnie",
        "different": "różn\\w+|inn\\w+",
    }),
    "cs": (r"(?:\b(?:jsou|ze|který|každ\w+|stejn\w+|před|všechn\w+|že|nelze|protože|pocház\w+|"
           r"pouze|není|nejsou)\b)", {
        "before": "před", "after": "po", "same": "stejn\\w+|téže|téhož|identick\\w+",
        "cannot": "nelze|nem(?:ůž|oh)\\w+|ned(?:á|ají)|nejde", "not": "ne(?:js\\w+|ní|pocház\\w+)",
        "from": "ze?", "only": "pouze|jen(?:om)?", "and": "[ia](?= (?:[A-Z]\\b|\\w{2}))",
        "all": "všechn\\w+", "last": "posledn\\w+", "layer": "vrstv\\w+",
        "equivariant": "\\w*ekvivarian\\w+", "invariant": "\\w*invarian\\w+",
        "previous": "předchoz\\w+", "depends": "závis\\w+", "zero": "nul\\w+",
        "faster": "rychlejší\\w*", "slower": "pomalejší\\w*",
        "smaller than": "(?:menší|kratší) než", "larger than": "(?:větší|delší) než",
        "sequential": "sekvenčn\\w+|postupně", "parallel": "paraleln\\w+|současně|souběžně",
        "different": "různ\\w+|jin\\w+|odlišn\\w+",
    }),
    "tr": (r"(?:\b(?:ve|için|bir|aynı|değil|olarak|gel(?:ir|mez|iyor|miyor|mektedir)(?:ler)?|"
           r"sonra|önce|yalnızca|sadece|çünkü|daha)\b)", {
        "same": "aynı|eşit|özdeş", "invariant": "değişmez\\w*", "equivariant": "eşdeğişken\\w*",
        "cannot": "\\w{2,20}[ae]m[ae]z(?:lar|ler)?|mümkün değil\\w*|imk[aâ]nsız",
        "not": "\\w{2,20}m[ae]z(?:lar|ler)?|değil\\w*|\\w{2,20}m[ıiuü]yor\\w*",
        "from": "['’][dt][ae]n", "only": "yalnızca|sadece|yalnız", "and": "ve|ile",
        "all": "hepsi|tümü|tüm|üçü de", "layer": "katman\\w*", "previous": "önceki",
        "depends": "bağ(?:ı?m)?lı\\w*", "zero": "sıfır\\w*",
        "becomes": "ol(?:ur|uyor|acak|sun|mas)\\w*",
        "faster": "daha hızlı\\w*",
        "slower": "daha yavaş\\w*", "parallel": "paralel\\w*|aynı anda",
        "sequential": "sıralı|sırayla|ardışık", "different": "farklı|başka",
    }),
    "id": (r"\b(?:dan|dari|yang|untuk|adalah|pada|tidak|dengan|setiap|sama|dalam|berasal|"
           r"hanya)\b", {
        "before": "sebelum", "after": "setelah|sesudah", "same": "sama", "from": "dari",
        "cannot": "tidak (?:bisa|dapat|mungkin)|mustahil", "only": "hanya", "and": "dan",
        "all": "semua(?:nya)?|ketiganya", "last": "terakhir", "layer": "lapisan",
        "previous": "sebelumnya", "depends": "bergantung|tergantung", "zero": "nol",
        "parallel": "paralel\\w*|bersamaan|serentak", "sequential": "berurutan|satu per satu",
        "faster": "lebih (?:cepat|murah)", "slower": "lebih (?:lambat|mahal)",
        "smaller than": "lebih (?:kecil|pendek) dari(?:pada)?",
        "larger than": "lebih (?:besar|panjang) dari(?:pada)?", "different": "berbeda|lain",
    }),
}  # fmt: skip
# What is said in several words goes first: `no se puede` is not what `no` says.
_IN_SEVERAL = frozenset(
    ("no", "cannot", "parallel", "all three", "smaller than", "larger than", "neither")
)
_BY_LANGUAGE = [
    (
        re.compile(own, re.IGNORECASE),
        [
            (re.compile(rf"\b(?:{table[english]})\b", re.IGNORECASE), f" {english} ")
            for english in sorted(table, key=lambda english: english not in _IN_SEVERAL)
        ],
    )
    for own, table in _LATIN.values()
]
# Before any word becomes the letter y.
_SPANISH = re.compile(_LATIN["es"][0], re.IGNORECASE)
_SPANISH_AND = re.compile(r"(?<!\bde )(?<!\bdesde )(?<![=,] )\by\b(?=\s+[A-Za-zÀ-ÿ])")
_STOPS = str.maketrans(
    {wide: f"{narrow} " for wide, narrow in zip("，。；、：（）？！“”", ',.;,:()?!""', strict=True)}
)
_WHOLE = (r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])")
# Words of a language that a text must have, to be in it and not to quote it; of few words one.
_ENOUGH = 2
_FEW = 8


def in_english(text: str, words: Mapping[str, Sequence[str]] | None = None) -> str:
    """The text, with the words of the list in English, and each of a problem's own `words` for the
    spellings of it: whole words where they are written with blanks between them."""
    spoken = [table for own, table in _BY_LANGUAGE if _is_in(own, text)]
    if _is_in(_SPANISH, text):
        text = _SPANISH_AND.sub("and", text)
    for word, spellings in (words or {}).items():
        for spelling in sorted(spellings, key=len, reverse=True):
            whole = (
                rf"(?<![{LATIN}0-9_]){re.escape(spelling)}(?![{LATIN}0-9_])"
                if spelling.isascii()
                else spelling
            )
            text = re.sub(whole, f" {word} ", text, flags=re.IGNORECASE)
    if not text.isascii():
        text = text.translate(_STOPS)
        for pattern, english in (*_COMPARED, *_FASTER, *_ORDERED, *_BY_SIGN):
            text = pattern.sub(english, text)
    for table in spoken:
        for pattern, english in table:
            text = pattern.sub(english, text)
    return with_doubts_in_english(text)


def _is_in(own: re.Pattern[str], text: str) -> bool:
    """Whether a text is in the language that has these words."""
    enough = _ENOUGH if len(text.split()) > _FEW else 1
    return len(set(map(str.casefold, own.findall(text)))) >= enough
