"""Wrong encoder layers and models, as students really build them. Time comes first."""

import torch
from language_model import Classifier, EncoderLayer, LanguageModel, encoding
from torch import Tensor, nn


class LayerWithoutNorms(EncoderLayer):
    """The norms are not built."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        self.norm1 = self.norm2 = nn.Identity()


class LayerWithOneNorm(EncoderLayer):
    """One norm for both places."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        self.norm2 = self.norm1


class LayerWithoutBiases(EncoderLayer):
    """bias=False in the attention, the linear layers and nowhere else."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        self.attention = nn.MultiheadAttention(d_model, n_heads, bias=False)
        self.linear1 = nn.Linear(d_model, d_ff, bias=False)
        self.linear2 = nn.Linear(d_ff, d_model, bias=False)


class LayerWithoutAttentionBiases(EncoderLayer):
    """bias=False in the attention."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        self.attention = nn.MultiheadAttention(d_model, n_heads, bias=False)


class LayerWithoutOutputProjection(EncoderLayer):
    """Query, key and value only: the heads are concatenated and left so."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        del self.attention.out_proj


class LayerWithoutResidual(EncoderLayer):
    """The input of a sub-layer is not added to its output."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(self.attended(x, mask))
        return self.norm2(self.linear2(torch.relu(self.linear1(x))))


class LayerNormedBefore(EncoderLayer):
    """x + sublayer(norm(x)): the norms come before the sub-layers."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = x + self.attended(self.norm1(x), mask)
        return x + self.linear2(torch.relu(self.linear1(self.norm2(x))))


class LayerWithoutRelu(EncoderLayer):
    """Two linear layers in a row, which are one."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(x + self.attended(x, mask))
        return self.norm2(x + self.linear2(self.linear1(x)))


class LayerWithGelu(EncoderLayer):
    """GELU where a ReLU is asked for."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(x + self.attended(x, mask))
        return self.norm2(x + self.linear2(nn.functional.gelu(self.linear1(x))))


class LayerWithSmallerEpsilon(EncoderLayer):
    """1e-6 in the norms, as other libraries have it."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__(d_model, n_heads, d_ff)
        self.norm1.eps = self.norm2.eps = 1e-6


class LayerWithoutMask(EncoderLayer):
    """Every position sees all others."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        return super().forward(x, torch.zeros_like(mask))


class LayerOverTheBatch(EncoderLayer):
    """Takes (T, B, d) for (B, T, d) and attends over the batch; no mask would fit."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        return super().forward(x.transpose(0, 1), None).transpose(0, 1)


class ModelOfOneLayer(LanguageModel):
    """[layer] * n: the same layer n times, with one set of parameters."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers)
        self.body.layers = nn.ModuleList([self.body.layers[0]] * n_layers)


class ModelWithUnregisteredLayers(LanguageModel):
    """The layers in a plain list, where nothing finds their parameters."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers)
        layers = list(self.body.layers)
        del self.body.layers
        self.body.layers = layers


class ModelWithLearnedPositions(LanguageModel):
    """A second embedding for the positions."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers)
        self.positions = nn.Embedding(512, n_hid)


class ModelWithTiedHead(LanguageModel):
    """The head shares its weight with the embedding."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers)
        self.head.weight = self.body.embedding.weight


class ModelWithoutHeadBias(LanguageModel):
    """bias=False in the head."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers)
        self.head = nn.Linear(n_hid, n_tokens, bias=False)


class ModelNotScaled(LanguageModel):
    """The embedding is not multiplied by √n_hid."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(
            _through(self, self.body.embedding(tokens) + _positions(self, tokens), mask)
        )


class ModelWithoutPositions(LanguageModel):
    """The order of the tokens is nowhere."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        x = self.body.embedding(tokens) * self.body.n_hid**0.5
        return self.head(_through(self, x, mask))


class ModelWithScaledPositions(LanguageModel):
    """√n_hid is a factor of the positions, too."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        x = self.body.embedding(tokens) + _positions(self, tokens)
        return self.head(_through(self, x * self.body.n_hid**0.5, mask))


class ModelWithSoftmax(LanguageModel):
    """Probabilities in place of scores."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return super().forward(tokens, mask).softmax(dim=-1)


class ModelWithLogSoftmax(LanguageModel):
    """Logarithms of probabilities in place of scores."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return super().forward(tokens, mask).log_softmax(dim=-1)


class ModelOfTheLastPosition(LanguageModel):
    """One prediction a sequence."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return super().forward(tokens, mask)[-1]


class ModelWithoutMask(LanguageModel):
    """Every position sees the token it has to predict."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return super().forward(tokens, torch.zeros_like(mask))


class ClassifierOfTheMean(Classifier):
    """The mean over the positions in place of the last."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask).mean(dim=0))


class ClassifierOfTheFirst(Classifier):
    """The first position, as in BERT; with a causal mask it has seen nothing else."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask)[0])


class ClassifierOfEveryToken(Classifier):
    """A class for each token."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask))


class ClassifierOfTheLastSequence(Classifier):
    """[:, -1] where time comes first: the last sequence of the batch."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask)[:, -1])


class ClassifierWithSoftmax(Classifier):
    """Probabilities in place of scores."""

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return super().forward(tokens, mask).softmax(dim=-1)


class ClassifierOnTheLanguageModel(Classifier):
    """The head of the language model is kept below that of the classifier."""

    def __init__(
        self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int, n_classes: int
    ) -> None:
        super().__init__(n_tokens, n_heads, n_hid, n_layers, n_classes)
        self.below = nn.Linear(n_hid, n_tokens)
        self.head = nn.Linear(n_tokens, n_classes)


def _positions(model: LanguageModel, tokens: Tensor) -> Tensor:
    return encoding(len(tokens), model.body.n_hid)[:, None]


def _through(model: LanguageModel, x: Tensor, mask: Tensor) -> Tensor:
    for layer in model.body.layers:
        x = layer(x, mask)
    return x
