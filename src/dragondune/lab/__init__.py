"""The laboratory: many games of bots, played, counted and told for people who design the game."""
