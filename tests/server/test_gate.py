"""Who may knock at all: Host, Origin, cookies and tokens, and what every answer says to browsers."""

from collections.abc import Iterator
from pathlib import Path
from socket import IPPROTO_TCP

import pytest

from gemtable.server.addresses import listen
from gemtable.server.gate import HEADERS
from tests.server.knocking import Answered, host, knock, shake, shown
from tests.server.served import Client, Served

NAMED = b'{"name":"Ema"}'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("gate")) as served:
        yield served


@pytest.fixture(scope="module")
def ema(served: Served) -> Client:
    return served.guest()


@pytest.fixture(scope="module")
def socket(ema: Client) -> str:
    return f"/api/tables/{ema.open(seats=['me', None, None])}/socket"


# {own} is our origin, {port} our port, {next} another one
ORIGINS_OF_OTHERS: dict[str, list[str]] = {
    "missing": [],
    "null": ["null"],
    "empty": [""],
    "foreign": ["https://evil.example"],
    "another port": ["http://127.0.0.1:{next}"],
    "no port": ["http://127.0.0.1"],
    "https": ["https://127.0.0.1:{port}"],
    "longer": ["{own}.evil.example"],
    "longer port": ["{own}0"],
    "as a user": ["{own}@evil.example"],
    "as a path": ["http://evil.example/{own}"],
    "with a path": ["{own}/"],
    "big letters": ["HTTP://127.0.0.1:{port}"],
    "a name of ours at another port": ["http://localhost:{next}"],
    "another address of ours": ["http://127.0.0.2:{port}"],
    "two in one": ["{own} https://evil.example"],
    "a list": ["{own}, {own}"],
    "own, then foreign": ["{own}", "https://evil.example"],
    "foreign, then own": ["https://evil.example", "{own}"],
    "twice": ["{own}", "{own}"],
}
HOSTS_OF_OTHERS: dict[str, list[str]] = {
    "foreign": ["evil.example"],
    "foreign at our port": ["evil.example:{port}"],
    "longer": ["localhost.evil.example:{port}"],
    "longer behind": ["127.0.0.1:{port}.evil.example"],
    "with a dot": ["localhost.:{port}"],
    "another port": ["127.0.0.1:{next}"],
    "no port": ["127.0.0.1"],
    "as a number": ["2130706433:{port}"],
    "another address of ours": ["127.0.0.2:{port}"],
    "with a user": ["evil@127.0.0.1:{port}"],
    "empty": [""],
    "missing": [],
    "own, then foreign": ["127.0.0.1:{port}", "evil.example"],
    "foreign, then own": ["evil.example", "127.0.0.1:{port}"],
    "twice": ["127.0.0.1:{port}", "127.0.0.1:{port}"],
}
UNREADABLE = (b"Invalid HTTP request received.", b"Failed to open a WebSocket connection: invalid Origin header: multiple values.\n")


def given(served: Served, name: str, values: list[str]) -> list[tuple[str, str]]:
    """These headers, filled in."""
    return [(name, value.format(own=served.origin, port=served.port, next=served.port + 1)) for value in values]


def assert_refused(answered: Answered) -> None:
    assert answered.status == 403
    assert b'"error":"foreign"' in answered.body
    assert_guarded(answered)


def assert_unknown(answered: Answered) -> None:
    """Refused by us, or by the protocol before we see it."""
    if answered.status != 400 or answered.body not in UNREADABLE:
        assert_refused(answered)


def assert_guarded(answered: Answered) -> None:
    """What every answer says to browsers, once."""
    for name, value in HEADERS:
        assert answered.headers.get_all(name.decode()) == [value.decode()]
    assert answered.headers["cache-control"] in ("no-store", "no-cache")
    assert not [name for name in answered.headers if name.startswith("access-control")]
    assert "server" not in answered.headers


def accepted(served: Served) -> int:
    """How many sockets have been accepted so far."""
    return served.started.site.figures.requests["socket", 101]


# Origin


@pytest.mark.parametrize("kind", ORIGINS_OF_OTHERS)
def test_a_socket_of_another_page_is_refused_before_it_is_accepted(served: Served, ema: Client, socket: str, kind: str) -> None:
    before = accepted(served)
    assert_unknown(shake(served, socket, [host(served), *given(served, "Origin", ORIGINS_OF_OTHERS[kind]), *shown(ema)]))
    assert accepted(served) == before


@pytest.mark.parametrize("kind", ORIGINS_OF_OTHERS)
def test_a_program_s_token_opens_no_socket_for_another_page(served: Served, socket: str, kind: str) -> None:
    robot = served.program()
    assert_unknown(shake(served, socket, [host(served), *given(served, "Origin", ORIGINS_OF_OTHERS[kind]), *shown(robot)]))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("kind", ORIGINS_OF_OTHERS)
