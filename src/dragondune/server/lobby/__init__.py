"""Every table of this server, and how people find a seat."""
