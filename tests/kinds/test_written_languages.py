"""Choices in the words of other languages, and what is compared, denied or joined in them."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

FASTER = "structured/cost", "faster"
LEAK = "translation/blank", "leak"
CHANGE = "language-model/two-heads", "change"
WHERE = "attention/masked-softmax", "where"
CROSS = "attention/roles", "cross"
SELF = "attention/roles", "self"
STEPS = "lstm/parallel", "parallel"
LARGE = "attention/orthogonal", "when"

ROWS = [
    # which of the two is faster, where the verb comes last or a word stands between them
    (FASTER, "n < d 라면 self-attention이 RNN보다 더 빠르다", "correct"),
    (FASTER, "$n$ が $d$ より小さければ、self-attention は RNN より速い", "correct"),
    (FASTER, "当 n < d 时，self-attention 比 RNN 更快", "correct"),
    (FASTER, "Ist n < d, so ist Self-Attention schneller als ein RNN.", "correct"),
    (FASTER, "Si n < d, l'auto-attention est plus rapide que le RNN", "correct"),
    (FASTER, "$n^2 d < n d^2 \\Leftrightarrow n < d$", "correct"),
    (FASTER, "n < d 라면 RNN이 self-attention보다 더 빠르다", "unread"),
    (FASTER, "n < d なら、RNN は self-attention より速い", "unread"),
    (FASTER, "当 n < d 时，RNN 比 self-attention 更快", "unread"),
    (FASTER, "Ist n < d, so ist ein RNN schneller als Self-Attention.", "unread"),
    (FASTER, "Si n > d, l'auto-attention est plus rapide que le RNN", "wrong"),
    (FASTER, "n < d: RNN vor self-attention", "unread"),
    # what training leads to
    (LEAK, "El modelo ve la palabra y la copia", "correct"),
    (LEAK, "Das Netz sieht das Zielwort und schreibt es nur ab: die Identität", "correct"),
    (LEAK, "The outputs collapse onto the identity", "correct"),
    (LEAK, "モデルは答えを見てしまう", "correct"),
    (LEAK, "El modelo no ve la palabra", "unread"),
    (LEAK, "Das Netz sieht das Zielwort nicht", "unread"),
    (LEAK, "It does not collapse onto the identity", "unread"),
    # what changes
    (CHANGE, "Nur die letzte Schicht wird getauscht", "correct"),
    (CHANGE, "Cambia solamente la última capa", "correct"),
    (CHANGE, "最後の層だけを取り替える", "correct"),
    (CHANGE, "a new linear classifier on top", "correct"),
    (CHANGE, "the body and the head are replaced", "unread"),
    (CHANGE, "The body and the head are different", "unread"),
    (CHANGE, "Reading and writing are two different tasks: only the head is exchanged", "correct"),
    (CHANGE, "both the body and its head are trained anew", "unread"),
    (CHANGE, "the embedding matrix and the head", "wrong"),
    # where the mask enters
    (WHERE, "prima del softmax", "correct"),
    (WHERE, "QK^T → mask → softmax", "correct"),
    (WHERE, "after the scaling and before the softmax", "correct"),
    (WHERE, "dopo il softmax", "wrong"),
    (WHERE, "QK^T → softmax → mask", "wrong"),
    # what comes from what
    (CROSS, "Las consultas salen del decodificador y las claves y valores del codificador",
     "correct"),
    (CROSS, "Q = y W_q, K = x W_k, V = x W_v", "correct"),
    (CROSS, "attend(query=dec, key=enc, value=enc)", "correct"),
    (CROSS, "attend(query=enc, key=dec, value=dec)", "wrong"),
    (SELF, "alle drei aus derselben Folge", "correct"),
    (SELF, "$Q = X W^Q$, $K = X W^K$, $V = X W^V$", "correct"),
    (SELF, "Q = x W_q, K = y W_k, V = y W_v", "unread"),
    # whether something can be done
    (STEPS, "Nein, jeder Schritt hängt vom vorigen ab", "correct"),
    (STEPS, "Non, chaque pas dépend du précédent", "correct"),
    (STEPS, "No, it depends.", "unread"),
    # only in the limit
    (LARGE, "wenn die Länge von $x_n$ gegen unendlich geht", "correct"),
    (LARGE, "for large norms of x_n, approximately", "correct"),
    (LARGE, "$\\|x_n\\| \\to \\infty$", "correct"),
    (LARGE, "not even for large norms", "wrong"),
    (LARGE, "$\\|x_n\\| \\to 0$", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), ROWS)
def test_a_choice(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict
