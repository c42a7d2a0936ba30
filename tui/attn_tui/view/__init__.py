"""Pure view models: a trace and a session in, what each pane shows out."""
