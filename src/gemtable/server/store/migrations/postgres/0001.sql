-- The tables of a SQLite file, for several processes at a time. Names are compared byte by byte, as SQLite does.
-- Rows of events refer to their match by no foreign key, which would have every event lock the row of its match: nothing
-- is ever taken away that they refer to, and `check` looks.

CREATE TABLE match (
  id text COLLATE "C" PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- in the order they were created; the lobby is paged by it
  header bytea NOT NULL,
  opening bigint NOT NULL, -- how many events it was created with
  over boolean NOT NULL DEFAULT false,
  listed boolean NOT NULL DEFAULT false,
  due bigint, -- when somebody has to look at it, in milliseconds
  invitation bytea
);

CREATE INDEX match_open ON match (number) WHERE NOT over;
CREATE INDEX match_over ON match (number) WHERE over;
CREATE INDEX match_listed ON match (number) WHERE listed;
CREATE INDEX match_due ON match (due, number) WHERE NOT over AND due IS NOT NULL;

CREATE TABLE event (
  match text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  body bytea NOT NULL,
  PRIMARY KEY (match, seq)
);

CREATE TABLE command (
  match text COLLATE "C" NOT NULL,
  seat text COLLATE "C" NOT NULL,
  command_id text COLLATE "C" NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  PRIMARY KEY (match, seat, command_id)
);

CREATE TABLE snapshot ( -- the latest of each match; only there to save time, the events say it all
  match text COLLATE "C" PRIMARY KEY,
  seq bigint NOT NULL,
  body bytea NOT NULL
);

CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  program boolean NOT NULL,
  came bigint NOT NULL -- when a token was last made for this person
);

CREATE INDEX person_came ON person (came);

CREATE TABLE token ( -- of the secrets of people only hashes are here
  hash bytea PRIMARY KEY,
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  made bigint NOT NULL
);

CREATE INDEX token_person ON token (person);

CREATE TABLE code (
  person text COLLATE "C" PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  until bigint NOT NULL
);

CREATE TABLE member (
  match text COLLATE "C" NOT NULL REFERENCES match (id),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  number bigint NOT NULL, -- of the match: a person's matches are paged by it
  PRIMARY KEY (match, person)
);

CREATE INDEX member_person ON member (person, number);

CREATE TABLE note ( -- what a seat wrote down for itself
  match text COLLATE "C" NOT NULL REFERENCES match (id),
  seat bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (match, seat)
);

CREATE FUNCTION gemtable_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION gemtable_stays();
CREATE TRIGGER command_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON command FOR EACH STATEMENT EXECUTE FUNCTION gemtable_stays();
CREATE TRIGGER match_stays BEFORE DELETE OR TRUNCATE ON match FOR EACH STATEMENT EXECUTE FUNCTION gemtable_stays();
