"""Dragon Dune as an environment: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

All of them ask the same questions (``parts.py``) and show the same rows (``learning/layout.py``).
"""
