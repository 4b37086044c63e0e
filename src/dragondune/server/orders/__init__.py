"""Standing orders: what a player wants done without being asked again."""
