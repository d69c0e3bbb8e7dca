"""Growth that a clause says in words, and facts of several quantities in one sentence."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

WORK = "structured/cost", "attention_work"
RECURRENT_WORK = "structured/cost", "recurrent_work"
STEPS = "structured/cost", "attention_steps"
WINDOW = "structured/cost", "restricted_path"
WINDOW_WORK = "structured/cost", "restricted_work"
LSTM = "lstm/parallel", "recurrent"
SIDE_BY_SIDE = "lstm/parallel", "attention"
NET = "translation/language-cnn", "recurrence"
LAYER = "translation/self-attention", "layer"
COST = "attention/cost", "attention"

CLAUSES = [
    (NET, "A text of 300 words takes 300 turns. The time rises linearly with the sentence length.",
     "correct"),
    (LSTM, "It cannot be split. The waiting time is linear in the sequence length.", "correct"),
    (LSTM, "Die Dauer steigt linear mit der Satzlänge.", "correct"),
    (LSTM, "La espera es proporcional a la longitud de la frase.", "correct"),
    (LSTM, "La durée augmente linéairement avec la longueur de la phrase.", "correct"),
    (LSTM, "A espera aumenta linearmente com o comprimento da frase.", "correct"),
    (LSTM, "Il tempo cresce linearmente con la lunghezza della frase.", "correct"),
    (LSTM, "Ожидание растёт линейно с длиной предложения.", "correct"),
    (LSTM, "等待的时间与句子长度成正比。", "correct"),
    (LSTM, "待ち時間は文の長さに比例する。", "correct"),
    (LSTM, "기다리는 시간은 문장 길이에 비례한다.", "correct"),
    (SIDE_BY_SIDE, "Die Dauer steigt linear mit der Satzlänge.", "wrong"),
    (LSTM, "等待的时间与句子长度的平方成正比。", "wrong"),
    (LSTM, "Il tempo cresce quadraticamente con la lunghezza della frase.", "wrong"),
    (LSTM, "Die Dauer steigt nicht linear mit der Satzlänge.", "unread"),
    (LSTM, "La durée n'augmente pas linéairement avec la longueur de la phrase.", "unread"),
    (LSTM, "待ち時間は文の長さに比例しない。", "unread"),
    (LSTM, "等待的时间不与句子长度成正比。", "unread"),
    (LSTM, "Some claim that the time is proportional to the sequence length.", "unread"),
    (LSTM, "Man sagt, die Dauer steigt linear mit der Satzlänge.", "unread"),
    (LSTM, "The time is linear in the sequence length. Wrong, it stays the same.", "unread"),
    (LSTM, "The time is linear in the batch size.", "unread"),
    (LSTM, "The time is linear in the sequence length times the hidden size.", "unread"),
    (LSTM, "The number of parameters is proportional to the sequence length.", "unread"),
    (WORK, "quadratisch in n und linear in d", "correct"),
    (RECURRENT_WORK, "quadratisch in n und linear in d", "wrong"),
    (WORK, "quadratisch in n, vielleicht linear in d", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), CLAUSES)
def test_a_clause(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


CONSTANT = [
    (SIDE_BY_SIDE, "Le nombre d'étapes est constant.", "correct"),
    (SIDE_BY_SIDE, "Le nombre d'étapes n'est pas constant.", "unread"),
    (SIDE_BY_SIDE, "顺序步数是常数", "correct"),
    (SIDE_BY_SIDE, "顺序步数不是常数", "unread"),
    (SIDE_BY_SIDE, "Die Zahl der Schritte ist unabhängig von der Satzlänge.", "correct"),
    (SIDE_BY_SIDE, "The number of steps doesn't depend on the sequence length.", "correct"),
    (SIDE_BY_SIDE, "The steps are independent of the sequence length.", "correct"),
    (SIDE_BY_SIDE, "The steps are not independent of the sequence length.", "unread"),
    (SIDE_BY_SIDE, "The parameters are independent of the sequence length.", "unread"),
    (SIDE_BY_SIDE, "The steps are independent of the batch size.", "unread"),
    (LSTM, "The time of one step is independent of the sequence length; there are T.", "unread"),
    (STEPS, "自注意力只要常数次顺序操作，而循环层要 $O(n)$ 次顺序操作", "correct"),
    (STEPS, "循环层只要常数次顺序操作，而自注意力要 $O(n)$ 次顺序操作", "wrong"),
]


@pytest.mark.parametrize(("place", "text", "verdict"), CONSTANT)
def test_a_constant(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


EXAMPLES = [
    (STEPS, "3 matrix products", "correct"),
    (STEPS, "For 700 words there are 700 steps, one behind the other.", "unread"),
    (STEPS, "9 words, 9 steps", "unread"),
    (STEPS, "700 steps", "unread"),
    (LSTM, "For 700 words there are 700 steps, one behind the other.", "unread"),
]


@pytest.mark.parametrize(("place", "text", "verdict"), EXAMPLES)
def test_the_number_of_an_example(
    place: tuple[str, str], text: str, verdict: str, shipped: Course
) -> None:
    found, message, _ = judged(shipped, place, text)
    assert found == verdict
    if verdict == "unread":
        assert "is the number of one example here" in message


SPANISH = "Trabajo {}, con {} operaciones secuenciales y un camino más largo de {}."
CHINESE = "自注意力的计算复杂度是 {}，有 {} 个顺序操作，最大路径长度是 {}"
FACTS = [
    (WORK, SPANISH.format("$O(n^2 d)$", "$O(1)$", "$O(1)$"), "correct"),
    (WORK, SPANISH.format("$O(n d^2)$", "$O(n^2 d)$", "$O(n^2 d)$"), "wrong"),
    (WORK, CHINESE.format("$O(n^2 d)$", "$O(1)$", "$O(1)$"), "correct"),
    (WORK, CHINESE.format("$O(n d^2)$", "$O(n^2 d)$", "$O(n^2 d)$"), "wrong"),
    (STEPS, CHINESE.format("$O(n^2 d)$", "$O(1)$", "$O(n)$"), "correct"),
    (STEPS, CHINESE.format("$O(n^2 d)$", "$O(n)$", "$O(1)$"), "wrong"),
    (WINDOW, "Looking at `r` words only makes the longest path O(n/r).", "correct"),
    (WINDOW, "Looking at `r` words only makes the longest path O(r), not O(n/r).", "wrong"),
    (WINDOW, "To reduce the O(n²) work one looks at `r` words: a path of O(n/r).", "correct"),
    (WINDOW_WORK, "Mit `r` Nachbarn kostet es O(r n d) statt O(n^2 d)", "correct"),
    (WINDOW_WORK, "Mit `r` Nachbarn kostet es O(n^2 d) statt O(r n d)", "wrong"),
    (WINDOW_WORK, "Without a window of `r` words it costs O(r n d)", "unread"),
    (LAYER, "时间为O(log n + log d)，n为句子长度，d为向量维度", "correct"),
    (LAYER, "时间为O(log n + log d)，n为向量维度，d为向量维度", "partly"),
    (LAYER, "O(log n + log d), wobei n die Satzlänge und d die Vektordimension ist", "correct"),
    (LAYER, "O(n + log d), wobei n die Satzlänge und d die Vektordimension ist", "wrong"),
    (COST, "O(p²·q), on p est la longueur de la phrase et q la dimension des vecteurs", "correct"),
    (COST, "O(p²·q), on q est la longueur de la phrase et p la dimension des vecteurs", "wrong"),
    (COST, "O(n² d), where n is the dimension of the vectors and d the sentence length", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), FACTS)
def test_several_facts(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict
