# SPDX-License-Identifier: Apache-2.0
"""Downloads wheels whose versions and hashes are pinned."""

import hashlib
import subprocess
import sys


def wheel(folder, requirement, name, sha256, *options):
    """Downloads the wheel `name` into `folder` with pip unless it is there, checks its hash, and returns its path."""
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", *options, "--dest", str(folder), requirement], check=True)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != sha256:
        raise SystemExit(f"{path}: SHA-256 is {digest}, expected {sha256}; delete the file and try again")
    return path
