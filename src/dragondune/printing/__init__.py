"""Print and play: every piece of one game on sheets of paper, made by Typst."""
