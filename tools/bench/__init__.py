"""The speed of the engine beside a peer."""
