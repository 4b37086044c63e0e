"""``warlord``: search in possible worlds, judged by a fitted formula."""
