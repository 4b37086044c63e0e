"""Contracts between players [B6], ruling 49: clauses, enforcement, duties, offers, language.

The types stand in ``model/contracts.py``, for a position holds contracts. ``keeper`` is what the
engine asks while one is in force; ``dragondune.game`` installs it.
"""
