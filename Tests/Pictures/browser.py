#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks at keybridge's pictures and pages in a browser: nothing overflows, and every key has its label.

    Tests/Pictures/browser.py PROGRAM [BROWSER]

Chromium lays each of them out without a screen, at two widths and for print; a script in the page reports what it sees.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile

PICTURES = [("us", "", "pc104"), ("us", "mac", ""), ("de", "", ""), ("de", "mac", ""), ("fr", "bepo", ""), ("jp", "", ""),
            ("ru", "", ""), ("ara", "", ""), ("th", "", ""), ("ca", "multix", ""), ("gr", "polytonic", ""), ("il", "", "")]
PAGES = [("en", "us"), ("sv", "de"), ("ja", "jp"), ("ar", "ara"), ("zh_CN", "us")]
WIDTHS = (420, 1280)

LOOK = """
<script>
const found = [];
const inside = (part, whole, slack) => part.left >= whole.left - slack && part.right <= whole.right + slack
  && part.top >= whole.top - slack && part.bottom <= whole.bottom + slack;
for (const key of document.querySelectorAll("g.key")) {
  const box = key.querySelector("rect").getBoundingClientRect();
  const texts = [...key.querySelectorAll("text")];
  if (!key.classList.contains("lower") && !texts.some(text => text.textContent.trim()))
    found.push(`${key.id} has no label`);
  for (const text of texts) {
    const own = text.getBoundingClientRect();
    if (text.textContent.trim() && !own.width) found.push(`${key.id}: '${text.textContent}' does not show`);
    // Line boxes are taller than letters; what matters is that no text leaves its key to the sides.
    if (!inside({left: own.left, right: own.right, top: box.top, bottom: box.bottom}, box, 1))
      found.push(`${key.id}: '${text.textContent}' leaves its key`);
    for (const other of texts) {
      const its = other.getBoundingClientRect();
      if (other !== text && Math.abs(own.top - its.top) < 4 && own.left < its.left && own.right > its.left + 1)
        found.push(`${key.id}: '${text.textContent}' covers '${other.textContent}'`);
    }
  }
}
if (document.documentElement.scrollWidth > window.innerWidth + 1)
  found.push(`the page is ${document.documentElement.scrollWidth} wide in ${window.innerWidth}`);
for (const cell of document.querySelectorAll("td, h1, h2")) {
  if (cell.scrollWidth > cell.clientWidth + 1) found.push(`'${cell.textContent}' leaves its cell`);
}
for (const key of document.querySelectorAll("td.keys")) {
  const [own, title] = [key.getBoundingClientRect(), key.nextElementSibling.getBoundingClientRect()];
  if (!key.textContent.trim()) found.push("a command without keys");
  if (own.right > title.left + 1) found.push(`'${key.textContent}' covers its title`);
}
const result = document.createElement("pre");
result.id = "looked";
result.textContent = JSON.stringify({found, keys: document.querySelectorAll("g.key").length,
                                     commands: document.querySelectorAll("td.keys").length});
document.body.append(result);
</script>
"""


class Browser:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def look(self, page, width):
        """Reads a page in the browser: its mistakes, and the numbers of keys and commands."""
        path = os.path.join(self.folder, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        run = subprocess.run(
            [self.command, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder}/profile",
             f"--window-size={width},900", "--dump-dom", f"file://{path}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True)
        match = re.search(r'<pre id="looked">(.*?)</pre>', run.stdout.decode(), re.S)
        if not match:
            sys.exit("the browser did not run the page")
        return json.loads(html.unescape(match.group(1)))


def printed(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout.decode()


def main():
    program = sys.argv[1]
    command = sys.argv[2] if len(sys.argv) > 2 else "chromium"
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(command, folder)

        def report(name, page, width, least):
            nonlocal faults
            seen = browser.look(page, width)
            if seen["keys"] + seen["commands"] < least:
                seen["found"].append(f"{seen['keys']} keys and {seen['commands']} commands are too few")
            faults += len(seen["found"])
            for fault in seen["found"]:
                print(f"{name}, {width} wide: {fault}")

        for layout, variant, model in PICTURES:
            svg = printed(program, "layouts", "show", layout, "--variant", variant, "--model", model, "--format", "svg")
            page = f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">{svg}{LOOK}</body>'
            report(f"{layout}({variant}) {model}".strip(), page, 1280, 61)
        for language, layout in PAGES:
            page = printed(program, "commands", "--format", "html", "--config", "/dev/null", "--locale", language,
                           "--layout", layout)
            for width in WIDTHS:
                report(f"commands in {language}", page.replace("</body>", LOOK + "</body>"), width, 60)
    print(f"{len(PICTURES)} pictures and {len(PAGES)} pages: {faults or 'no'} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
