"""The rulebook as data: read, printed for one game, compared, searched, and checked for cover."""
