"""The app for visitors with a browser: the server, its page, and what a visitor may not do."""
