"""Records all games anew."""

from playthroughs.games import SETTINGS, path_of, write

for setting in SETTINGS:
    write(setting)
    print(path_of(setting).name)
