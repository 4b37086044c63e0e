"""Telling people who are not there: that it is their move, what happened to them, that a game is over."""
