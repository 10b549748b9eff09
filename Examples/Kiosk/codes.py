#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows scanned codes on a page in the browser of a kiosk, http://127.0.0.1:8137/, until the page has each of them:

    python3 codes.py [NAME [PORT [SOCKET]]]

NAME is the receiver in the settings of the service: scanner: { for: codes, owed: 1000 }
"""

import contextlib
import http.server
import json
import sys
import threading

from keybridge_client import SOCKET, receiver

NAME, PORT, PATH = sys.argv[1:] + ["codes", "8137", SOCKET][len(sys.argv) - 1:]
PAGE = b"""<!doctype html><meta charset="utf-8"><title>Codes</title><ul id="codes"></ul><script>
const codes = document.getElementById("codes"), shown = new Set();
new EventSource("items").onmessage = event => {
  const item = JSON.parse(event.data);
  if (!shown.has(item.id)) codes.prepend(Object.assign(document.createElement("li"), { textContent: item.text }));
  shown.add(item.id);
  fetch("done", { method: "POST", body: item.id });
};
</script>"""
changed, shown = threading.Condition(), {}


@receiver(NAME, PATH)
def show(item):
    """Return after the page has the item, which is then acknowledged to the service."""
    with changed:
        shown[item["id"]] = item
        changed.notify_all()
        changed.wait_for(lambda: not shown)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        # Pages of other hosts cannot read codes, even if their name leads to this machine.
        if self.headers["Host"] != f"127.0.0.1:{PORT}" or self.path not in ("/", "/items"):
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if self.path == "/items" else "text/html")
        self.end_headers()
        return self.send_items() if self.path == "/items" else self.wfile.write(PAGE)

    def send_items(self):
        last = None
        with contextlib.suppress(OSError):
            while True:
                with changed:
                    changed.wait_for(lambda: shown.keys() - {last}, timeout=10)
                    new = next((item for item in shown.values() if item["id"] != last), None)
                # Without a new item, a comment, with which the server notices that the page is gone.
                self.wfile.write(f"data: {json.dumps(new)}\n\n".encode() if new else b":\n\n")
                last = new["id"] if new else last

    def do_POST(self):
        with changed:
            shown.pop(self.rfile.read(int(self.headers["Content-Length"])).decode(), None)
            changed.notify_all()
        self.send_response(204)
        self.end_headers()


threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", int(PORT)), Handler).serve_forever, daemon=True).start()
show.run()
