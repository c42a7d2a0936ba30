"""Taking it away: a walk, a step or a screen as a file that stands by itself."""
