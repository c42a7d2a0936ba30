"""The course: lessons read, checked and answered, progress kept; here, its running sentences."""

from attn_lessons.sentences import Sentence, sentences

__all__ = ["Sentence", "sentences"]
