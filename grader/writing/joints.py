"""Words of other languages that join clauses, in English: of what is granted, opposed, supposed or
told side by side."""

from __future__ import annotations

import re

_BEGIN = r"(?:^|(?<=[.,;:!?(\n]\s)|(?<=[.,;:!?(\n]))"
_JOINTS = {
    # Before `si bien`, which is `although` in another language.
    " so that ": (
        r"\bde (?:forma|manera|modo|maneira|suerte) (?:tal )?que\b|\bpara que\b",
        r"\bcon lo (?:que|cual)\b",
        r"\bfazendo com que\b|\b(?:logrando|haciendo) que\b",
        r"\b(?:de (?:telle )?(?:sorte|façon|manière)(?: à ce)?|afin|pour|si bien|ce qui fait) "
        r"qu(?:e\b|['’])",
        r",\s*damit\b|\bso ?dass\b|\bso ?daß\b",
        r"\bin modo (?:tale )?(?:che|da)\b|\bdi modo che\b|\bcos(?:ì che|icché)\b|\baffinché\b",
        r"\bчтобы\b|\bтак,? что(?:бы)?\b|\b(?:благодаря|вследствие) чему\b",
        r"从而|以便|[，,]\s*使得?|这样一?来|[，,]这样",
        r"\b(?:zodat|opdat)\b|\b(?:tak,? (?:żeby|aby|że)|aby|żeby|dzięki czemu)\b|\btakže\b",
        r"\b(?:sehingga|supaya|agar)\b",
        r"\bwhich (?:means|ensures|guarantees|implies)(?: that)?\b|\bmeaning(?: that)\b",
        r"\b(?:ensur|guarantee)ing(?: that)?\b|\bin order that\b|\bsuch that\b",
    ),
    " although ": (
        r"虽然|雖然|虽说|尽管|儘管|固然|即使|即便|비록",
        r"\bхотя(?! бы)|\bнесмотря на(?: то,? что)?|\bпусть даже",
        r"\b(?:aunque|aun cuando|(?:a pesar|pese) (?:de|a)(?:l? hecho de)?(?: que)?|si bien)\b",
        r"\b(?:embora|apesar d[eoa]s?(?: fato de)?(?: que)?|ainda que|mesmo que|mesmo sendo)\b",
        r"\b(?:bien que|quoique|même si|malgré(?: le fait)?(?: que)?)\b",
        r"\b(?:obwohl|obgleich|obschon|wenngleich|auch wenn|selbst wenn)\b",
        r"\btrotz(?: der Tatsache,? dass)?\b",
        r"\b(?:anche se|benché|sebbene|seppure|nonostante(?: il fatto)?(?: che)?)\b",
        r"\b(?:malgrado|pur essendo)\b",
        r"\b(?:hoewel|ofschoon|ondanks|chociaż|choć|(?:po)?mimo że|ačkoliv?|přestože|třebaže)\b",
        r"\b(?:meskipun|walaupun|mặc dù)\b",
        r"\b(?:despite|in spite of|notwithstanding)(?: the fact)?(?: that)?\b",
    ),
    " , but ": (
        r"[，,]?\s*(?:但是|但(?!愿)|可是|然而|不过)",
        r"(?<=[るただいすん])(?:が|けれども?|けど|ものの|のに)(?=[、,])|とはいえ|しかし|だが|それでも|にもかかわらず",
        r"(?<=[가-힣])지만|하지만|그러나|그런데도|는데도|더라도|불구하고",
        r",?\s*\b(?:но|однако|тем не менее|вс[её] же|вс[её] равно)\b",
        r",?\s*\b(?:pero|sin embargo|no obstante|aun así)\b",
        r"(?<=,)\s*mas\b|,?\s*\b(?:porém|contudo|no entanto|todavia|mesmo assim)\b",
        rf"(?:{_BEGIN}|,\s*)mais(?! (?:rápid|eficien|barat|lent|\w+ d[oae]|que))\b"
        r"|,?\s*\b(?:cependant|pourtant|toutefois|néanmoins)\b",
        r",?\s*\b(?:aber|jedoch|dennoch|trotzdem|gleichwohl|nichtsdestotrotz)\b",
        r",\s*ma\b|,?\s*\b(?:tuttavia|però|eppure|ciononostante)\b",
        r",\s*(?:maar|ale|ama)\b|,?\s*\b(?:echter|jednak|lecz|avšak|nicméně|fakat|ancak)\b",
        r",?\s*\b(?:tetapi|namun|nhưng)\b",
    ),
    " , while ": (
        r",?\s*\b(?:tandis que|alors que|mientras que|enquanto(?: que)?|wohingegen)\b",
        r",\s*(?:mentre|während|а|тогда как|в то время как)\b",
        r",?\s*\b(?:terwijl|natomiast|podczas gdy|zatímco|kdežto|oysa|sedangkan|sementara)\b",
        r",\s*a\b(?= \w+[ei] (?:i|oraz|a) )",
    ),
    " if ": (
        r"如果|假如|倘若|もし(?!れ)|만약|만일|\bесли\b",
        r"\b(?:indien|jeśli|jeżeli|gdyby|pokud|kdyby|eğer|jika|kalau)\b",
        rf"{_BEGIN}(?:wenn (?=man|wir)|se (?=fosse|for\b|aplic))",
        rf"{_BEGIN}si (?=(?:on|l[aeo]s?|el|un[ea]?|les|ambos|se)\b)",
    ),
    " . that does not mean that ": (
        r"[，,。；;]?\s*这?并?(?:不是说|不意味着?|不代表|不等于说)",
        r"[.,;]?\s*\b(?:cela|ça|ce qui) ne (?:veut pas dire|signifie pas) qu(?:e\b|['’])",
        r"[.,;]?\s*\b(?:(?:esto|eso|lo que|lo cual) )?no (?:significa|quiere decir|implica) que\b",
        r"[.,;]?\s*\bdas (?:heißt|bedeutet) (?:, but )?(?:aber )?nicht,? dass\b",
        r"[.,;]?\s*\b(?:ciò|questo) non (?:significa|vuol dire) che\b",
        r"[.,;]?\s*\b(?:isso|o que) não (?:significa|quer dizer) que\b",
        r"[.,;]?\s*\bэто не (?:значит|означает),? что\b",
    ),
    " except ": (
        r"\b(?:excepto|exceto|salvo|tranne|eccetto|a parte|sauf|excepté|hormis|à part)\b",
        r"\bà l['’]exception d(?:e|u|es)\b|\bmit Ausnahme\b|\b(?:außer|bis auf|abgesehen von)\b",
        r"\b(?:кроме|за исключением)\b",
        r"\b(?:behalve|oprócz|z wyjątkiem|kromě|s výjimkou|kecuali|hariç)\b",
    ),
    # `hingegen` and its like stand within a clause and say what a comma says.
    " ": (r"\b(?:hingegen|dagegen|en revanche|en cambio|invece|por su parte|por sua vez)\b,?",),
}  # fmt: skip
# Languages that have such a word behind the thing.
_BEHIND = (
    (re.compile(r"除了?([^，。,\n]{1,30}?)(?:以外|之外|外)?[，,]"), r" except \1 , "),
    (re.compile(r"([^\s、。，,.]{1,30})以外[はの]?"), r" except \1 , "),
    (re.compile(r"([^、。，,.\n]{1,40}?)[을를]?\s*(?:제외하[고면]는?|빼고는?)"), r" except \1 , "),
    (re.compile(r"(?:与|和|跟)([^，。,.]{1,20})不同[，,]"), r" unlike \1 , "),
)
# Words of it that say something else in Spanish, and words that only it has.
_OURS = re.compile(
    r"\b(?:vem|vêm|não|são|uma?|isso|pel[oa]|d[oa]s?|ao|é|em|com|os|na)\b", re.IGNORECASE
)
_SPANISH = re.compile(r"\b(?:el|los|las|es|una|del|son|y)\b", re.IGNORECASE)
_IN_PORTUGUESE = (
    (re.compile(r"\bn[oa]s?\b(?=\s+\w)", re.IGNORECASE), "in"),
    (re.compile(r"\b(?:as|os)\b"), "the"),
    (re.compile(r"(?<=[\w)$`,] )e(?= [\w$(`])"), "and"),
)
_BY_JOINT = [
    (re.compile("|".join(spelled), re.IGNORECASE), english) for english, spelled in _JOINTS.items()
]


def with_joints_in_english(text: str) -> str:
    if len(set(map(str.casefold, _OURS.findall(text)))) > 1 and not _SPANISH.search(text):
        for spelled, english in _IN_PORTUGUESE:
            text = spelled.sub(english, text)
    for spelled, english in _BY_JOINT:
        text = spelled.sub(english, text)
    for spelled, english in _BEHIND:
        text = spelled.sub(english, text)
    return text
