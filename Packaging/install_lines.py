#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the lines of README.md that install the packages, from the address of the apt repository.

    install_lines.py --write [ADDRESS]     without an address, the lines name the files of the release
    install_lines.py --check [ADDRESS]     fails if README.md has other lines
"""

import pathlib
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
BEGIN = "<!-- make install-lines writes these lines from the address of the repository. -->\n"
END = "<!-- end -->\n"
KEYS = "/etc/apt/keyrings/keybridge-archive-keyring.gpg"


def lines(address):
    """Returns the lines for an address; empty for none."""
    if not address:
        return ("```sh\nsudo apt install ./keybridge_*.deb ./keybridge-lexicon-common_*.deb ./keybridge-lexicon-en_*.deb"
                "   # files of the release\n```\n")
    return ("```sh\n"
            f"curl -fsS {address}/keybridge-archive-keyring.gpg | sudo install -D -m 644 /dev/stdin {KEYS}\n"
            f'echo "deb [signed-by={KEYS}] {address} $(. /etc/os-release; echo $VERSION_CODENAME) main"'
            " | sudo tee /etc/apt/sources.list.d/keybridge.list\n"
            "sudo apt update && sudo apt install keybridge keybridge-lexicon-en\n```\n")


def written(text, address):
    """Returns README.md with the lines for an address."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md lacks the line {(END if begin else BEGIN).strip()}")
    return before + begin + lines(address) + end + after


def main(arguments):
    if not arguments or arguments[0] not in ("--write", "--check") or len(arguments) > 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    address = (arguments[1:] or [""])[0].rstrip("/")
    if address and not urllib.parse.urlsplit(address).netloc:
        print(f"install_lines.py: {address} is no address, such as https://packages.example/keybridge", file=sys.stderr)
        return 2
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    try:
        new = written(text, address)
    except ValueError as error:
        print(f"install_lines.py: {error}", file=sys.stderr)
        return 1
    if arguments[0] == "--write":
        readme.write_text(new, encoding="utf-8")
        return 0
    if new != text:
        print("README.md has other lines than the address of the repository demands: make install-lines", file=sys.stderr)
    return 0 if new == text else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
