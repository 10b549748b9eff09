# SPDX-License-Identifier: Apache-2.0
"""A client of the service's socket with one field: program.py SOCKET NAME [TRAITS]

It prints JSON objects, one per line: {"focused": 1} with the number of the connection that has the focus,
{"text": "…"} with the whole text typed so far, {"lost": 1} when the service has disconnected, and
{"refused": "…"} when a connection fails. It reconnects on its own. TRAITS is a JSON object; without it a text is
exactly what is pressed.
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


def serve(number, connection, name, traits):
    """Creates a field and prints its text until the service disconnects."""
    global kept
    units = b""
    requests = [("hello", {"name": name}), ("container.create", {"container": "field", "traits": traits}),
                ("focus.request", {"container": "field"})]
    lines = "".join(json.dumps({"jsonrpc": "2.0", "id": index, "method": method, "params": parameters})
                    + "\n" for index, (method, parameters) in enumerate(requests))
    try:
        connection.sendall(lines.encode())
        for line in connection.makefile("rb"):
            message = json.loads(line)
            if "error" in message:
                tell(error=message["error"])
            elif message.get("id") == len(requests) - 1:
                tell(focused=number, outcome=message["result"]["outcome"])
            elif message.get("method") == "text.didChange":
                start, end = (2 * offset for offset in message["params"]["range"])
                string = message["params"]["string"].encode("utf-16-le")
                units = units[:start] + string + units[end:]
                tell(text=kept + units.decode("utf-16-le"))
    except OSError as error:
        tell(broken=error.strerror)
    kept += units.decode("utf-16-le")
    tell(lost=number)


def main(argv):
    path, name, *rest = argv
    traits = json.loads(rest[0]) if rest else EXACT
    number = 0
    while True:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(path)
            except OSError as error:
                tell(refused=error.strerror)
                time.sleep(0.2)
                continue
            number += 1
            serve(number, connection, name, traits)


if __name__ == "__main__":
    main(sys.argv[1:])
