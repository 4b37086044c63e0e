"""``steward``: rules of thumb for every decision, one module for each part of a turn."""