def test_a_request_of_another_page_changes_nothing(served: Served, ema: Client, kind: str, method: str) -> None:
    headers = [host(served), *given(served, "Origin", ORIGINS_OF_OTHERS[kind]), *shown(ema)]
    assert_refused(knock(served, method, "/api/me", headers, b'{"name":"Eve"}'))
    assert ema.get("/api/me") == (200, {"name": "Ema", "program": False})


@pytest.mark.parametrize("kind", sorted(ORIGINS_OF_OTHERS.keys() - {"missing"}))
def test_another_page_reads_nothing(served: Served, ema: Client, kind: str) -> None:
    assert_refused(knock(served, "GET", "/api/me", [host(served), *given(served, "Origin", ORIGINS_OF_OTHERS[kind]), *shown(ema)]))


def test_our_pages_come_in(served: Served, ema: Client, socket: str) -> None:
    before = accepted(served)
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        ours = [("Host", f"{name}:{served.port}"), ("Origin", f"http://{name.lower()}:{served.port}")]
        assert shake(served, socket, [*ours, *shown(ema)]).status == 101
        assert knock(served, "POST", "/api/me", [*ours, *shown(ema)], NAMED).status == 200
    assert accepted(served) == before + 4


def test_pages_take_no_orders(served: Served) -> None:
    ours = [host(served), ("Origin", served.origin)]
    for path in ("/", "/health", "/openapi.json", "/metrics", "/t/abc"):
        assert_refused(knock(served, "POST", path, ours, b"{}"))


# Host


@pytest.mark.parametrize("kind", HOSTS_OF_OTHERS)
def test_another_name_is_not_answered(served: Served, ema: Client, socket: str, kind: str) -> None:
    before = accepted(served)
    headers = [*given(served, "Host", HOSTS_OF_OTHERS[kind]), ("Origin", served.origin), *shown(ema)]
    for path in ("/", "/api/games", "/health"):
        assert_unknown(knock(served, "GET", path, headers))
    assert_unknown(knock(served, "POST", "/api/me", headers, NAMED))
    assert_unknown(shake(served, socket, headers))
    assert accepted(served) == before


# Sec-Fetch-Site


@pytest.mark.parametrize(
    ("site", "safe", "unsafe", "socket_too"),
    [
        ("same-origin", True, True, True),
        ("none", True, False, False),
        ("same-site", False, False, False),
        ("cross-site", False, False, False),
        ("", False, False, False),
        ("Same-Origin", False, False, False),
    ],
)
def test_what_the_browser_says_of_the_sender(
    served: Served, ema: Client, socket: str, site: str, safe: bool, unsafe: bool, socket_too: bool
) -> None:
    said = [host(served), ("Sec-Fetch-Site", site), *shown(ema)]
    ours = [*said, ("Origin", served.origin)]
    for answered, well in (
        (knock(served, "GET", "/api/me", said), safe),
        (knock(served, "POST", "/api/me", ours, NAMED), unsafe),
    ):
        assert answered.status == (200 if well else 403)
    assert shake(served, socket, ours).status == (101 if socket_too else 403)


def test_a_browser_s_request_with_a_token_needs_an_origin(served: Served) -> None:
    robot = served.program()
    for site in ("cross-site", "none", "same-origin"):
        assert_refused(knock(served, "POST", "/api/me", [host(served), ("Sec-Fetch-Site", site), *shown(robot)], NAMED))


# Cookies and tokens


def test_a_token_counts_before_a_cookie(served: Served, ema: Client) -> None:
    robot = served.program("robot")
    assert knock(served, "GET", "/api/me", [host(served), *shown(robot), *shown(ema)]).body == b'{"name":"robot","program":true}'
    for wrong in ("Bearer nonsense", "Bearer", "", "Basic ZW1hOmVtYQ==", f"Token {robot.token}", f"Bearer {robot.token} x"):
        assert knock(served, "GET", "/api/me", [host(served), ("Authorization", wrong), *shown(ema)]).status == 401


def test_no_cookie_counts_where_no_page_says_that_it_asks(served: Served, ema: Client) -> None:
    wrong = ("Authorization", "Bearer nonsense")
    assert knock(served, "POST", "/api/me", [host(served), wrong, *shown(ema)], b'{"name":"Eve"}').status == 401
    assert knock(served, "POST", "/api/me", [host(served), *shown(ema)], b'{"name":"Eve"}').status == 403
    assert ema.get("/api/me")[1]["name"] == "Ema"


def test_only_the_cookie_of_this_server_counts(served: Served, ema: Client) -> None:
    name, _, token = str(ema.cookie).partition("=")
    assert name == f"gemtable-{served.port}"
    for cookie in (f"gemtable={token}", f"__Host-gemtable={token}", f"{name}1={token}", f"{name.upper()}={token}", f"x={name}={token}", ""):
        assert knock(served, "GET", "/api/me", [host(served), ("Cookie", cookie)]).status == 401
    for cookie in (f"x=1; {name}={token}; y=2", f"{name}={token};{name}=other"):
        assert knock(served, "GET", "/api/me", [host(served), ("Cookie", cookie)]).status == 200


