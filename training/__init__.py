"""How the `tiny` model comes about: its corpus, its tokenizer, its training and its report.

For development only (it needs torch); the app reads the files that it leaves.
"""
