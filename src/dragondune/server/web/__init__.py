"""The web: HTTP, sockets, and who is let in."""
