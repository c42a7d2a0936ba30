"""Pretrained transformers from files: config.json, safetensors and a tokenizer; never pickle or code."""
