"""Folders of small random checkpoints: a BERT by hand, and all architectures by transformers."""

import json

import numpy as np
from safetensors.numpy import save_file
from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    trainers,
)
from tokenizers.processors import ByteLevel, TemplateProcessing

TEXT = "The animal didn't cross the street because it was too tired."
CORPUS = [TEXT, "A man was fishing on a river bank.", "He withdrew money from the bank, déjà vu 😀"]

SIZES = {"d_model": 24, "n_heads": 3, "n_layers": 2, "d_ff": 40, "n_positions": 30}


def word_pieces():
    """A WordPiece tokenizer with BERT's control tokens, padding and cutting to 128 like MiniLM's."""
    control = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = "the animal didn ' t cross street because it was too . bank river a man "
    words += "tire ##d fish ##ing em ##bed ##ding ##s m ##on ##ey"
    vocabulary = {word: number for number, word in enumerate(control + words.split())}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.add_special_tokens(control)
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.enable_padding(length=128)
    tokenizer.enable_truncation(128)
    return tokenizer


def merged_bytes(control=("<|endoftext|>",), frame=None, trim_offsets=False):
    """Byte-level BPE trained on a few sentences; `frame` are tokens around a text, as RoBERTa's."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = ByteLevel(trim_offsets=trim_offsets)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=320, initial_alphabet=alphabet, special_tokens=list(control), show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    if frame:
        ids = [(name, tokenizer.token_to_id(name)) for name in frame]
        tokenizer.post_processor = TemplateProcessing(
            single=f"{frame[0]} $A {frame[1]}", special_tokens=ids
        )
        tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    return tokenizer


def roberta_bytes():
    return merged_bytes(("<s>", "<pad>", "</s>", "<unk>", "<mask>"), ("<s>", "</s>"))


def bert_tensors(seed=0, prefix=""):
    """The tensors of a BERT without a head, by the names that transformers gives them."""
    random = np.random.default_rng(seed)
    d, ff, words = SIZES["d_model"], SIZES["d_ff"], word_pieces().get_vocab_size()
    shapes = {
        "embeddings.word_embeddings.weight": (words, d),
        "embeddings.position_embeddings.weight": (SIZES["n_positions"], d),
        "embeddings.token_type_embeddings.weight": (2, d),
        "embeddings.LayerNorm.weight": (d,),
        "embeddings.LayerNorm.bias": (d,),
    }
    for layer in range(SIZES["n_layers"]):
        linear = {
            "attention.self.query": (d, d),
            "attention.self.key": (d, d),
            "attention.self.value": (d, d),
            "attention.output.dense": (d, d),
            "intermediate.dense": (ff, d),
            "output.dense": (d, ff),
        }
        for name, shape in linear.items():
            shapes[f"encoder.layer.{layer}.{name}.weight"] = shape
            shapes[f"encoder.layer.{layer}.{name}.bias"] = shape[:1]
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"encoder.layer.{layer}.{name}.weight"] = (d,)
            shapes[f"encoder.layer.{layer}.{name}.bias"] = (d,)
    return {
        prefix + name: random.normal(size=shape, scale=0.4).astype(np.float32)
        for name, shape in shapes.items()
    }


def bert_config():
    return {
        "model_type": "bert",
        "hidden_size": SIZES["d_model"],
        "num_attention_heads": SIZES["n_heads"],
        "num_hidden_layers": SIZES["n_layers"],
        "intermediate_size": SIZES["d_ff"],
        "max_position_embeddings": SIZES["n_positions"],
        "vocab_size": word_pieces().get_vocab_size(),
        "type_vocab_size": 2,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-12,
    }


def write_bert(folder, tensors=None, config=None):
    """A whole folder; pass tensors or a config to have them differ."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config or bert_config()))
    word_pieces().save(str(folder / "tokenizer.json"))
    save_file(bert_tensors() if tensors is None else tensors, folder / "model.safetensors")
    return folder


def transformers_model(architecture, folder, seed=0, body_only=False, tied=True):
    """A random model of transformers with eager attention, saved to the folder with a tokenizer."""
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    classes = {"bert": "Bert", "distilbert": "DistilBert", "roberta": "Roberta", "gpt2": "GPT2"}
    heads = {"gpt2": "LMHeadModel"}
    d, heads_, layers, ff, places = SIZES.values()
    tokenizer = {"gpt2": merged_bytes, "roberta": roberta_bytes}.get(architecture, word_pieces)()
    sizes = {"vocab_size": tokenizer.get_vocab_size(), "initializer_range": 0.4}
    sizes["tie_word_embeddings"] = tied
    if architecture == "gpt2":
        sizes |= {"n_embd": d, "n_head": heads_, "n_layer": layers, "n_positions": places}
        sizes |= {"bos_token_id": 0, "eos_token_id": 0}
    elif architecture == "distilbert":
        sizes |= {"dim": d, "n_heads": heads_, "n_layers": layers, "hidden_dim": ff}
        sizes |= {"max_position_embeddings": places}
    else:
        sizes |= {
            "hidden_size": d, "num_attention_heads": heads_, "num_hidden_layers": layers,
            "intermediate_size": ff, "max_position_embeddings": places,
            "pad_token_id": 1 if architecture == "roberta" else 0,
        }  # fmt: skip
    torch.manual_seed(seed)
    name = classes[architecture]
    config = getattr(transformers, f"{name}Config")(**sizes, attn_implementation="eager")
    kind = "Model" if body_only else heads.get(architecture, "ForMaskedLM")
    model = getattr(transformers, name + kind)(config).eval()
    with torch.no_grad():  # fresh norms are ones and fresh biases zeros, which hide mistakes
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model
