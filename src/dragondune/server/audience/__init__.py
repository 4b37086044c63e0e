"""What a seat or a spectator may receive is decided here, and nowhere else in the server."""
