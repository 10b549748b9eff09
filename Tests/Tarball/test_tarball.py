# SPDX-License-Identifier: Apache-2.0
"""Tests the archive of a release in clean roots of other distributions, and in systems that lack something.

TARBALL is the archive: `make check-tarball`. Needs root, and PyPI's spdx-tools in .build/release-tools."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import root                                                  # noqa: E402

ROOT = root.ROOT
ARCHIVE = pathlib.Path(os.environ["TARBALL"]).resolve()
NAME = ARCHIVE.name.removesuffix(".tar.xz")
PROGRAM = f"/opt/{NAME}/keybridge"
# The libraries that come from the system; everything else is in the program.
SHARED = {"libevdev.so.2", "libudev.so.1", "libxkbcommon.so.0", "libgcc_s.so.1", "libm.so.6", "libc.so.6",
          "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
CAPTURE = ROOT / "Documentation/Captures/hello.evemu"


def setUpModule():
    global opt
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    opt = pathlib.Path(holder.name)
    opt.chmod(0o755)
    subprocess.run(["tar", "-C", opt, "-xf", ARCHIVE], check=True)
    shutil.copy(CAPTURE, opt / "hello.evemu")


class Contents(unittest.TestCase):
    def listing(self):
        return subprocess.run(["tar", "--list", "--verbose", "--numeric-owner", "--full-time", "-f", ARCHIVE], check=True,
                              capture_output=True, text=True).stdout.splitlines()

    def test_the_archive_is_one_folder_of_root_that_others_cannot_change(self):
        times = set()
        for line in self.listing():
            mode, owner, _, date, time, name = line.split(maxsplit=5)
            self.assertTrue(name.startswith(NAME + "/"), line)
            self.assertEqual(owner, "0/0", line)
            if not mode.startswith("l"):
                self.assertRegex(mode, r"^[-d]rw[-x]r-[-x]r-[-x]$", line)
            times.add(f"{date} {time}")
        self.assertEqual(len(times), 1, "the files have one time")

    def test_the_archive_has_everything_that_the_page_lists(self):
        folder = opt / NAME
        for name in ("keybridge", "install.sh", "LICENSE", "README", "bin/keybridge", "share/man/man1/keybridge.1",
                     "share/man/man5/keybridge.yaml.5", "share/man/man7/keybridge-protocol.7",
                     "share/locale/sv/LC_MESSAGES/keybridge.mo", "share/keybridge/lexicons/lexicon.en",
                     "share/keybridge/lexicons/ngrams.en", "share/keybridge/lexicons/copyright",
                     "share/keybridge/keybridge.schema.json", "share/keybridge/schema/openrpc.json",
                     "share/keybridge/kiosk/kiosk.py", "share/bash-completion/completions/keybridge",
                     "share/zsh/site-functions/_keybridge", "share/fish/vendor_completions.d/keybridge.fish",
                     "share/doc/keybridge/README.md", "share/doc/keybridge/examples/keybridge.yaml",
                     "share/doc/keybridge/licences/sqlite", "share/doc/keybridge/licences/swift-runtime",
                     "lib/python3/dist-packages/keybridge_client/__init__.py", "lib/udev/rules.d/70-keybridge.rules",
                     "lib/sysusers.d/keybridge.conf", "lib/systemd/system/keybridge.socket"):
            self.assertTrue((folder / name).is_file(), name)
        self.assertIn("ExecStart=/usr/local/bin/keybridge run", (folder / "lib/systemd/system/keybridge.service").read_text())

    def test_links_between_the_pages_have_targets(self):
        subprocess.run([sys.executable, "-B", ROOT / "Packaging/install_documents.py", "--check",
                        opt / NAME / "share/doc/keybridge"], check=True)

    def test_the_program_needs_few_libraries_and_the_glibc_of_debian_12(self):
        program = opt / NAME / "bin/keybridge"
        said = subprocess.run(["objdump", "-p", program], check=True, capture_output=True, text=True).stdout
        needed = set(re.findall(r"NEEDED +(\S+)", said))
        self.assertLessEqual(needed, SHARED)
        self.assertLessEqual({"libevdev.so.2", "libudev.so.1", "libxkbcommon.so.0"}, needed)
        versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", said)}
        self.assertLessEqual(max(versions), (2, 36))
        self.assertNotIn("GLIBCXX", said, "the C++ library is in the program")
        self.assertNotRegex(program.read_bytes().decode("latin-1"), re.escape(str(ROOT) + "/"),
                            "no path of the machine that built it")

    def test_the_sbom_is_valid_and_lists_what_is_in_the_program(self):
        path = ARCHIVE.with_name(NAME + ".spdx.json")
        tools = ROOT / ".build/release-tools"
        check = "import sys; from spdx_tools.spdx.clitools.pyspdxtools import main; sys.exit(main())"
        done = subprocess.run(["/usr/bin/python3", "-c", check, "--infile", path, "--version", "SPDX-2.3"],
                              env=dict(os.environ, PYTHONPATH=str(tools)), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        document = json.loads(path.read_text())
        packages = {package["name"]: package for package in document["packages"]}
        self.assertEqual(set(packages), {"keybridge", "jansson", "libgcc", "libmd", "libseccomp", "libstdc++",
                                         "libyaml", "sqlite", "swift-runtime", "utf8proc"})
        digest = hashlib.sha256((opt / NAME / "bin/keybridge").read_bytes()).hexdigest()
        self.assertEqual(packages["keybridge"]["checksums"][0]["checksumValue"], digest)
        for name, package in packages.items():
            self.assertTrue(package["versionInfo"] and package["supplier"] and package["licenseConcluded"], name)


class Distribution:
    """The archive in the clean root of a distribution, which has the libraries, and without them."""

    @classmethod
    def setUpClass(cls):
        cls.root = root.suite(cls.suite)

    def expect(self, commands, output=None, status=0):
        ended, out, errors = root.run(self.root, opt, commands)
        self.assertEqual(ended, status, f"{commands}\n{out}{errors}")
        if output is not None:
            self.assertEqual(out, output, errors)
        return out, errors

    def test_the_program_types_and_finds_its_data_next_to_it(self):
        out, _ = self.expect(f"{PROGRAM} replay /opt/hello.evemu --mirror text")
        self.assertIn("Hello", out)
        out, _ = self.expect(f"cd /opt/{NAME}; ./keybridge commands --locale sv")
        self.assertIn("Flytta", out)
        out, _ = self.expect(f"{PROGRAM} doctor || true")
        self.assertIn("the words of en are installed", out)
        self.assertIn(f"/opt/{NAME}/install.sh, as root", out)
        self.assertNotIn("make install,", out)

    def test_the_program_runs_through_links_and_from_a_folder_with_a_space(self):
        out, _ = self.expect(f"""
          cp -R /opt/{NAME} '/srv/my keyboard'
          ln -s '/srv/my keyboard/keybridge' /srv/first; ln -s ../../../srv/first /usr/local/bin/keybridge
          cd /; keybridge --version; keybridge commands --locale de | head -n 3; keybridge doctor || true""")
        self.assertIn("the words of en are installed", out)
        self.assertIn("'/srv/my keyboard/install.sh', as root", out)

    def test_exec_runs_a_program_in_a_terminal(self):
        out, _ = self.expect(f"script -qec \"{PROGRAM} try exec -- sh -c 'echo Ha''llo; sleep 1'\" /dev/null </dev/null")
        self.assertIn("Hallo", out)

    def test_missing_libraries_are_named_with_the_command_that_installs_them(self):
        remove = "dpkg --purge --force-depends libevdev2 libxkbcommon0 >/dev/null 2>&1"
        _, errors = self.expect(f"{remove}; exec {PROGRAM} run", "", 1)
        self.assertEqual(errors, "keybridge: libraries are missing: libevdev.so.2 libxkbcommon.so.0\n"
                                 "keybridge:   apt-get install libevdev2 libxkbcommon0, as root\n")
        one = "dpkg --purge --force-depends libevdev2 >/dev/null 2>&1"
        for ID, command in (("fedora", "dnf install libevdev"), ("manjaro", "pacman -S libevdev"),
                            ("opensuse-leap", "zypper install libevdev2")):
            like = "arch" if ID == "manjaro" else "none"
            _, errors = self.expect(
                f"{one}; rm /etc/os-release; printf 'ID=\"{ID}\"\\nID_LIKE={like}\\n' >/etc/os-release;"
                       f" exec {PROGRAM} run", "", 1)
            self.assertEqual(errors, f"keybridge: a library is missing: libevdev.so.2\nkeybridge:   {command}, as root\n")
        _, errors = self.expect(f"{one}; rm -f /etc/os-release /usr/lib/os-release; exec {PROGRAM} run", "", 1)
        self.assertEqual(errors, "keybridge: a library is missing: libevdev.so.2\n"
                                 "keybridge:   install their packages (Debian: libevdev2)\n")

    def test_the_packages_that_the_launcher_names_have_the_libraries(self):
        for library, package in (("libevdev.so.2", "libevdev2"), ("libudev.so.1", "libudev1"),
                                 ("libxkbcommon.so.0", "libxkbcommon0"), ("libgcc_s.so.1", "libgcc-s1")):
            out, _ = self.expect(f"dpkg -S '*/{library}'")
            self.assertRegex(out, rf"(?m)^{package}:")

    def test_install_sh_makes_a_command_and_units_and_removes_them(self):
        commands = f"""
          set -eu
          files() {{ find /etc /usr /lib /opt -xdev \\( -name 'passwd*' -o -name 'group*' -o -name 'shadow*' \\
            -o -name 'gshadow*' -o -name '.pwd.lock' \\) -prune -o ! -type d -print | sort; }}
          umount /opt; cp -R /tmp/copy/. /opt
          files >/tmp/before
          /opt/{NAME}/install.sh
          keybridge --version; test "$(readlink -f /usr/local/bin/keybridge)" = /opt/{NAME}/bin/keybridge
          test -e /etc/udev/rules.d/70-keybridge.rules; test -e /usr/local/lib/systemd/system/keybridge.service
          test -e /usr/local/share/man/man1/keybridge.1
          getent passwd keybridge; getent group keybridge-input
          keybridge doctor | grep rule || true
          /opt/{NAME}/install.sh
          /opt/{NAME}/install.sh --remove
          files >/tmp/after
          diff /tmp/before /tmp/after"""
        out, _ = self.expect(f"mkdir /tmp/copy; cp -R /opt/{NAME} /tmp/copy; {commands}")
        self.assertIn("the udev rule is installed: /etc/udev/rules.d/70-keybridge.rules", out)

    def test_install_sh_refuses_a_folder_that_other_users_can_change(self):
        for folder in "/home/ann", "/tmp/x":
            _, errors = self.expect(f"mkdir -p {folder}; cp -R /opt/{NAME} {folder}; {folder}/{NAME}/install.sh", "", 1)
            self.assertIn(f"mv '{folder}/{NAME}' /opt/ && chown -R root:root '/opt/{NAME}', as root", errors)
        for change in "chmod g+w share", "chown 1000 bin/keybridge", "chmod o+w /srv":
            _, errors = self.expect(
                f"cp -R /opt/{NAME} /srv/k; cd /srv/k; {change}; /srv/k/install.sh; echo $?; ls /usr/local/bin", "1\n")
            self.assertIn("a user other than root can change", errors)
        _, errors = self.expect(f"touch /usr/bin/keybridge; cp -R /opt/{NAME} /srv/k; /srv/k/install.sh", "", 1)
        self.assertIn("the package keybridge is installed, too", errors)
        _, errors = self.expect(f"setpriv --reuid 1000 --regid 1000 --clear-groups /opt/{NAME}/install.sh", "", 1)
        self.assertIn("permission denied", errors)


class Debian12(Distribution, unittest.TestCase):
    suite = "bookworm"


class Debian13(Distribution, unittest.TestCase):
    suite = "trixie"


class Ubuntu2404(Distribution, unittest.TestCase):
    suite = "noble"


class OtherSystems(unittest.TestCase):
    """Systems on which the program cannot run, as far as their files say so."""

    def refusal(self, commands, status=1):
        with root.busybox() as where:
            ended, out, errors = root.run(where, opt, f"{commands}\nexec {PROGRAM} run")
        self.assertEqual((ended, out), (status, ""), errors)
        return errors

    def test_a_system_with_musl(self):
        errors = self.refusal("mkdir -p /lib; echo >/lib/ld-musl-x86_64.so.1; echo ID=alpine >/etc/os-release")
        self.assertIn("keybridge: this system has musl, and Keybridge needs glibc\n", errors)
        self.assertIn("a container with Debian", errors)

    def test_a_system_without_a_loader(self):
        self.assertIn("the loader of glibc, /lib64/ld-linux-x86-64.so.2, does not exist", self.refusal(":"))

    def test_a_glibc_that_is_too_old(self):
        for version in "2.31", "2.9":
            errors = self.refusal(
                "mkdir /lib64; printf '#!/bin/sh\\necho ld.so \\\\(Debian GLIBC 2.x-1\\\\) stable release version "
                f"{version}.\\n' >/lib64/ld-linux-x86-64.so.2; /bin/busybox chmod +x /lib64/ld-linux-x86-64.so.2")
            self.assertIn(f"this system has glibc {version}, and Keybridge needs 2.36 or later", errors)

    def test_another_machine(self):
        with root.busybox() as where:
            ended, _, errors = root.run(where, opt, f"""
              mkdir -p /tmp/bin; cp /opt/{NAME}/bin/keybridge /tmp/bin/keybridge
              sed s/^machine=.*/machine=riscv64/ /opt/{NAME}/keybridge >/tmp/keybridge; exec sh /tmp/keybridge run""")
        self.assertEqual(ended, 1)
        self.assertIn("this program is for riscv64, and this machine is x86_64", errors)

    def test_an_archive_that_was_unpacked_in_part(self):
        with root.busybox() as where:
            ended, _, errors = root.run(
                where, opt, f"/bin/busybox cp /opt/{NAME}/keybridge /tmp/keybridge; exec /tmp/keybridge run")
        self.assertEqual(ended, 1)
        self.assertIn("/tmp/bin/keybridge does not exist", errors)


if __name__ == "__main__":
    unittest.main()
