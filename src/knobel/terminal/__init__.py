"""Play at one keyboard: a Textual app, and a line-by-line mode for pipes and screen readers."""
