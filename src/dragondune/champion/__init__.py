"""A player that searches with the network: its ideas, its opponents in the trials, its judgement."""
