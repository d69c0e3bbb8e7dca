"""Habits of writing that books, notes and code have: what is read of them, and what is not."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

SOFTMAX = "companions/softmax", "formula"
PLANE = "companions/relative-rotary", "plane"
FORGET = "lstm/cell-formulas", "forget_gate"
ACTIVATION = "lstm/cell-formulas", "activation"
BIAS = "lstm/gate-derivatives", "bias"
WEIGHTS = "lstm/output-layer", "weights"
OTHER = "attention/orthogonal", "other"
WEIGHT = "attention/orthogonal", "value"
PEAK = "attention/schedule", "peak_step"
RATE = "attention/schedule", "value"
SLOPE = "positions/alibi", "slope"
SCORES = "attention/equivariance", "scores"
MATRIX = "attention/rotation", "matrix"
FREQUENCY = "attention/rotation", "frequency"
AFTER = "attention/fused", "after"
GRADIENT = "structured/attention", "formula"
CASES = (
    "J_{{ij}} = \\begin{{cases}}\np_i(1-p_i) & \\text{{if }} i = j \\\\\n"
    "{}p_i p_j & \\text{{else}}\n\\end{{cases}}"
)
COSINE = r"s &= (q_1 k_1 + q_2 k_2) \cos(\delta\theta) \\"
TURN = r"\begin{{pmatrix}} \cos {0} & {1}\sin {0} \\ {2}\sin {0} & \cos {0} \end{{pmatrix}}"

ROWS = [
    # rows of an alignment that go on with the formula
    (PLANE, rf"$$\begin{{aligned}} {COSINE} &\quad + (q_2 k_1 - q_1 k_2)\sin(\delta\theta)"
            r"\end{aligned}$$", "correct"),
    (PLANE, rf"$$\begin{{aligned}} {COSINE} &\qquad - (q_1 k_2 - q_2 k_1)\sin(\delta\theta)"
            r"\end{aligned}$$", "correct"),
    (PLANE, rf"\begin{{align*}} {COSINE[:-2]} + {{}} \\ & (q_2 k_1 - q_1 k_2)\sin(\delta\theta)"
            r"\end{align*}", "correct"),
    (PLANE, rf"$$\begin{{aligned}} {COSINE} &\quad - (q_2 k_1 - q_1 k_2)\sin(\delta\theta)"
            r"\end{aligned}$$", "partly"),
    (PLANE, rf"$$\begin{{aligned}} {COSINE} -q_1 &= 3 \end{{aligned}}$$", "partly"),
    # a row of two columns that is turned upright
    (FORGET, r"$\sigma(W_f [a^{<t-1>}, x^{<t>}]^T + b_f)$", "correct"),
    (FORGET, r"$f_t = \sigma(W_f \cdot [h_{t-1}, x_t]^\top + b_f)$", "correct"),
    (FORGET, r"$\sigma(W_f [x^{<t>}, a^{<t-1>}]^T + b_f)$", "partly"),
    (FORGET, r"$\sigma(W_f [a^{<t-1>}; x^{<t>}]^T + b_f)$", "unread"),
    (WEIGHTS, r"$\delta [a, a]^T$", "wrong"),  # here it is a row indeed
    # two cases that nobody put between dollars
    (SOFTMAX, CASES.format("-"), "correct"),
    (SOFTMAX, CASES.format(""), "wrong"),
    # steps of time in brackets, and a logarithm right before its number
    (FORGET, r"$f(t) = \sigma(W_f [h(t-1), x(t)] + b_f)$", "correct"),
    (FORGET, r"$f(t) = \sigma(W_f [h(t), x(t)] + b_f)$", "unread"),
    (ACTIVATION, r"$h(t) = o(t) \tanh(c(t))$", "correct"),
    (ACTIVATION, r"$h(t) = o(t) \tanh(c(t - 1))$", "partly"),
    (FREQUENCY, r"$\exp(-\frac{2i}{d_{model}} ln10000)$", "correct"),
    (FREQUENCY, r"$e^{-2i \log10000 / d_{model}}$", "correct"),
    (FREQUENCY, r"$e^{-2i \log1000 / d_{model}}$", "wrong"),
    # sums over a batch of one
    (BIAS, r"$db_u = \sum_{\text{batch}} d\gamma_u$", "correct"),
    (BIAS, r"$db_u = \sum_{examples} dc\,\hat{c}\,\Gamma_u (1 - \Gamma_u)$", "correct"),
    (BIAS, r"$db_u = \sum_{batch} \Gamma_u (1 - \Gamma_u)$", "partly"),
    (WEIGHTS, r"$\sum_{batch} (\hat{y} - y) a^T$", "unread"),  # of matrices it is no habit of code
    # letters that the question uses for something else stand for nothing that is left over
    (SOFTMAX, "$diag(x) - x x^T$", "unread"),
    (SOFTMAX, "np.diag(x) - np.outer(x, x)", "unread"),
    (SOFTMAX, r"$diag(u) - u u^T$", "correct"),
    (SCORES, r"$P A P^T$ with $A = Q K^T / \sqrt{d}$", "correct"),
    (SCORES, r"`A = Q @ K.T / np.sqrt(d_k)`, so the new ones are `P @ A @ P.T`", "correct"),
    (SCORES, r"$P A P^T$ with $A = K Q^T / \sqrt{d}$", "unread"),
    (SCORES, r"$P Q P^T$", "unread"),
    # one where two indices are equal
    (SOFTMAX, r"$J_{ij} = p_i (\mathbb{1}_{i=j} - p_j)$", "correct"),
    (SOFTMAX, r"$J_{ij} = p_i (1\{i = j\} - p_j)$", "correct"),
    (SOFTMAX, r"$J_{kl} = p_k ([k = l] - p_l)$", "correct"),
    (SOFTMAX, r"$J_{ij} = p_i (1[i = j] + p_j)$", "wrong"),
    (SOFTMAX, r"$J_{ij} = p_j (1[i = j] - p_j)$", "wrong"),
    # vectors that code turns upright
    (SOFTMAX, "S = probs.reshape(-1, 1)\nJ = np.diagflat(probs) - S @ S.T", "correct"),
    (SOFTMAX, "J = np.diag(p) - p[:, None] * p[None, :]", "correct"),
    (SOFTMAX, "J = torch.diag_embed(p) - p.unsqueeze(-1) @ p.unsqueeze(-2)", "correct"),
    (SOFTMAX, "J = np.diag(p) + p[:, None] * p[None, :]", "wrong"),
    (SOFTMAX, "S = x.reshape(-1, 1)\nJ = np.diagflat(S) - S @ S.T", "unread"),
    (SOFTMAX, "S = probs.reshape(-1, 1)\nS = S / 2\nJ = np.diagflat(S) - S @ S.T", "unread"),
    # conditions in brackets
    (OTHER, r"$$\frac{1}{e^s + N - 1} \quad (n \neq m)$$", "correct"),
    (OTHER, r"$$\frac{1}{e^s + N - 1} \qquad (\text{for } n \ne m)$$", "correct"),
    (OTHER, r"$$\frac{1}{e^s + N - 1} (N > 2)$$", "correct"),
    (OTHER, r"$$\frac{1}{e^s} \quad (n \neq m)$$", "wrong"),
    (OTHER, r"$$\frac{1}{e^s + N} (N - 1)$$", "wrong"),
    # what code comes to
    (WEIGHT, "`math.exp(1) / (math.exp(1) + 4)  # 0.4046`", "correct"),
    (WEIGHT, "e / (e + 4)  # -> 0.405", "correct"),
    (WEIGHT, "`math.exp(1) / (math.exp(1) + 5)  # 0.352`", "partly"),
    # numbers that the question gives, beside the one that comes out
    (RATE, "The 4000 steps lead to 6.99e-4", "correct"),
    (RATE, "pour 4.000 étapes on arrive à 6,99e-4", "correct"),
    (RATE, "6.99e-4, 4000", "unread"),
    (RATE, "4000", "wrong"),
    (RATE, "The 4000 steps lead to 7.99e-4", "wrong"),
    # a remark in code, where nothing else is said
    (SLOPE, "# slope = 2 ** (-8 * h / n_heads)", "correct"),
    (SLOPE, "# m = 2^(-8h/H) for each head", "correct"),
    (SLOPE, "# m = 2^(-8/h) for each head", "partly"),
    (SLOPE, "# Question 2 (3 points)", "unread"),
    # marks around and behind a formula
    (PEAK, ":math:`step = warmup`, from there it falls as :math:`step^{-0.5}`", "correct"),
    (PEAK, ":math:`step = \\sqrt{warmup}`", "partly"),
    (PLANE, r"$(q_1 k_1 + q_2 k_2) \cos(\hlb{\delta}\theta) "
            r"+ (q_2 k_1 - q_1 k_2) \sin(\blue{\delta}\theta)$", "correct"),
    (PLANE, r"$(q_1 k_1 + q_2 k_2) \cos(\twice{\delta}\theta) "
            r"+ (q_2 k_1 - q_1 k_2) \sin(\twice{\delta}\theta)$", "unread"),
    (GRADIENT, "4 (B B^T - I) B   [size r x n]", "correct"),
    (GRADIENT, "2 (B B^T - I) B   [size r x n]", "partly"),
    # usual names that a problem lists
    (MATRIX, "$" + TURN.format(r"(\omega\tau)", "", "-") + "$", "correct"),
    (MATRIX, "$" + TURN.format(r"(\omega_j \phi)", "", "-") + "$", "correct"),
    (MATRIX, "$" + TURN.format(r"(\omega\tau)", "-", "") + "$", "partly"),
    (MATRIX, "$" + TURN.format(r"(\omega + \tau)", "", "-") + "$", "unread"),
    (PLANE, r"$(q_1 k_1 + q_2 k_2) \cos((p_q-p_k)\theta) "
            r"+ (q_1 k_2 - q_2 k_1) \sin((p_q-p_k)\theta)$", "correct"),
    (PLANE, r"$(q_1 k_1 + q_2 k_2) \cos((p_k-p_q)\theta) "
            r"+ (q_1 k_2 - q_2 k_1) \sin((p_k-p_q)\theta)$", "partly"),
    # which of the two is the key is for a person to tell
    (PLANE, r"$(q_1 k_1 + q_2 k_2) \cos((i-j)\theta) + (q_1 k_2 - q_2 k_1) \sin((i-j)\theta)$",
     "unread"),
    (PLANE, "```latex\n\\begin{align}\ns &= (q_1 k_1 + q_2 k_2)\\cos\\delta\\theta \\\\\n"
            "  &\\phantom{=} + (q_2 k_1 - q_1 k_2)\\sin\\delta\\theta\n\\end{align}\n```",
     "correct"),
    (SLOPE, "$2^{-8h/H}$ for the heads $h = 1..H$", "correct"),
    (SLOPE, "$2^{-h}$ for the heads $h = 1..H$", "partly"),
    (AFTER, "$d^2$", "correct"),
    (AFTER, "$d_k^2$", "unread"),
    (AFTER, "$d\\, d_k$", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), ROWS)
def test_what_becomes_of_it(
    place: tuple[str, str], text: str, verdict: str, shipped: Course
) -> None:
    found, said, _ = judged(shipped, place, text)
    assert found == verdict, said
