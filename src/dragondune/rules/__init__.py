"""The rules, one module per chapter of the rulebook. Importing it makes every step playable."""
