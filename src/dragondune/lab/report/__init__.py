"""The report: what the figures show, in charts and in sentences."""
