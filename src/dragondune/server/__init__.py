"""The table: a server that seats people and bots, and a page to play on. See docs/hosting.md."""
