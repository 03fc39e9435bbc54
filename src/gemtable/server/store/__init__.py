"""Where matches are kept. An event is committed to disk before anybody hears of it."""
