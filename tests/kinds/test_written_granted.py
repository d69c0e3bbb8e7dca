"""What is granted, opposed, excepted or denied afterwards is not what an answer says."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

STEPS = "lstm/parallel", "parallel"
CHANGE = "language-model/two-heads", "change"
CROSS = "attention/roles", "cross"
SELF = "attention/roles", "self"
WHERE = "attention/masked-softmax", "where"
FASTER = "structured/cost", "faster"
LEAK = "translation/blank", "leak"
LAYER = "attention/equivariance", "which"
ENCODED = "attention/equivariance", "encoded"

ROWS = [
    # a concession, wherever it stands, and what is said besides
    (STEPS, "Although an LSTM works step by step, it can be parallelized.", "unread"),
    (STEPS, "It can be parallelized, even though each step needs the previous one.", "unread"),
    (STEPS, "I admit that the steps are sequential, yet one can run them at once.", "unread"),
    (STEPS, "True, each step waits for the previous one. Still, they can be parallel.", "unread"),
    (STEPS, "They are sequential. That does not mean they cannot be computed in parallel.",
     "unread"),
    (STEPS, "Although they are unrolled, the steps come one after another.", "correct"),
    (STEPS, "Although the sentences of a batch run in parallel, steps are sequential.", "correct"),
    (STEPS, "The steps are sequential, but transformers can run in parallel.", "correct"),
    (STEPS, "Transformers, however, run in parallel. An LSTM needs the previous state.", "correct"),
    (STEPS, "Obwohl sie sequentiell sind, kann man die Schritte parallelisieren.", "unread"),
    (STEPS, "Aunque son secuenciales, los pasos se pueden paralelizar.", "unread"),
    (STEPS, "Bien que séquentiels, les pas peuvent être parallélisés.", "unread"),
    (STEPS, "虽然是顺序的，但是各个时间步可以并行。", "unread"),
    (STEPS, "逐次的ではあるが、並列化できる。", "unread"),
    (STEPS, "순차적이지만 병렬화할 수 있다.", "unread"),
    (STEPS, "Хотя шаги последовательны, их можно выполнять параллельно.", "unread"),
    (STEPS, "순차적으로 계산하지 않는다.", "unread"),
    (WHERE, "Though many mask before the softmax, we zero the weights after the softmax.", "wrong"),
    (CROSS, "While Q comes from y, K and V come from x.", "correct"),
    (CROSS, "I thought that Q is from y, K and V from x, but all three are from x.", "unread"),
    (CROSS, "Q is from y, K and V from x? It is the other way round.", "unread"),
    (FASTER, "Even though n < d is often said, it is always cheaper.", "unread"),
    (LEAK, "Aunque el modelo ve la palabra, no cambia nada.", "unread"),
    (LAYER, "Often called invariant, but strictly it is permutation equivariant.", "correct"),
    # all but one
    (CHANGE, "Everything stays as it was apart from the last layer.", "correct"),
    (CHANGE, "Everything but the head is shared.", "correct"),
    (CHANGE, "Tout reste identique sauf la dernière couche.", "correct"),
    (CHANGE, "All is shared except the embeddings and the last layer.", "unread"),
    (CHANGE, "Nothing stays the same except the head.", "unread"),
    (CHANGE, "All layers but the head are replaced.", "unread"),
    # what looks at what, and one source
    (CROSS, "Queries of the target attend to keys and values of the source.", "correct"),
    (CROSS, "Queries of the source attend to keys and values of the target.", "wrong"),
    (CROSS, "No decoder, Q vem do decoder e K e V vêm do encoder.", "correct"),
    (SELF, "Q, K and V are made from a single sequence.", "correct"),
    (SELF, "Q is made from one sequence, K and V from another.", "unread"),
    (SELF, "Q comes from the same sequence.", "unread"),
    # another case, of which nothing is compared, and what is slower
    (FASTER, "It is cheaper for n < d. That does not mean that it is always so.", "correct"),
    (FASTER, "n < d, and that does not hold for any text", "unread"),
    (FASTER, "Für n < d ist Self-Attention langsamer als ein RNN.", "unread"),
    (FASTER, "当 n < d 时，self-attention 的复杂度高于 RNN", "unread"),
    # what is no more
    (ENCODED, "The equivariance is broken by the positions.", "correct"),
    (ENCODED, "等变性被打破", "correct"),
    (ENCODED, "The equivariance is not broken.", "unread"),
    (LAYER, "The equivariance is lost.", "unread"),
    # what it comes to elsewhere
    (WHERE, "softmax 之前填 -inf，softmax 之后置零会破坏归一化", "correct"),
    (WHERE, "softmax 之后置零，softmax 之前填 -inf 会破坏归一化", "wrong"),
    (WHERE, "소프트맥스를 적용하기 전에 마스킹한다", "correct"),
    (WHERE, "소프트맥스를 적용한 후에 마스킹한다", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), ROWS)
def test_what_is_not_said(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict
