"""The course: the running sentences that every step is seen in, each with what to look for."""

from attn_lessons.sentences import Sentence, sentences

__all__ = ["Sentence", "sentences"]
