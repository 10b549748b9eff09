# SPDX-License-Identifier: Apache-2.0
"""Debian's stock kernel, prepared for booting: an image, and an archive of the modules that the guest needs.

Both come from the kernel's package, which is downloaded but never installed. They are kept in a
folder of the build.
"""

import functools
import io
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile

# The modules that the guest needs; modules that they depend on are found automatically.
MODULES = """virtio_pci virtio_console 9p 9pnet_virtio overlay
             evdev uinput uhid virtio_input xhci_pci usbhid hid_generic""".split()


class Kernel:
    """The two files; creates them if they are missing or were created for other modules.

    `archive` has the packages of another processor, see Packaging/arm64/archive.py; without it, apt's own are used.
    `additions` are modules that only some guests need.
    """

    def __init__(self, folder, archive=None, additions=()):
        self.image, self.modules = folder / "vmlinux", folder / "modules.cpio"
        made_for = folder / "made-for"
        modules = [*MODULES, *additions]
        wanted = " ".join(modules)
        if made_for.exists() and made_for.read_text() == wanted:
            return
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            file = newest_for(archive) if archive else download(newest(), pathlib.Path(scratch))
            package = Package(file, is_compressed=not archive)
            made = pathlib.Path(scratch) / "made"
            made.mkdir()
            (made / "vmlinux").write_bytes(package.image)
            (made / "modules.cpio").write_bytes(cpio(package.modules(modules)))
            (made / "made-for").write_text(wanted)
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)


class Unavailable(SystemExit):
    """A package cannot be downloaded. If the error is not caught, the program ends with its message."""


def newest():
    """The name of the package of Debian's newest kernel."""
    update_lists()
    listing = subprocess.run(["apt-cache", "depends", "linux-image-amd64"],
                             capture_output=True, text=True).stdout
    package = re.search(r"Depends: (linux-image-\S+)", listing)
    return package[1] if package else "linux-image-amd64"


def newest_for(archive):
    """Downloads the newest kernel of an archive, and returns the file."""
    listing = archive.run("apt-cache", "depends", f"linux-image-{archive.architecture}").stdout
    name = re.search(r"Depends: (linux-image-\S+)", listing)
    file = name and archive.download(name[1], archive.version(name[1]))
    if not file:
        raise Unavailable(f"cannot download the kernel of {archive.suite} for {archive.architecture} from {archive.mirror}")
    return file


def download(name, folder):
    """Downloads a package without installing it, and returns the file."""
    update_lists()
    result = subprocess.run(["apt-get", "download", "-qq", name], cwd=folder,
                            capture_output=True, text=True)
    found = list(folder.glob("*.deb"))
    if not found:
        raise Unavailable(f"cannot download the package {name}: {result.stderr.strip()}\n"
                          "run 'apt-get update' as root to update apt's package lists")
    return found[0]


@functools.cache
def update_lists():
    """Updates apt's package lists if they are empty; lists that are not empty contain the package apt."""
    known = subprocess.run(["apt-get", "download", "-qq", "--print-uris", "apt"],
                           capture_output=True)
    as_root = [] if os.getuid() == 0 else ["sudo"]
    if known.returncode != 0 and (not as_root or shutil.which("sudo")):
        subprocess.run([*as_root, "apt-get", "update", "-qq"])


class Package:
    """The contents of a kernel's .deb file."""

    def __init__(self, path, is_compressed=True):
        """`is_compressed` says whether the image extracts itself."""
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True)
        self.image = b""
        self.files = {}
        with tarfile.open(fileobj=io.BytesIO(data.stdout)) as tar:
            for entry in tar:
                if "/boot/vmlinuz-" in entry.name:
                    image = tar.extractfile(entry).read()
                    self.image = bootable(image) if is_compressed else image
                elif match := re.search(r"([^/]+)\.ko(\.xz)?$", entry.name):
                    content = tar.extractfile(entry).read
                    name = match[1].replace("-", "_")
                    self.files[name] = content() if not match[2] else lzma.decompress(content())

    def modules(self, roots):
        """The named modules, the modules that they depend on, and "order", the order in which to load them."""
        order = []

        def add(name):
            name = name.replace("-", "_")
            if name in order or name not in self.files:      # a module without a file is built in
                return
            wanted = re.findall(rb"\0(?:depends|softdep)=([^\0]*)", self.files[name])
            for word in re.split(rb"[,\s]+", b" ".join(wanted)):
                if not word.endswith(b":"):                  # "pre:", "post:"
                    add(word.decode())
            if name not in order:
                order.append(name)

        for root in roots:
            add(root)
        files = {f"modules/{name}.ko": self.files[name] for name in order}
        return files | {"modules/order": " ".join(order).encode()}


def bootable(image):
    """Extracts the kernel from its self-extracting image, if that is compressed with xz.

    QEMU starts the extracted kernel directly, which saves an emulated processor some seconds.
    """
    start = image.find(b"\xfd7zXZ\0")
    return lzma.LZMADecompressor().decompress(image[start:]) if start >= 0 else image


def cpio(files):
    """A cpio archive ("newc", the kernel's format) of executable files and their folders."""
    entries = {}
    for path, content in files.items():
        for folder in reversed(pathlib.PurePosixPath(path).parents[:-1]):
            entries[str(folder)] = (0o040755, b"")
        entries[path] = (0o100755, content)
    entries["TRAILER!!!"] = (0, b"")
    pieces = []
    for number, (path, (mode, content)) in enumerate(entries.items(), start=1):
        name = path.encode() + b"\0"
        numbers = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name), 0)
        head = b"070701" + b"".join(b"%08X" % value for value in numbers) + name
        pieces += [head, bytes(-len(head) % 4), content, bytes(-len(content) % 4)]
    return b"".join(pieces)
