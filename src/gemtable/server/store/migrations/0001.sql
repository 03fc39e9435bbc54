-- Events are only ever added. `command` remembers what a seat's command led to, so that sending it twice has one effect.

CREATE TABLE match (
  id TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE, -- in the order they were created; the lobby is paged by it
  header BLOB NOT NULL,
  opening INTEGER NOT NULL, -- how many events it was created with
  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX match_open ON match (number) WHERE over = 0;

CREATE TABLE event (
  match TEXT NOT NULL REFERENCES match (id),
  seq INTEGER NOT NULL CHECK (seq > 0),
  body BLOB NOT NULL,
  PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE command (
  match TEXT NOT NULL,
  seat TEXT NOT NULL,
  command_id TEXT NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL CHECK (last_seq >= first_seq),
  PRIMARY KEY (match, seat, command_id),
  FOREIGN KEY (match, first_seq) REFERENCES event (match, seq),
  FOREIGN KEY (match, last_seq) REFERENCES event (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot ( -- the latest of each match; only there to save time, the events say it all
  match TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  FOREIGN KEY (match, seq) REFERENCES event (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_stays_as_it_is BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'events are only added'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'events are only added'); END;
CREATE TRIGGER command_stays_as_it_is BEFORE UPDATE ON command BEGIN SELECT raise(ABORT, 'commands are only added'); END;
CREATE TRIGGER command_stays BEFORE DELETE ON command BEGIN SELECT raise(ABORT, 'commands are only added'); END;
