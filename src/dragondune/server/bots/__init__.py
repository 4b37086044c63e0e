"""Bots at a table: they think elsewhere, move, bargain and give hints."""
