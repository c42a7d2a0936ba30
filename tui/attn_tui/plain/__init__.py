"""A lesson as lines of text: for screen readers, braille displays and pipes; no Textual."""
