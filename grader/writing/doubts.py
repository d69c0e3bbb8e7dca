"""Words of any language that deny or doubt, in English.

Of a language that is otherwise unknown the names of quantities may still be read, since all write
them alike; a denial that went unseen would turn the answer round. So these count wherever they
stand, and are words that mean nothing else in any language that is read.
"""

from __future__ import annotations

import re

_NOT = (
    r"\b(?:nie|niet|geen|ikke|inte|eivät|eikä|değil|không|tidak|bukan|nem|není|nejsou|nelze|"
    r"nisu|nije|δεν|όχι|ingen|ekki)\b",
    # Short words, which may be names, before a verb of theirs.
    r"\bei (?=(?:ole|tule|voi|voida|saa|saada|riipu)\b)",
    r"\bnu (?=(?:sunt|este|vin|provin|poate|pot|se)\b)",
    r"ليس(?:ت|وا)?|لا (?=\S)|नहीं|ไม่|نیست(?:ند)?|(?<!\S)(?:לא|אינם|אינו)(?!\S)",
)
_MAYBE = (
    r"\b(?:vielleicht|vermutlich|peut-être|quizás?|tal vez|talvez|forse|misschien|być może|chyba|"
    r"belki|galiba|možná|mungkin|kanske|kanskje|måske|ehkä|talán|может быть|наверное|ίσως)(?!\w)",
    r"也许|或许|大概|かもしれ|たぶん|おそらく|恐らく|아마도?(?!\w)|일지도|ربما|शायद",
)
_BY_WORD = [
    (re.compile("|".join(_NOT), re.IGNORECASE), " not "),
    (re.compile("|".join(_MAYBE), re.IGNORECASE), " maybe "),
]


def with_doubts_in_english(text: str) -> str:
    for spelled, english in _BY_WORD:
        text = spelled.sub(english, text)
    return text
