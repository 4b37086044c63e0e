"""Where bots play: the table, the registry of names, and matches that measure strength."""
