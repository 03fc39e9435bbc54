-- What a server needs besides the events: what its lists ask, who people are, who belongs to which match, notes.

ALTER TABLE match ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
ALTER TABLE match ADD COLUMN due INTEGER; -- when somebody has to look at it, in milliseconds
ALTER TABLE match ADD COLUMN invitation BLOB;

CREATE INDEX match_over ON match (number) WHERE over = 1;
CREATE INDEX match_listed ON match (number) WHERE listed = 1;
CREATE INDEX match_due ON match (due, number) WHERE over = 0 AND due IS NOT NULL;

CREATE TABLE person (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  program INTEGER NOT NULL CHECK (program IN (0, 1)),
  came INTEGER NOT NULL -- when a token was last made for this person
) STRICT, WITHOUT ROWID;

CREATE INDEX person_came ON person (came);

CREATE TABLE token ( -- of the secrets of people only hashes are here
  hash BLOB NOT NULL PRIMARY KEY,
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX token_person ON token (person);

CREATE TABLE code (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  hash BLOB NOT NULL UNIQUE,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE member (
  match TEXT NOT NULL REFERENCES match (id),
  person TEXT NOT NULL REFERENCES person (id),
  number INTEGER NOT NULL, -- of the match: a person's matches are paged by it
  PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX member_person ON member (person, number);

CREATE TABLE note ( -- what a seat wrote down for itself
  match TEXT NOT NULL REFERENCES match (id),
  seat INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
