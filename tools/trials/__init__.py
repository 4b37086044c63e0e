"""Trials of the server by force: load, hostile messages, sudden death. Commands run them at length."""
