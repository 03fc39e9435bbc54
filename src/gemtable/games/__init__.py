"""THE list of games. A game joins by having its folder here and its id in this tuple."""

GAMES = ("nullgame", "diamant")
