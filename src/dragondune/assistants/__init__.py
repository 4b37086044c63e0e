"""Dragon Dune for assistants: the Model Context Protocol in front of a table server.

It is a client like the page. What an assistant can see or do is what the table server lets the holder
of its seat's token see or do.
"""
