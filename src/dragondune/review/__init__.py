"""The review of a finished game: chances to win, luck and skill told apart, the worst moments."""
