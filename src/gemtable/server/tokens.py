"""Secrets that people carry: made here, told once, and known to the store by their hashes alone."""

import secrets
from hashlib import sha256

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another
CODE = 10  # of them: 50 bits, good for minutes
NAME = 10  # letters of a table's name: no secret, only hard to guess


def new_token() -> str:
    """256 bits, for a device or a program."""
    return secrets.token_urlsafe(32)


def new_invitation() -> str:
    """128 bits, for a link."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A code that somebody types."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def new_name() -> str:
    """The name of a person or of a table in the store."""
    return "".join(secrets.choice(LETTERS) for _ in range(NAME)).lower()


def hashed(secret: str) -> bytes:
    """What the store knows of a secret."""
    return sha256(secret.encode()).digest()


def typed(code: str) -> str:
    """A code as it was meant: people add blanks and dashes, and write small letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
