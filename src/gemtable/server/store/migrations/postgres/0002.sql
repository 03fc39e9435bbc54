-- A function for each command, so that one takes a single round trip. Each says what came of it in a word, and refuses before
-- it writes anything: a refused command leaves its neighbours in the transaction alone, without a savepoint.

-- What was answered to a command, or that it was stale. The statement that looks sees what was committed until now.
CREATE FUNCTION gemtable_stale(_match text, _seat text, _command text, OUT said text, OUT first_seq bigint, OUT last_seq bigint)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT 'again', c.first_seq, c.last_seq INTO said, first_seq, last_seq
    FROM command c WHERE c.match = _match AND c.seat = _seat AND c.command_id = _command;
  IF NOT FOUND THEN
    said := 'conflict';
    SELECT coalesce(max(e.seq), 0) + 1 INTO first_seq FROM event e WHERE e.match = _match;
  END IF;
END $$;

-- The first of the people who is not there; the others stay until the transaction ends.
CREATE FUNCTION gemtable_missing(_people text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  _person text;
BEGIN
  FOREACH _person IN ARRAY _people LOOP
    PERFORM 1 FROM person p WHERE p.id = _person FOR KEY SHARE;
    IF NOT FOUND THEN RETURN _person; END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- What lists ask of a match; nothing is touched when it is so already.
CREATE FUNCTION gemtable_enter(_match text, _over boolean, _listed boolean, _due bigint, _members text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF _over IS NOT NULL THEN
    UPDATE match m SET over = _over, listed = _listed, due = _due
      WHERE m.id = _match AND (m.over, m.listed, m.due) IS DISTINCT FROM (_over, _listed, _due);
  END IF;
  IF _members <> '{}' THEN
    INSERT INTO member SELECT m.id, p.id, m.number FROM match m, unnest(_members) AS p (id) WHERE m.id = _match ON CONFLICT DO NOTHING;
  END IF;
END $$;

CREATE FUNCTION gemtable_create(
  _match text, _header bytea, _events bytea[], _over boolean, _listed boolean, _due bigint, _members text[],
  OUT said text, OUT first_seq bigint, OUT last_seq bigint
) LANGUAGE plpgsql AS $$
BEGIN
  first_seq := 1;
  last_seq := cardinality(_events);
  said := 'done';
  IF NOT EXISTS (SELECT 1 FROM match m WHERE m.id = _match) THEN
    said := gemtable_missing(_members);
    IF said IS NOT NULL THEN said := 'nobody ' || said; RETURN; END IF;
    said := 'done';
    INSERT INTO match (id, header, opening) VALUES (_match, _header, last_seq) ON CONFLICT DO NOTHING; -- waits for another who does the same
    IF FOUND THEN
      INSERT INTO event SELECT _match, n, body FROM unnest(_events) WITH ORDINALITY AS e (body, n);
      PERFORM gemtable_enter(_match, _over, _listed, _due, _members);
      RETURN;
    END IF;
  END IF;
  PERFORM 1 FROM match m WHERE m.id = _match AND m.header = _header AND m.opening = gemtable_create.last_seq
    AND _events = (SELECT coalesce(array_agg(e.body ORDER BY e.seq), '{}') FROM event e WHERE e.match = _match AND e.seq <= m.opening);
  said := CASE WHEN FOUND THEN 'again' ELSE 'taken' END;
END $$;

CREATE FUNCTION gemtable_append(
  _match text, _expected bigint, _seat text, _command text, _events bytea[], _snapshot bytea,
  _over boolean, _listed boolean, _due bigint, _members text[],
  OUT said text, OUT first_seq bigint, OUT last_seq bigint
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT (SELECT coalesce(max(e.seq), 0) + 1 FROM event e WHERE e.match = m.id) INTO first_seq FROM match m WHERE m.id = _match;
  IF NOT FOUND THEN said := 'unknown'; RETURN; END IF;
  IF first_seq <> _expected OR EXISTS (SELECT 1 FROM command c WHERE c.match = _match AND c.seat = _seat AND c.command_id = _command) THEN
    SELECT s.* INTO said, first_seq, last_seq FROM gemtable_stale(_match, _seat, _command) s;
    RETURN;
  END IF;
  IF _members <> '{}' THEN
    said := gemtable_missing(_members);
    IF said IS NOT NULL THEN said := 'nobody ' || said; RETURN; END IF;
  END IF;
  -- The lock: while this row is not committed, another process that wants its number waits here, and then has come too late.
  INSERT INTO event VALUES (_match, first_seq, _events[1]) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT s.* INTO said, first_seq, last_seq FROM gemtable_stale(_match, _seat, _command) s;
    RETURN;
  END IF;
  said := 'done';
  last_seq := first_seq + cardinality(_events) - 1;
  IF last_seq > first_seq THEN
    INSERT INTO event SELECT _match, gemtable_append.first_seq - 1 + n, body FROM unnest(_events) WITH ORDINALITY AS e (body, n) WHERE n > 1;
  END IF;
  INSERT INTO command VALUES (_match, _seat, _command, first_seq, last_seq);
  IF _snapshot IS NOT NULL THEN
    INSERT INTO snapshot VALUES (_match, last_seq, _snapshot)
      ON CONFLICT (match) DO UPDATE SET seq = excluded.seq, body = excluded.body;
  END IF;
  IF _over IS NOT NULL OR _members <> '{}' THEN
    PERFORM gemtable_enter(_match, _over, _listed, _due, _members);
  END IF;
END $$;

-- People

CREATE FUNCTION gemtable_add_person(_person text, _name text, _program boolean, _token bytea, _at bigint, OUT said text)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person SELECT _person, _name, _program, _at WHERE NOT EXISTS (SELECT 1 FROM token t WHERE t.hash = _token) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO token VALUES (_token, _person, _at);
    said := 'done';
    RETURN;
  END IF;
  PERFORM 1 FROM token t JOIN person p ON p.id = t.person
    WHERE t.hash = _token AND p.id = _person AND p.name = _name AND p.program = _program;
  said := CASE WHEN FOUND THEN 'done' ELSE 'somebody' END;
END $$;

CREATE FUNCTION gemtable_rename(_person text, _name text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE person p SET name = _name WHERE p.id = _person;
  said := CASE WHEN FOUND THEN 'done' ELSE 'nobody' END;
END $$;

CREATE FUNCTION gemtable_replace_tokens(_person text, _token bytea, _at bigint, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE person p SET came = greatest(p.came, _at) WHERE p.id = _person; -- from here on nobody else does this to the person
  IF NOT FOUND THEN said := 'nobody'; RETURN; END IF;
  DELETE FROM code c WHERE c.person = _person;
  DELETE FROM token t WHERE t.person = _person;
  IF _token IS NOT NULL THEN
    INSERT INTO token VALUES (_token, _person, _at);
  END IF;
  said := 'done';
END $$;

CREATE FUNCTION gemtable_put_code(_person text, _code bytea, _until bigint, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  said := 'nobody';
  IF gemtable_missing(ARRAY[_person]) IS NULL THEN
    INSERT INTO code VALUES (_person, _code, _until) ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, until = excluded.until;
    said := 'done';
  END IF;
END $$;

CREATE FUNCTION gemtable_take_code(_code bytea, _token bytea, _at bigint, OUT said text, OUT person text, OUT name text, OUT program boolean)
LANGUAGE plpgsql AS $$
BEGIN
  said := 'done';
  DELETE FROM code c WHERE c.hash = _code AND c.until >= _at RETURNING c.person INTO person; -- two who try at once: one finds it
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM gemtable_replace_tokens(person, _token, _at);
  SELECT p.name, p.program INTO name, program FROM person p WHERE p.id = gemtable_take_code.person;
END $$;

-- Two statements: the second sees whoever was admitted to a match while the first one looked.
CREATE FUNCTION gemtable_forget_idle(_before bigint, OUT said text, OUT people text[]) LANGUAGE plpgsql AS $$
BEGIN
  said := 'done';
  people := ARRAY(
    SELECT p.id FROM person p WHERE p.came < _before AND NOT EXISTS (SELECT 1 FROM member m WHERE m.person = p.id)
      ORDER BY p.id FOR UPDATE SKIP LOCKED);
  WITH gone AS (
    DELETE FROM person p WHERE p.id = ANY (people) AND NOT EXISTS (SELECT 1 FROM member m WHERE m.person = p.id) RETURNING p.id
  ) SELECT coalesce(array_agg(id), '{}') INTO people FROM gone;
END $$;

-- Who belongs to which match, and notes

CREATE FUNCTION gemtable_admit(_match text, _person text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  IF gemtable_missing(ARRAY[_person]) IS NOT NULL THEN said := 'nobody'; RETURN; END IF;
  IF NOT EXISTS (SELECT 1 FROM match m WHERE m.id = _match) THEN said := 'unknown'; RETURN; END IF;
  PERFORM gemtable_enter(_match, NULL, NULL, NULL, ARRAY[_person]);
  said := 'done';
END $$;

CREATE FUNCTION gemtable_dismiss(_match text, _person text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM member m WHERE m.match = _match AND m.person = _person;
  said := 'done';
END $$;

CREATE FUNCTION gemtable_invite(_match text, _invitation bytea, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE match m SET invitation = _invitation WHERE m.id = _match;
  said := CASE WHEN FOUND THEN 'done' ELSE 'unknown' END;
END $$;

CREATE FUNCTION gemtable_put_notes(_match text, _seat bigint, _body bytea, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM match m WHERE m.id = _match) THEN said := 'unknown'; RETURN; END IF;
  INSERT INTO note VALUES (_match, _seat, _body) ON CONFLICT (match, seat) DO UPDATE SET body = excluded.body;
  said := 'done';
END $$;
