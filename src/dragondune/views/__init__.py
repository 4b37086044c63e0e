"""What one seat may know: its view, the events it may hear, and games that fit a view."""
