"""Writes counts.txt anew."""

from perft.perft import write

write()
