"""Texts as arrays: token ids, what is asked, and batches of texts of like length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.sentence import Sentence
from training.tokenizer import MASK, PAD, SPECIAL

NOTHING = -100
ASKED = ("words", "marked", "it", "meaning")  # what a target is for; each counts alike in the loss


@dataclass(frozen=True)
class Row:
    """One text: ids, the token at which each marked word starts, the answers."""

    ids: list[int]
    marks: dict[str, int]
    referent: str | None
    meaning: int | None


@dataclass(frozen=True)
class Batch:
    """What the model reads and what is asked of it.

    ids, padding: (text, token). targets: (text, token), the id asked for or NOTHING; asked:
    (text, token), an index of ASKED. row, it, referent: (question,) the texts with a whole
    question about "it", and the positions of "it" and of its noun.
    """

    ids: Tensor
    padding: Tensor
    targets: Tensor
    asked: Tensor
    row: Tensor
    it: Tensor
    referent: Tensor


def encode(tokenizer: Tokenizer, sentences: list[Sentence]) -> list[Row]:
    """Token ids and mark positions of each sentence."""
    rows = []
    encodings = tokenizer.encode_batch([sentence.text for sentence in sentences])
    for sentence, encoding in zip(sentences, encodings, strict=True):
        starts = {start: i for i, (start, _) in reversed([*enumerate(encoding.offsets)])}
        marks = {name: starts[at] for name, at in sentence.marks.items()}
        meaning = tokenizer.token_to_id(sentence.sense) if sentence.sense else None
        rows.append(Row(encoding.ids, marks, sentence.referent, meaning))
    return rows


class Batches:
    """Endless batches in a fixed pseudo-random order, masked afresh each time.

    15 tokens in 100 are asked for: 80 of 100 of these become [MASK], 10 another token, 10 stay.
    Words marked "ask..." are masked four times in five. At a word with two meanings the meaning is
    asked for; at an "it" whose nouns and adjective stay as they are, its noun. Half of the texts
    with such a question are left whole.
    """

    def __init__(
        self, rows: list[Row], tokenizer: Tokenizer, size: int, longest: int, seed: int
    ) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self._pad, self._mask = (SPECIAL.index(token) for token in (PAD, MASK))
        self._vocabulary, self._size = tokenizer.get_vocab_size(), size
        random = Random(seed)
        # Like lengths waste little on padding; a little disorder mixes the kinds of sentences.
        kept = [(len(row.ids) + random.uniform(0, 6), row) for row in rows]
        kept = [pair for pair in kept if len(pair[1].ids) <= longest]
        self._rows = [row for _, row in sorted(kept, key=lambda pair: pair[0])]

    def __iter__(self) -> Iterator[Batch]:
        groups = len(self._rows) // self._size
        while True:
            for group in torch.randperm(groups, generator=self._generator).tolist():
                yield self._batch(self._rows[group * self._size : (group + 1) * self._size])

    def _batch(self, rows: list[Row]) -> Batch:
        longest = max(len(row.ids) for row in rows)
        ids = torch.tensor([row.ids + [self._pad] * (longest - len(row.ids)) for row in rows])
        hidden = self._random(*ids.shape) < self._chances(rows, ids)
        how = self._random(*ids.shape)
        other = torch.randint(len(SPECIAL), self._vocabulary, ids.shape, generator=self._generator)
        seen = ids.masked_fill(hidden & (how < 0.8), self._mask)
        seen = torch.where(hidden & (how > 0.9), other, seen)
        targets, asked = ids.masked_fill(~hidden, NOTHING), torch.zeros_like(ids)
        kept, links = (ids == seen).tolist(), []
        for i, row in enumerate(rows):
            asked[i, _marked(row)] = ASKED.index("marked")
            if row.meaning is not None:
                at = row.marks["sense"]
                targets[i, at], asked[i, at] = row.meaning, ASKED.index("meaning")
            needed = ("it", "living", "place", "adjective")
            if row.referent and all(kept[i][row.marks[mark]] for mark in needed):
                at, noun = row.marks["it"], row.marks[row.referent]
                targets[i, at], asked[i, at] = ids[i, noun], ASKED.index("it")
                links.append((i, at, noun))
        at_row, it, referent = torch.tensor(links, dtype=torch.long).reshape(-1, 3).T
        return Batch(seen, ids.eq(self._pad), targets, asked, at_row, it, referent)

    def _chances(self, rows: list[Row], ids: Tensor) -> Tensor:
        chances = torch.full(ids.shape, 0.15)
        whole = self._random(len(rows)) < 0.5
        for i, row in enumerate(rows):
            if whole[i] and (row.referent or row.meaning is not None):
                chances[i] = 0.0
            chances[i, _marked(row)] = 0.8
            if row.meaning is not None:
                chances[i, row.marks["sense"]] = 0.0
        return chances.masked_fill(ids.eq(self._pad), 0.0)

    def _random(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self._generator)


def _marked(row: Row) -> list[int]:
    return [at for mark, at in row.marks.items() if mark.startswith("ask")]
