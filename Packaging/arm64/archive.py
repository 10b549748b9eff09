# SPDX-License-Identifier: Apache-2.0
"""Debian's packages for another processor, downloaded by apt but never installed.

apt has settings, lists and a status of its own, so that this machine's packages are neither used nor changed, and root is
not needed. Signatures are checked with the keys of the package debian-archive-keyring.
"""

import io
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile

KEYRING = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")
DEFAULT_MIRROR = "http://deb.debian.org/debian"


class Unavailable(SystemExit):
    """Packages cannot be downloaded. If the error is not caught, the program ends with its message."""


class Archive:
    """One suite of Debian for one processor; `folder` keeps apt's lists and the downloaded packages."""

    def __init__(self, folder, suite, architecture="arm64", mirror=None):
        self.folder, self.suite, self.architecture = pathlib.Path(folder).resolve(), suite, architecture
        self.mirror = mirror or os.environ.get("MIRROR") or own_mirror()
        self.packages = self.folder / "archives"
        self.configuration = self.folder / "apt.conf"

    def update(self):
        """Writes apt's settings and downloads the lists of packages."""
        for name in "lists/partial", "archives/partial", "none/partial":
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        # A mirror in a folder has no signature; tests use one.
        trust = "trusted=yes" if self.mirror.startswith("file:") else f"signed-by={KEYRING}"
        if trust != "trusted=yes" and not KEYRING.exists():
            raise Unavailable(f"{KEYRING} is missing; the package debian-archive-keyring contains it")
        (self.folder / "sources.list").write_text(
            f"deb [arch={self.architecture} {trust}] {self.mirror} {self.suite} main\n")
        self.configuration.write_text(f"""
            Dir::Etc::sourcelist "{self.folder}/sources.list";
            Dir::Etc::sourceparts "-";
            Dir::Etc::preferences "-";
            Dir::Etc::preferencesparts "-";
            Dir::State::Lists "{self.folder}/lists";
            Dir::State::status "{self.folder}/status";
            Dir::State::extended_states "{self.folder}/extended_states";
            Dir::Cache "{self.folder}";
            APT::Architecture "{self.architecture}";
            APT::Architectures {{ "{self.architecture}"; }};
            APT::Install-Recommends "false";
            APT::Sandbox::User "";
            Acquire::Languages "none";
            """)
        result = self.run("apt-get", "-qq", "update")
        if result.returncode != 0:
            raise Unavailable(f"cannot read the package lists of {self.suite} at {self.mirror}: {result.stderr.strip()}\n"
                              "set MIRROR to the address of another mirror of Debian")

    def version(self, package):
        """Returns the version of a package in the suite, or None."""
        shown = self.run("apt-cache", "show", "--no-all-versions", package).stdout
        found = re.search(r"^Version: (\S+)$", shown, re.MULTILINE)
        return found[1] if found else None

    def download(self, package, version):
        """Downloads one version of a package without what it depends on; returns the file, or None if the suite has
        another version."""
        escaped = version.replace(":", "%3a")
        path = self.packages / f"{package}_{escaped}_{self.architecture}.deb"
        if not path.exists():
            self.run("apt-get", "-qq", "download", f"{package}={version}", cwd=self.packages)
        return path if path.exists() else None

    def closure(self, *patterns):
        """Downloads packages and everything that they depend on; returns the files in the order of their names."""
        # Files of an earlier call are not part of the result. apt lists only files that the folder does not have.
        wanted = self.run("apt-get", "-qq", "install", "--print-uris", "-o", f"Dir::Cache::archives={self.folder}/none",
                          *patterns)
        result = self.run("apt-get", "-qq", "--assume-yes", "install", "--download-only", *patterns)
        if wanted.returncode != 0 or result.returncode != 0:
            raise Unavailable(f"cannot download packages of {self.suite} for {self.architecture}: "
                              f"{(wanted.stderr + result.stderr).strip()}")
        # Lines are 'URI' FILE SIZE HASH.
        names = sorted(line.split()[1] for line in wanted.stdout.splitlines() if line.startswith("'"))
        return [self.packages / name for name in names]

    def run(self, *command, cwd=None):
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True,
                              env=os.environ | {"APT_CONFIG": str(self.configuration), "LC_ALL": "C.UTF-8"})


def own_mirror():
    """Returns the address of Debian's packages that this machine uses, or the usual one."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"],
                            capture_output=True, text=True).stdout
    mirrors = sorted({line.split()[2] for line in listed.splitlines() if line.startswith("Debian Debian ")})
    return mirrors[0].rstrip("/") if mirrors else DEFAULT_MIRROR


def fields(package):
    """Returns the control file of a package as text, and as a dictionary of its one-line fields."""
    text = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
    return text, dict(re.findall(r"^([A-Za-z-]+): (.*)$", text, re.MULTILINE))


def unpack(packages, root):
    """Unpacks packages into a folder in which /bin, /lib and /sbin are links into /usr, as on every Debian today."""
    for name in "bin", "lib", "sbin":
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        if not (root / name).is_symlink():
            (root / name).symlink_to(f"usr/{name}")
    for package in packages:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as files:
            subprocess.run(["tar", "--extract", "--no-same-owner", "--keep-directory-symlink", "--directory", root],
                           stdin=files.stdout, check=True)
        if files.returncode != 0:
            raise Unavailable(f"cannot read {package}; delete it and try again")


def write_database(packages, folder, root=""):
    """Writes dpkg's database as if the packages were installed below the folder `root`."""
    info = folder / "info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "format").write_text("1\n")
    status = []
    for package in packages:
        text, field = fields(package)
        status.append(text.replace("\n", "\nStatus: install ok installed\n", 1))
        name = field["Package"] + (f":{field['Architecture']}" if field.get("Multi-Arch") == "same" else "")
        listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(listed.stdout)) as files:
            paths = {f"{root}{entry.name.removeprefix('.').rstrip('/')}" for entry in files} - {""}
        if root:
            # With the path that a file has after links are followed, too, because either may be searched.
            paths |= {str(pathlib.Path(path).parent.resolve() / pathlib.Path(path).name) for path in paths}
        (info / f"{name}.list").write_text("".join(f"{path}\n" for path in sorted(paths)))
        with tempfile.TemporaryDirectory() as scratch:
            control = pathlib.Path(scratch) / "control"
            subprocess.run(["dpkg-deb", "--control", package, control], check=True)
            for kind in "shlibs", "symbols":
                if (control / kind).exists():
                    shutil.copy(control / kind, info / f"{name}.{kind}")
    (folder / "status").write_text("\n".join(status))
