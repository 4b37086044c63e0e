"""Contracts among bots [B6]: what one is worth, whether to sign it, which to offer."""
