"""Figures: what games add up to, in tables and with intervals."""
