"""Opponents: they get a view and their legal actions, never the state."""

from dragondune.bots.arena.registry import BOT_NAMES, make_bot
from dragondune.bots.arena.table import Outcome, play_game
from dragondune.bots.base import Bot

__all__ = ["BOT_NAMES", "Bot", "Outcome", "make_bot", "play_game"]
