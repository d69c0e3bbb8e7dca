"""Parameter counts, taken from real torch modules rather than from formulas."""

from language_model import Classifier, LanguageModel
from torch import nn


def count(module: nn.Module) -> int:
    """The number of trainable parameters."""
    return sum(parameter.numel() for parameter in module.parameters() if parameter.requires_grad)


def language_model_counts() -> dict[str, int]:
    """Every line of counting/language-model: 100 tokens, width 200, 4 layers, 2 classes."""
    n_tokens, n_hid, n_layers, n_classes = 100, 200, 4, 2
    embedding = nn.Embedding(n_tokens, n_hid)
    layer = nn.TransformerEncoderLayer(n_hid, nhead=2, dim_feedforward=n_hid)
    layers = nn.ModuleList(
        nn.TransformerEncoderLayer(n_hid, nhead=2, dim_feedforward=n_hid) for _ in range(n_layers)
    )
    lm_head, classifier_head = nn.Linear(n_hid, n_tokens), nn.Linear(n_hid, n_classes)
    return {
        "embedding": count(embedding),
        "attention": count(layer.self_attn),
        "feed_forward": count(layer.linear1) + count(layer.linear2),
        "norms": count(layer.norm1) + count(layer.norm2),
        "layer": count(layer),
        "layers": count(layers),
        "lm_head": count(lm_head),
        "language_model": count(nn.ModuleList([embedding, layers, lm_head])),
        "classifier_head": count(classifier_head),
        "classifier": count(nn.ModuleList([embedding, layers, classifier_head])),
    }


def count_parameters(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> tuple[int, int]:
    """(language model, classifier), counted in the models themselves. The number of heads does not
    matter: they share out the width."""
    return (
        count(LanguageModel(n_tokens, 1, n_hid, n_layers)),
        count(Classifier(n_tokens, 1, n_hid, n_layers, n_classes)),
    )
