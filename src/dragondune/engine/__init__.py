"""The machine that runs rules: agenda, pieces, chance. It knows no edition and no faction."""