def test_the_cookie_is_the_strictest_a_browser_keeps(served: Served) -> None:
    answered = knock(served, "POST", "/api/me", [host(served), ("Origin", served.origin)], NAMED)
    assert parts_of_cookie(answered) == {"httponly": "", "samesite": "Strict", "path": "/", "max-age": str(400 * 86400)}


def test_behind_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with Served(tmp_path, origin="https://gems.example") as served:
        ours = [("Host", "gems.example"), ("Origin", served.origin)]
        answered = knock(served, "POST", "/api/me", ours, NAMED)
        name, _, value = answered.headers["set-cookie"].partition(";")[0].partition("=")
        assert name == "__Host-gemtable"
        strict = {"httponly": "", "samesite": "Strict", "path": "/", "secure": ""}
        assert parts_of_cookie(answered) == strict | {"max-age": str(400 * 86400)}
        gone = knock(served, "DELETE", "/api/me", [*ours, ("Cookie", f"{name}={value}")])
        assert (gone.status, parts_of_cookie(gone)) == (204, strict | {"max-age": "0"})
        assert knock(served, "GET", "/api/me", [("Host", "gems.example"), ("Cookie", f"{name}={value}")]).status == 401
        for origin in ("http://gems.example", "https://gems.example:443", "https://gems.example."):
            assert_refused(knock(served, "POST", "/api/me", [("Host", "gems.example"), ("Origin", origin)], NAMED))


def test_a_guest_gets_a_cookie_at_the_usual_port_too(tmp_path: Path) -> None:
    with Served(tmp_path, origin="http://gems.example") as served:
        answered = knock(served, "POST", "/api/me", [("Host", "gems.example"), ("Origin", served.origin)], NAMED)
        assert answered.status == 200


def parts_of_cookie(answered: Answered) -> dict[str, str]:
    """The attributes of the one cookie that is set."""
    (cookie,) = answered.headers.get_all("set-cookie") or []
    parts = [part.strip().partition("=") for part in cookie.split(";")[1:]]
    return {name.lower(): value for name, _, value in parts}


# What every answer says


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/t/abc", 200),
        ("HEAD", "/", 200),
        ("GET", "/favicon.ico", 200),
        ("GET", "/assets/nothing.js", 404),
        ("GET", "/nothing", 404),
        ("GET", "/health", 200),
        ("GET", "/metrics", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/api/games", 200),
        ("HEAD", "/api/games", 200),
        ("GET", "/api/games?x=1", 400),
        ("GET", "/api/games/nothing/rules/en", 404),
        ("GET", "/api/me", 401),
        ("GET", "/api/tables/nothing", 401),
        ("OPTIONS", "/api/me", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/a/b/c/d", 404),
    ],
)
def test_every_answer_says_what_browsers_may_do(served: Served, method: str, path: str, status: int) -> None:
    answered = knock(served, method, path, [host(served)])
    assert answered.status == status
    assert_guarded(answered)


def test_answers_to_orders_say_so_too(served: Served, ema: Client, socket: str) -> None:
    ours, acts = [host(served), ("Origin", served.origin)], socket.replace("/socket", "/acts")
    for path, body, status in (
        ("/api/me", NAMED, 200),
        ("/api/me", b"{", 400),
        ("/api/me", b'{"name":" "}', 422),
        ("/api/me", b'"' + b"x" * 70_000 + b'"', 413),
        ("/api/code", b'{"code":"nonsense","anyway":true}', 404),
        (acts, b'{"id":"1","seq":0,"act":{"act":"resume","seat":0}}', 422),
        ("/api/games", b"", 405),
    ):
        answered = knock(served, "POST", path, [*ours, *shown(ema)], body)
        assert answered.status == status
        assert_guarded(answered)


@pytest.mark.parametrize(
    ("path", "who", "status"),
    [
        ("/api/tables/nothing/socket", "ema", 404),
        ("{socket}?seat=1", "ema", 404),
        ("{socket}?after=x", "ema", 400),
        ("{socket}", "nobody", 401),
        ("/api/nothing", "ema", 404),
        ("/api/me", "ema", 404),
    ],
)
def test_sockets_are_refused_like_requests(served: Served, ema: Client, socket: str, path: str, who: str, status: int) -> None:
    own = shown(ema) if who == "ema" else []
    answered = shake(served, path.format(socket=socket), [host(served), ("Origin", served.origin), *own])
    assert answered.status == status
    assert_guarded(answered)


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_small_messages_do_not_wait_for_one_another(name: str) -> None:
    """Asyncio turns Nagle's algorithm off only where a socket says that it speaks TCP: else each answer waits 40 ms."""
    for listening in listen(name, 0, exactly=True):
        assert listening.proto == IPPROTO_TCP
        listening.close()
