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
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
             "--no-deps", "--only-binary", ":all:", *options, "--dest", str(folder), requirement],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0 or not path.exists():
            raise SystemExit(
                f"cannot download {requirement}: {_reason(done.stderr)}; try again with a connection, or copy {name} to {folder}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != sha256:
        raise SystemExit(f"{path}: SHA-256 is {digest}, expected {sha256}; delete the file and try again")
    return path


def _reason(errors):
    """The reason of a failure of pip in a few words: pip reports a lost connection as a requirement that does not exist."""
    if "connection" in errors or "resolve" in errors or "timed out" in errors.lower():
        return "the package index cannot be reached"
    lines = [line for line in errors.splitlines() if line.strip()]
    return lines[-1].removeprefix("ERROR: ") if lines else "pip wrote no file of that name"
