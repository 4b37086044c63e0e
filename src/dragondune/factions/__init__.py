"""The four factions: their powers, and the steps that are theirs alone.

Importing this package makes every step of every faction playable.
"""
