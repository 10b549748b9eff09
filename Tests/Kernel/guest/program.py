# SPDX-License-Identifier: Apache-2.0
"""A client of the service's socket with one field: program.py SOCKET NAME [TRAITS [GRACE]]

It prints JSON objects, one per line: {"focused": 1} with the number of the connection that has the focus,
{"text": "…"} with the whole text typed so far, {"lost": 1} when the service has disconnected, and
{"refused": "…"} when a connection fails. It reconnects on its own. TRAITS is a JSON object; without it a text is
exactly what is pressed.

With GRACE, in seconds, it also has a command on F9, selects the first letter of its text at F8, and resumes its state
after each connection: {"resumed": true, "snapshot": {…}}, {"invoked": "pay"}.
"""

import json
import socket
import sys
import time

# The traits of a field whose text is exactly what is pressed.
EXACT = {"autocapitalizationType": "none", "autocorrectionType": "no", "smartQuotesType": "no", "smartDashesType": "no"}

kept = ""                                                    # the text of earlier connections


def tell(**fact):
    print(json.dumps(fact), flush=True)


def serve(number, connection, name, traits, grace, token):
    """Creates a field, or resumes it, and prints its text until the service disconnects; returns the program's token."""
    global kept
    units = b""
    hello = {"name": name}
    if grace:
        hello |= {"grace": grace, "resume": True, **({"token": token} if token else {})}
    create = [("container.create", {"container": "field", "traits": traits})]
    if grace:
        create += [("command.register", {"command": "pay", "chord": "f9", "title": "Pay", "repeat": False}),
                   ("command.register", {"command": "home", "chord": "f8", "title": "Home", "repeat": False})]
    create += [("focus.request", {"container": "field"})]

    def send(method, parameters):
        connection.sendall((json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": parameters})
                            + "\n").encode())

    try:
        send("hello", hello)
        if not grace:
            for request in create:
                send(*request)
        for line in connection.makefile("rb"):
            message = json.loads(line)
            if "error" in message:
                tell(error=message["error"])
            elif message.get("id") == "hello" and grace:
                result = message["result"]
                token = result["token"]
                tell(resumed=result["resumed"], snapshot=result["snapshot"])
                if result["resumed"]:
                    text = result["snapshot"]["containers"][0]["text"]
                    kept, units = "", text.encode("utf-16-le")
                    tell(text=text)
                    tell(focused=number, outcome="resumed")
                else:
                    for request in create:
                        send(*request)
            elif message.get("id") == "focus.request":
                tell(focused=number, outcome=message["result"]["outcome"])
            elif message.get("method") == "command.invoked":
                command = message["params"]["id"]
                if command == "home":
                    send("selection.set", {"container": "field", "anchor": 0, "head": 1})
                tell(invoked=command)
            elif message.get("method") == "text.didChange":
                start, end = (2 * offset for offset in message["params"]["range"])
                string = message["params"]["string"].encode("utf-16-le")
                units = units[:start] + string + units[end:]
                tell(text=kept + units.decode("utf-16-le"))
    except OSError as error:
        tell(broken=error.strerror)
    kept += units.decode("utf-16-le")
    tell(lost=number)
    return token


def main(argv):
    path, name, *rest = argv
    traits = json.loads(rest[0]) if rest and rest[0] else EXACT
    grace = int(rest[1]) if len(rest) > 1 else 0
    number, token = 0, None
    while True:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(path)
            except OSError as error:
                tell(refused=error.strerror)
                time.sleep(0.2)
                continue
            number += 1
            token = serve(number, connection, name, traits, grace, token)


if __name__ == "__main__":
    main(sys.argv[1:])
