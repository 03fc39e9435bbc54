"""A program that plays, in thirty lines: uv run python examples/bot.py http://localhost:4367 TABLE INVITATION SEAT

The address has no slash at the end. Elsewhere it needs the package `websockets`. What it asks and is told: docs/protocol.md.
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

server, table, invitation, seat = [*sys.argv[1:4], int(sys.argv[4])]
token = None


def post(path, body):
    headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": server}
    request = urllib.request.Request(f"{server}/api/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


token = post("programs", {"name": "Thirty Lines"})["token"]
post(f"tables/{table}/come", {"invitation": invitation})
post(f"tables/{table}/acts", {"id": "sit", "seq": 0, "act": {"act": "sit", "seat": seat}})
address = f"ws{server[4:]}/api/tables/{table}/socket?seat={seat}"
with connect(address, origin=server, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
    socket.send(json.dumps({"id": "ready", "seq": 0, "act": {"act": "ready", "seat": seat, "salt": str(random.random())}}))
    for said in map(json.loads, socket):
        view = said.get("view") or {"offers": [], "table": {"stage": ""}}
        if view["offers"]:
            act = {"act": "move", "seat": seat, "move": random.choice(view["offers"])}
            socket.send(json.dumps({"id": f"move {view['seq']}", "seq": view["seq"], "act": act}))
        if view["table"]["stage"] == "over":
            print("over:", view["table"]["winners"])
            break
