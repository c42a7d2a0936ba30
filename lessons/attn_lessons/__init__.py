"""The course: the running sentences through which every step is seen, each with what to look for."""

from attn_lessons.sentences import Sentence, sentences

__all__ = ["Sentence", "sentences"]
