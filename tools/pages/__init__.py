"""The page in a real browser: pictures of it, and how quickly it opens."""
