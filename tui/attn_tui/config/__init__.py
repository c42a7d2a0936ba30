"""The person's own settings, in one small TOML file."""
