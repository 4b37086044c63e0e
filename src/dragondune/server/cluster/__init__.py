"""Several processes that share one database: who is there, and who has which table."""
