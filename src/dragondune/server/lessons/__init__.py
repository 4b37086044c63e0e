"""Lessons at a table."""
