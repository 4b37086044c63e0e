"""A table: its people, its game, and what happens there."""
