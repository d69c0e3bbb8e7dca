"""Choices in languages of which few words are known, what they deny and doubt, and what a purpose
places nowhere."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

WHERE = "attention/masked-softmax", "where"
CROSS = "attention/roles", "cross"
SELF = "attention/roles", "self"
STEPS = "lstm/parallel", "parallel"
ENCODED = "attention/equivariance", "encoded"
POOLED = "attention/equivariance", "pooled"

ROWS = [
    # what comes from what
    (SELF, "Queries, keys en values komen allemaal uit dezelfde zin.", "correct"),
    (SELF, "Zapytania, klucze i wartości pochodzą z tej samej sekwencji.", "correct"),
    (SELF, "Dotazy, klíče i hodnoty jsou ze stejného vstupu.", "correct"),
    (SELF, "Sorgular, anahtarlar ve değerler aynı diziden gelir.", "correct"),
    (SELF, "Query, key, dan value berasal dari masukan yang sama.", "correct"),
    (SELF, "Q, K và V đều đến từ cùng một câu.", "correct"),
    (SELF, "쿼리와 키, 밸류의 출처가 동일하다", "correct"),
    (CROSS, "Q komt uit de decoder, K en V komen uit de encoder", "correct"),
    (CROSS, "Q komt uit de encoder, K en V komen uit de decoder", "wrong"),
    (CROSS, "Zapytania są z dekodera, klucze i wartości z enkodera", "correct"),
    (CROSS, "Zapytania są z enkodera, klucze i wartości z dekodera", "wrong"),
    (CROSS, "Dotazy jsou z dekodéru, klíče a hodnoty z enkodéru", "correct"),
    (CROSS, "Sorgular kod çözücüden, anahtarlar ve değerler kodlayıcıdan gelir", "correct"),
    (CROSS, "Sorgular kodlayıcıdan, anahtarlar ve değerler kod çözücüden gelir", "wrong"),
    (CROSS, "Query dari decoder, key dan value dari encoder", "correct"),
    # a denial or a doubt counts in whatever language it is
    (SELF, "Q, K ja V eivät tule x:stä", "unread"),
    (SELF, "Q, K och V kommer inte från x", "unread"),
    (SELF, "Q, K en V komen niet uit x", "unread"),
    (SELF, "Q, K i V nie są z x", "unread"),
    (SELF, "Q, K ve V aynı diziden gelmez", "unread"),
    (SELF, "Q, K và V không đến từ cùng một câu", "unread"),
    (SELF, "Q, K, dan V tidak dari sumber yang sama", "unread"),
    (SELF, "Q、K、Vは同じ系列から来るわけではない", "unread"),
    (SELF, "Q, K and V maybe come from x", "unread"),
    (SELF, "Q, K en V komen misschien uit x", "unread"),
    (SELF, "Q, K und V kommen vielleicht alle aus x", "unread"),
    (SELF, "Q、K、Vはxから来るかもしれない", "unread"),
    (WHERE, "Vielleicht vor dem Softmax.", "unread"),
    (WHERE, "Quizás antes del softmax.", "unread"),
    # a purpose says when something has come about, and not where it is done
    (WHERE, "-inf goes into the scores, which means that after the softmax they are nil",
     "correct"),
    (WHERE, "Ponemos -infinito en los scores, de manera que después del softmax no cuentan",
     "correct"),
    (WHERE, "Pomos -inf nos scores, de modo que depois do softmax tenham peso zero", "correct"),
    (WHERE, "On met -inf dans les scores, de sorte qu'après le softmax ils ne comptent plus",
     "correct"),
    (WHERE, "Die Scores werden -∞, sodass sie nach dem Softmax verschwinden", "correct"),
    (WHERE, "Nei punteggi va -inf, in modo che dopo la softmax spariscano", "correct"),
    (WHERE, "Скоры становятся −∞, чтобы после softmax они исчезли", "correct"),
    (WHERE, "De scores worden -inf, zodat ze na de softmax verdwijnen", "correct"),
    (WHERE, "점수에 -inf를 더해서 softmax 이후에 0이 되도록 한다", "correct"),
    (WHERE, "skorlara softmax'tan önce -inf yazılır, softmax'tan sonra 0 olurlar", "correct"),
    (WHERE, "The raw scores stay, so that after the softmax we mask the weights", "wrong"),
    (WHERE, "Nothing is done before the softmax, so that after it the triangle hides them",
     "unread"),
    (WHERE, "Scores enter before the softmax as they are, so that after the softmax they go",
     "unread"),
    (WHERE, "Before the softmax nothing is done, so that after softmax the triangle hides them",
     "unread"),
    (WHERE, "The mask comes after the softmax, so that before the softmax no score changes",
     "unread"),
    (WHERE, "Los pesos se multiplican después del softmax, de forma que antes no cambia nada",
     "wrong"),
    (WHERE, "Na de softmax worden de gewichten met nul vermenigvuldigd", "unread"),
    # a question that an answer copies
    (WHERE, "Q: before or after the softmax? A: before the softmax", "correct"),
    (WHERE, "Q: before or after the softmax? A: after the softmax", "wrong"),
    # what cannot be done
    (STEPS, "Impossible: each step waits for the one before it", "correct"),
    (STEPS, "Нельзя: каждый шаг ждёт предыдущего", "correct"),
    (STEPS, "On ne peut pas les calculer en même temps", "correct"),
    (STEPS, "Parallel kan niet, elke stap heeft de vorige nodig", "correct"),
    (STEPS, "Paralelně to nelze, každý krok čeká na předchozí", "correct"),
    (STEPS, "On peut les calculer en même temps", "unread"),
    (STEPS, "Impossible? No, they can all be computed at the same time", "unread"),
    # what stands before an arrow leads to what stands behind it
    (CROSS, "Encoder → K, V; decoder → Q", "correct"),
    (CROSS, "Encoder → Q; decoder → K, V", "wrong"),
    (CROSS, "Q → decoder; K, V → encoder", "correct"),
    (CROSS, "Q → encoder; K, V → decoder", "wrong"),
    (CROSS, "Q from somewhere else, K and V from the encoder", "unread"),
    (CROSS, "queries from the layer below, keys and values from the encoder", "correct"),
    (CROSS, "keys and values from the layer below, queries from the encoder", "wrong"),
    (SELF, "the same input for query, key and value", "correct"),
    (SELF, "not the same input for query, key and value", "unread"),
    # it would be bad there
    (WHERE, "Si se aplicara después del softmax, las filas no sumarían 1.", "unread"),
    (WHERE, "Wenn man nach dem Softmax maskiert, ist die Summe nicht mehr 1.", "unread"),
    (WHERE, "Wenn man vor dem Softmax maskiert, ist die Summe nicht mehr 1.", "unread"),
    # neither of them
    (ENCODED, "Ninguna de las dos.", "correct"),
    (ENCODED, "Mit Positionskodierung gilt keins von beiden.", "correct"),
    (ENCODED, "둘 다 아니다", "correct"),
    (ENCODED, "L'équivariance est perdue, et elle n'est pas invariante non plus.", "correct"),
    (POOLED, "Keins von beiden.", "wrong"),
    (POOLED, "Der Mittelwert ist permutationsinvariant.", "correct"),
    (POOLED, "Der Mittelwert ist nicht permutationsinvariant.", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), ROWS)
def test_a_choice(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict
