# SPDX-License-Identifier: Apache-2.0
"""Runs shell commands in temporary copies of the root file systems of other systems."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13", "noble": "Ubuntu 24.04"}

# Mounts what programs need besides files. The copy is writable, in memory.
ENTER = """
set -eu
mount -t tmpfs memory "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" root "$1/root"
shift
shift
copy=$0/root
for folder in proc dev dev/pts sys run tmp opt; do mkdir -p "$copy/$folder"; done
mount -t proc proc "$copy/proc"
mount --rbind /dev "$copy/dev"
for folder in run tmp; do mount -t tmpfs "$folder" "$copy/$folder"; done
mount --bind "$1" "$copy/opt"
mount -o remount,bind,ro "$copy/opt"
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LC_ALL=C.UTF-8 \\
  chroot "$copy" /bin/sh -c "$2"
"""


# The libraries that the program needs, and the layouts.
PACKAGES = ["libevdev2", "libxkbcommon0", "xkb-data"]


def suite(name):
    """Returns the root of a distribution's release, which is made once."""
    folder = ROOT / ".build/roots" / f"{name}-libraries"
    done = subprocess.run([ROOT / "Packaging/debian/root", name, folder, *PACKAGES], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"the root of {SUITES[name]} cannot be made: {done.stderr}")
    return folder


@contextlib.contextmanager
def busybox():
    """A root with nothing but a static busybox, as a base for systems that are no distribution of Debian."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "bin").mkdir()
        (root / "etc").mkdir()
        shutil.copy2("/bin/busybox", root / "bin/busybox")
        # Not getconf, which busybox does not have either.
        for name in "sh readlink uname sed sort tail cat cp printf mkdir mv".split():
            (root / "bin" / name).symlink_to("busybox")
        root.chmod(0o755)
        yield root


def run(root, archive, commands):
    """Runs commands in a copy of a root, where /opt is the folder of the archive, read-only.

    Returns the status, standard output and standard error."""
    with tempfile.TemporaryDirectory() as memory:
        done = subprocess.run(
            ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--net", "sh", "-c",
             ENTER, memory, memory, str(root), str(archive), commands],
            capture_output=True, text=True, timeout=300, env=dict(os.environ, LC_ALL="C.UTF-8"))
    return done.returncode, done.stdout, done.stderr
