"""What people are to each other: friends, clubs, blocks; and those who see that it stays friendly."""
