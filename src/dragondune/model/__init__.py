"""Plain data of the game: board, cards, factions, state, actions, events. No rules."""
