"""Finished games reviewed: the work in the background, every moment open, the shared picture."""
