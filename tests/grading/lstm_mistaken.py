"""Every named mistake of the LSTM problems beyond the single cell, written as a student would.

(problem, part, the mistake's name, source)
"""

from __future__ import annotations

from lstm_sources import DERIVATIVES, SLOPES, backward, forward, fused, fused_back, output
from mistaken_answers import CELL_BACKWARD, back, step

SEQUENCE_FORWARD = (
    ("the cell state starts as a0", forward(c0="a0")),
    ("a and c are one array under two names", forward(c="a")),
    ("the loop begins with the second step", forward(begin="1, ")),
    ("every step starts from a0 again", forward(state="a0, np.zeros((n_a, m))")),
    ("c stands where y is asked for, and y where c is", forward(out="a, c, y")),
    (
        "the forget and the update gate are exchanged",
        forward(step(cell="i * c_prev + f * g")),
    ),
    ("the input is stacked on top of the activation", forward(step(stack="xt, a_prev"))),
    ("the cell state is not passed through tanh", forward(step(out="o * c"))),
    ("the candidate goes through a sigmoid", forward(step(candidate="sig"))),
    ("the output gate is missing", forward(step(out="np.tanh(c)"))),
)

# A mistake in the cell's backward pass is the same mistake through time.
OF_THE_CELL = dict(CELL_BACKWARD)

SEQUENCE_BACKWARD = (
    ("neither da_prev nor dc_prev is handed back to the step before", backward(carry="pass")),
    (
        "da_prev is not added to da of the step before",
        backward(upstream="da[:, :, t], dc_prevt"),
    ),
    (
        "dc_prev is not handed back to the step before",
        backward(carry="da_prevt = gradients['da_prev']"),
    ),
    ("dW and db are overwritten at each step", backward(accumulate="=")),
    ("da0 is left at zero", backward(first="pass")),
    ("the loop runs from the first step to the last", backward(steps="range(T_x)")),
    *(
        (name, backward(OF_THE_CELL[name]))
        for name in (
            "the way back to the activation and the input goes through dW in place of W",
            "the slopes of the sigmoids are missing",
            "tanh is taken once more of a candidate that is already a tanh",
            "the slope of the candidate's tanh is missing",
            "the bias derivatives are sums over dW",
            "the slopes multiply only one of the two terms of dc",
            "the slopes multiply only one of the two terms of dc, and the candidate's is cct "
            "times that of tanh(cct)",
        )
    ),
)

STEP_FORWARD = (
    ("the blocks are taken in the order i, f, g, o", fused(blocks="ai, af, ag, ao")),
    ("the blocks are taken in the order f, i, g, o", fused(blocks="af, ai, ag, ao")),
    ("the forget and the input gate are exchanged", fused(cell="i * prev_c + f * g")),
    ("the cell state is not passed through tanh", fused(out="o * next_c")),
    ("the candidate goes through a sigmoid", fused(candidate="sigmoid")),
    ("the output gate is missing", fused(out="np.tanh(next_c)")),
)

STEP_BACKWARD = (
    (
        "dnext_c is not added",
        fused_back(cell="dnext_c = dnext_h * o * (1 - np.tanh(next_c) ** 2)"),
    ),
    ("what comes through next_h does not reach the cell state", fused_back(cell="pass")),
    (
        "the slopes of the sigmoids are missing",
        fused_back(slopes="di, df, do, dg * (1 - g ** 2)"),
    ),
    ("the slope of the candidate's tanh is missing", fused_back(slopes=SLOPES.format("1"))),
    (
        "tanh is taken once more of a candidate that is already a tanh",
        fused_back(slopes=SLOPES.format("(1 - np.tanh(g) ** 2)")),
    ),
    (
        "the bias derivative is not summed over the batch",
        fused_back(returned=DERIVATIVES.format("dA")),
    ),
    (
        "the blocks are taken in the order i, f, g, o",
        fused_back(fused(blocks="ai, af, ag, ao"), blocks="dai, daf, dag, dao"),
    ),
    (
        "the blocks are taken in the order f, i, g, o",
        fused_back(fused(blocks="af, ai, ag, ao"), blocks="daf, dai, dag, dao"),
    ),
)

OUTPUT = (
    (
        "the derivative of the bias is multiplied by the activation",
        output(bias="delta @ a.T"),
    ),
    ("da_next is not added", output(activation="Wy.T @ delta")),
    ("the prediction is subtracted from the target", output(delta="y - p")),
    ("the slope of a sigmoid is multiplied in", output(delta="(p - y) * p * (1 - p)")),
    ("the derivative of the bias is not summed over the batch", output(bias="delta")),
    (
        "the derivatives of Wy and by are averaged over the batch",
        output(weights="delta @ a.T / a.shape[1]", bias="delta.mean(axis=1, keepdims=True)"),
    ),
)

MISTAKEN = [
    (problem, part, name, source)
    for problem, part, table in (
        ("lstm/sequence-forward", "code", SEQUENCE_FORWARD),
        ("lstm/sequence-backward", "code", SEQUENCE_BACKWARD),
        ("lstm/step", "forward", STEP_FORWARD),
        ("lstm/step", "backward", STEP_BACKWARD),
        ("lstm/output-layer", "code", OUTPUT),
    )
    for name, source in table
]

AS_A_TUPLE = (
    ("lstm/cell-backward", "code", "dc_next is not added",
     back(upstream="", after="return tuple(out[k] for k in ('dxt', 'da_prev', 'dc_prev', 'dWf', "
          "'dbf', 'dWi', 'dbi', 'dWc', 'dbc', 'dWo', 'dbo'))")),
    ("lstm/step", "backward", "what comes through next_h does not reach the cell state",
     fused_back(cell="pass", returned="dict(zip(('dx', 'dprev_h', 'dprev_c', 'dWx', 'dWh', 'db'), ("
                + DERIVATIVES.format("dA.sum(axis=0)") + ")))")),
)  # fmt: skip
