"""What Textual leaves to us between the app and the terminal."""
