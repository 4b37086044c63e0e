"""What to do, and why: decisions weighed in possible games and explained, for hints and reviews."""
