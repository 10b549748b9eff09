# SPDX-License-Identifier: Apache-2.0
"""A folder with Debian's programs for another processor, which a guest sees as its file system.

Packages are unpacked but not configured, because their scripts cannot run on this machine without root. The little that
the guest needs of the scripts is done here.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys

from archive import unpack, write_database

# The programs that the scenarios start, and what the program under test needs.
PACKAGES = """?essential busybox-static systemd udev dbus kmod libtinfo6 ncurses-base polkitd passwd login python3
              python3-evdev evtest evemu-tools libinput-tools make procps socat xkb-data libx11-data libevdev2 libudev1 libxkbcommon0
              libyaml-0-2 libutf8proc-dev libjansson4 libsqlite3-0 libseccomp2 libstdc++6 libicu-dev""".split()

# The groups and users that scripts of packages create.
GROUPS = ["input", "kvm", "render", "sgx", "systemd-journal", "systemd-network", "systemd-resolve", "messagebus", "polkitd"]


def make_root(folder, archive):
    """Unpacks the packages of `archive` into the folder, unless this was done before."""
    mark = folder.with_name(folder.name + ".made-from")
    wanted = hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == wanted:
        return
    mark.unlink(missing_ok=True)
    # Folders of packages may be read-only for their owner.
    subprocess.run(["chmod", "-R", "u+rwX", folder], stderr=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    packages = archive.closure(*PACKAGES)
    unpack(packages, folder)
    # So that the package under test can be installed.
    write_database(packages, folder / "var/lib/dpkg")
    configure(folder)
    mark.write_text(wanted)


def configure(root):
    """Does what the scripts of the packages would do, as far as the guest needs it."""
    etc = root / "etc"
    for name in "passwd", "group":
        shutil.copy(root / f"usr/share/base-passwd/{name}.master", etc / name)
    with open(etc / "group", "a") as groups, open(etc / "passwd", "a") as users:
        for number, name in enumerate(GROUPS, 900):
            groups.write(f"{name}:x:{number}:\n")
            users.write(f"{name}:x:{number}:{number}::/:/usr/sbin/nologin\n")
    (etc / "hostname").write_text("guest\n")
    # Without an identity, systemd would ask for the settings of a new installation.
    (etc / "machine-id").write_text("1" * 32 + "\n")
    shutil.copy(root / "usr/share/libc-bin/nsswitch.conf", etc / "nsswitch.conf")
    for name, target in ("sh", "dash"), ("awk", "mawk"), ("which", "which.debianutils"):
        if not (root / "usr/bin" / name).is_symlink():
            (root / "usr/bin" / name).symlink_to(target)
    # The package of Python compiles its library when it is configured; else each start would compile it.
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if (root / "usr/lib" / version).exists():
        for library in f"usr/lib/{version}", "usr/lib/python3/dist-packages":
            subprocess.run([sys.executable, "-m", "compileall", "-q", "-s", root, "-p", "/", root / library],
                           stdout=subprocess.DEVNULL)
