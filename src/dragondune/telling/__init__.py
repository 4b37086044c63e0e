"""Events and positions in words and pictures, for a person at a terminal."""
