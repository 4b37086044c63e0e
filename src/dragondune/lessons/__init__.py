"""Lessons at the real table, and a guide to each faction: texts as data, checked by the engine."""
