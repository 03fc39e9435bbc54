"""What commands write to a SQLite file. Each runs in a savepoint of its own: what it raises takes back what it wrote."""

from collections.abc import Sequence
from typing import Any

import apsw

from gemtable.server.store.base import Appended, Conflict, Mark, Nobody, Person, Somebody, Taken, Unknown
from gemtable.server.store.database import rows

LAST_SEQ = "SELECT coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0) FROM match AS m WHERE id = ?"
COMMAND = "SELECT first_seq, last_seq FROM command WHERE match = ? AND seat = ? AND command_id = ?"
EVENTS = "SELECT seq, body FROM event WHERE match = ? AND seq > ? ORDER BY seq"
CREATE = "INSERT INTO match (id, number, header, opening) VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM match), ?, ?)"
MARK = "UPDATE match SET over = ?1, listed = ?2, due = ?3 WHERE id = ?4 AND (over, listed, due) IS NOT (?1, ?2, ?3)"
ADMIT = "INSERT INTO member SELECT id, ?, number FROM match WHERE id = ? ON CONFLICT DO NOTHING"
PERSON = "SELECT id, name, program FROM token JOIN person ON id = person WHERE hash = ?"
NOTE = "INSERT INTO note VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body"
IDLE = "DELETE FROM person WHERE came < ? AND NOT EXISTS (SELECT 1 FROM member WHERE person = person.id) RETURNING 1"


def last_seq(connection: apsw.Connection, match: str) -> int:
    """The number of the latest event, 0 before the first."""
    for (seq,) in rows(connection, LAST_SEQ, match):
        return int(seq)
    raise Unknown(match)


# Matches


def create(
    connection: apsw.Connection, match: str, header: bytes, events: Sequence[bytes], mark: Mark | None, members: Sequence[str]
) -> Appended:
    """A match with its first events."""
    there = rows(connection, "SELECT header, opening FROM match WHERE id = ?", match)
    if there:
        opening = [body for _, body in rows(connection, EVENTS + " LIMIT ?", match, 0, len(events))]
        if there != [(header, len(events))] or opening != list(events):
            raise Taken(match)
        return Appended(1, len(events), again=True)
    connection.execute(CREATE, (match, header, len(events)))
    appended = _put(connection, match, 1, events)
    _enter(connection, match, mark, members)
    return appended


def append(
    connection: apsw.Connection,
    match: str,
    expected_seq: int,
    seat: str,
    command_id: str,
    events: Sequence[bytes],
    snapshot: bytes | None,
    mark: Mark | None,
    members: Sequence[str],
) -> Appended:
    """The events of a command, and that it was done."""
    for first, last in rows(connection, COMMAND, match, seat, command_id):
        return Appended(first, last, again=True)
    next_seq = last_seq(connection, match) + 1
    if next_seq != expected_seq:
        raise Conflict(next_seq)
    appended = _put(connection, match, next_seq, events)
    connection.execute("INSERT INTO command VALUES (?, ?, ?, ?, ?)", (match, seat, command_id, next_seq, appended.last_seq))
    if snapshot is not None:
        connection.execute("REPLACE INTO snapshot VALUES (?, ?, ?)", (match, appended.last_seq, snapshot))
    _enter(connection, match, mark, members)
    return appended


def _put(connection: apsw.Connection, match: str, first_seq: int, events: Sequence[bytes]) -> Appended:
    for seq, body in enumerate(events, first_seq):
        connection.execute("INSERT INTO event VALUES (?, ?, ?)", (match, seq, body))
    return Appended(first_seq, first_seq + len(events) - 1)


def _enter(connection: apsw.Connection, match: str, mark: Mark | None, members: Sequence[str]) -> None:
    """What lists ask of a match; nothing is touched when it is so already."""
    if mark is not None:
        connection.execute(MARK, (mark.over, mark.listed, mark.due, match))
    for person in members:
        admit(connection, match, person)


# People


def known(connection: apsw.Connection, person: str) -> None:
    """Nobody when the person is not there."""
    if not rows(connection, "SELECT 1 FROM person WHERE id = ?", person):
        raise Nobody(person)


def person_of(connection: apsw.Connection, token: bytes) -> Person | None:
    """Whose token this is."""
    for person, name, program in rows(connection, PERSON, token):
        return Person(person, name, bool(program))
    return None


def add_person(connection: apsw.Connection, person: Person, token: bytes, at: int) -> None:
    """Somebody new; nothing changes when it is the same person with the same token."""
    if person_of(connection, token) == person:
        return
    if rows(connection, "SELECT 1 FROM person WHERE id = ? UNION SELECT 1 FROM token WHERE hash = ?", person.person, token):
        raise Somebody(person.person)
    connection.execute("INSERT INTO person VALUES (?, ?, ?, ?)", (person.person, person.name, person.program, at))
    connection.execute("INSERT INTO token VALUES (?, ?, ?)", (token, person.person, at))


def rename(connection: apsw.Connection, person: str, name: str) -> None:
    """Another name."""
    known(connection, person)
    connection.execute("UPDATE person SET name = ? WHERE id = ?", (name, person))


def replace_tokens(connection: apsw.Connection, person: str, token: bytes | None, at: int) -> None:
    """This token or none, and no code."""
    known(connection, person)
    connection.execute("DELETE FROM code WHERE person = ?", (person,))
    connection.execute("DELETE FROM token WHERE person = ?", (person,))
    if token is not None:
        connection.execute("INSERT INTO token VALUES (?, ?, ?)", (token, person, at))
    connection.execute("UPDATE person SET came = max(came, ?) WHERE id = ?", (at, person))


def put_code(connection: apsw.Connection, person: str, code: bytes, until: int) -> None:
    """The one code of the person."""
    known(connection, person)
    connection.execute("REPLACE INTO code VALUES (?, ?, ?)", (person, code, until))


def take_code(connection: apsw.Connection, code: bytes, token: bytes, at: int) -> Person | None:
    """The person of the code, who is known by this token from now on."""
    for (person,) in rows(connection, "SELECT person FROM code WHERE hash = ? AND until >= ?", code, at):
        replace_tokens(connection, person, token, at)
        return person_of(connection, token)
    return None


def forget_idle(connection: apsw.Connection, before: int) -> int:
    """Everyone who came before then and belongs to no match; tokens and codes go along."""
    return len(rows(connection, IDLE, before))


# Who belongs to which match, and notes


def admit(connection: apsw.Connection, match: str, person: str) -> None:
    """The person belongs to the match."""
    known(connection, person)
    last_seq(connection, match)
    connection.execute(ADMIT, (person, match))


def dismiss(connection: apsw.Connection, match: str, person: str) -> None:
    """The person does not."""
    connection.execute("DELETE FROM member WHERE match = ? AND person = ?", (match, person))


def invite(connection: apsw.Connection, match: str, invitation: bytes | None) -> None:
    """The one invitation."""
    last_seq(connection, match)
    connection.execute("UPDATE match SET invitation = ? WHERE id = ?", (invitation, match))


def put_notes(connection: apsw.Connection, match: str, seat: int, body: bytes) -> None:
    """In place of those before."""
    last_seq(connection, match)
    connection.execute(NOTE, (match, seat, body))


def only(found: list[tuple[Any, ...]]) -> Any:
    """The one value of the one row, None when there is no row."""
    return found[0][0] if found else None
