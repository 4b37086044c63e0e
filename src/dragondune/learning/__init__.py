"""A player that learned the game from playing it: rows of numbers, games by the thousand, a network.

``layout`` says what a row holds, ``encoder`` writes one from a view, ``runner`` plays many games to
their next real decision, ``features`` and ``network`` make numbers of rows and scores of actions
with numpy alone. ``actor`` and ``learner`` train; they need PyTorch, which players never do.
"""
