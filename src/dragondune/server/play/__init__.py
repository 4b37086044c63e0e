"""A game in play, and its past."""
