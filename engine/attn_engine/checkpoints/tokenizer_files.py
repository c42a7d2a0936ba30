"""From the files of a folder to its tokenizer: tokenizer.json, or the older vocabulary files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attn_engine.checkpoints.json_file import parse_json, read_bytes, read_json
from attn_engine.checkpoints.tokenizer import CheckpointTokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def read_tokenizer(folder: Path, architecture: str) -> CheckpointTokenizer:
    """The tokenizer of a folder. Raises ValueError for files that are missing or broken."""
    fast = folder / "tokenizer.json"
    if fast.exists():
        return CheckpointTokenizer(_parsed(fast))
    old_files, build = _OLD_FILES[architecture]
    missing = [name for name in old_files if not (folder / name).exists()]
    if missing:
        raise ValueError(
            f"{folder} has no tokenizer.json (nor {' and '.join(old_files)}), which a checkpoint "
            "needs"
        )
    return CheckpointTokenizer(_in_words(folder / old_files[0], lambda: build(folder)))


def _parsed(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer  # noqa: PLC0415 - loaded only with a checkpoint

    content = read_bytes(path)
    parse_json(content, path)
    return _in_words(path, lambda: Tokenizer.from_buffer(content))


def _in_words(path: Path, read: Callable[[], Tokenizer]) -> Tokenizer:
    try:
        return read()
    except Exception as error:  # the library raises nothing more special
        raise ValueError(f"{path} holds no tokenizer that can be read: {error}") from None


def _word_pieces(folder: Path) -> Tokenizer:
    """BERT's: words cut at spaces and signs, then longest matches."""
    from tokenizers import Tokenizer, decoders, normalizers, pre_tokenizers  # noqa: PLC0415
    from tokenizers.models import WordPiece  # noqa: PLC0415

    options = folder / "tokenizer_config.json"
    lowercase = read_json(options).get("do_lower_case", True) if options.exists() else True
    lines = read_bytes(folder / "vocab.txt").decode("utf-8", "replace").splitlines()
    ids = {line: number for number, line in enumerate(lines)}
    tokenizer = Tokenizer(WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=bool(lowercase))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    return _framed(tokenizer, "[CLS]", "[SEP]", ("[PAD]", "[UNK]", "[MASK]"))


def _bytes_with_frame(folder: Path) -> Tokenizer:
    """RoBERTa's: GPT-2's pieces between <s> and </s>."""
    return _framed(_bytes(folder), "<s>", "</s>", ("<pad>", "<unk>", "<mask>"))


def _bytes(folder: Path) -> Tokenizer:
    """GPT-2's: merged bytes."""
    from tokenizers import Tokenizer, decoders, pre_tokenizers  # noqa: PLC0415
    from tokenizers.models import BPE  # noqa: PLC0415

    model = BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(_known(tokenizer, ("<|endoftext|>",)))
    return tokenizer


def _framed(tokenizer: Tokenizer, first: str, last: str, others: tuple[str, ...]) -> Tokenizer:
    """The tokenizer with control tokens, of which it puts one before and one after each text."""
    from tokenizers.processors import TemplateProcessing  # noqa: PLC0415

    tokenizer.add_special_tokens(_known(tokenizer, (first, last, *others)))
    frame = [(name, tokenizer.token_to_id(name)) for name in (first, last)]
    for name, id_ in frame:
        if id_ is None:
            raise ValueError(f"its vocabulary has no {name}")
    tokenizer.post_processor = TemplateProcessing(single=f"{first} $A {last}", special_tokens=frame)
    return tokenizer


def _known(tokenizer: Tokenizer, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if tokenizer.token_to_id(name) is not None]


_OLD_FILES: dict[str, tuple[tuple[str, ...], Callable[[Path], Tokenizer]]] = {
    "bert": (("vocab.txt",), _word_pieces),
    "distilbert": (("vocab.txt",), _word_pieces),
    "roberta": (("vocab.json", "merges.txt"), _bytes_with_frame),
    "gpt2": (("vocab.json", "merges.txt"), _bytes),
}
