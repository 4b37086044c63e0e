"""How a checkout sets itself up and is checked: what run.py does, for any Python 3.11 or newer.

Nothing but the standard library is imported here, since .venv may not exist yet.
"""
