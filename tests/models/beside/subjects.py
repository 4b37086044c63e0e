"""The ten subjects and what compares each with its model."""

from __future__ import annotations

from models.beside.comparing import Comparison
from models.beside.dragons import compare_dragon, compare_event, compare_trolls
from models.beside.ending import compare_collection, compare_victory
from models.beside.recruiting import compare_graveyard, compare_hiring, compare_movement
from models.beside.staging import compare_battle, compare_treachery

SUBJECTS: dict[str, Comparison] = {
    "battle": compare_battle,
    "treachery": compare_treachery,
    "movement": compare_movement,
    "hiring": compare_hiring,
    "graveyard": compare_graveyard,
    "dragon": compare_dragon,
    "event": compare_event,
    "trolls": compare_trolls,
    "collection": compare_collection,
    "victory": compare_victory,
}
