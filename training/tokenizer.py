"""The subword tokenizer: BPE learned from the corpus, with bytes for what it has never seen."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers
from tokenizers.trainers import BpeTrainer

PAD, MASK = "[PAD]", "[MASK]"
SPECIAL = (PAD, MASK)
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
# A word with its apostrophe ("didn't"), or one mark of punctuation; spaces are dropped.
WORD = r"[\p{L}\p{N}_]+(?:'[\p{L}]+)?|[^\s\p{L}\p{N}_]"


def train_tokenizer(words: Iterable[str], size: int) -> Tokenizer:
    """A tokenizer of at most `size` entries: special tokens, bytes, characters, merges.

    `words` come as often as they occur. Text is lower-cased and a curly apostrophe made straight;
    offsets count the characters of the original. A character that the corpus lacks becomes its
    UTF-8 bytes, `<0xC3>` and so on.
    """
    tokenizer = Tokenizer(models.BPE(byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Lowercase(), normalizers.Replace("’", "'")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(WORD), "removed", invert=True)
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    trainer = BpeTrainer(
        vocab_size=size,
        min_frequency=2,
        special_tokens=[*SPECIAL, *BYTES],
        initial_alphabet=list("abcdefghijklmnopqrstuvwxyz0123456789.,;:?!'\"()-"),
        show_progress=False,
    )
    tokenizer.train_from_iterator(words, trainer)
    return _with_bytes_as_plain_entries(tokenizer)


def _with_bytes_as_plain_entries(trained: Tokenizer) -> Tokenizer:
    """The same tokenizer, in which only [PAD] and [MASK] are special."""
    content = json.loads(trained.to_str())
    content["added_tokens"] = [t for t in content["added_tokens"] if t["content"] in SPECIAL]
    return Tokenizer.from_str(json.dumps(content))
