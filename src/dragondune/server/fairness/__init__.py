"""That a deal was fair, and that time tells nothing."""
