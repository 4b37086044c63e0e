"""Opponents: they get a view and their legal actions, never the state."""

from dragondune.bots.base import Bot
from dragondune.bots.registry import BOT_NAMES, make_bot
from dragondune.bots.table import Outcome, play_game

__all__ = ["BOT_NAMES", "Bot", "Outcome", "make_bot", "play_game"]
