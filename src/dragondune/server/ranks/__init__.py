"""What came of games: results, and ratings that follow from them."""
