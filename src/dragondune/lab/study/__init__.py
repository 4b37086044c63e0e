"""Studies: games of bots, played on all cores and kept on disk, one row for each."""
