"""Stress tests of the server: load, hostile messages, sudden death. Commands run them at length."""
