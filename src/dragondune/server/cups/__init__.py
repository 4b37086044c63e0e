"""Tournaments: who is in them, how their tables are drawn, and how they stand."""
