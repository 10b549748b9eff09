#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the libraries that are linked statically into a program, as SPDX 2.3 in JSON.

    sbom.py --program FILE --archives FILE --version 0.2.0 --arch amd64 --name NAME --output FILE [--licences FILE]

The list comes from the linker (Packaging/release/link_program.py --archives), not from what a build should contain: a library
that the linker has not used is not listed, and one that Packaging/release/components.toml does not know is an error. Versions and
suppliers are those of the Debian packages with the static libraries, and of the Swift toolchain. --licences writes the component
and the path of each licence, separated by a tab. SOURCE_DATE_EPOCH is the time of the document. Needs: dpkg."""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
SWIFT = "/swift_static/"
# The file system of an SDK.
SYSROOT = "keybridge.artifactbundle/sdk/sysroot"
# The version of Swift's libraries in an SDK.
PINS = HERE.parent / "arm64/pins.toml"


class UnknownComponent(Exception):
    """A static library whose origin or licence is not known, with a hint."""


def output(*words):
    """Returns the output of a command, without the newline at its end."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


class Packages:
    """The Debian packages of this machine, or those of an SDK for another one."""

    def __init__(self, known, sdk=None):
        self.known, self.sdk = known, sdk
        self.root = sdk / SYSROOT if sdk else ""

    def query(self, *words):
        """Returns the output of dpkg-query; None if it fails."""
        database = [f"--admindir={self.sdk / 'dpkg'}"] if self.sdk else []
        done = subprocess.run(["dpkg-query", *database, *words], capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else None

    def owner(self, path):
        """Returns the package with a static library."""
        if SWIFT in str(path):
            return "swift"
        real = pathlib.Path(path).resolve()
        if self.sdk:
            # The database of an SDK knows which packages it was made of, but not their files.
            installed = (self.query("--show", "--showformat=${Package}\n") or "").split()
            for component in self.known:
                found = [name for name in installed if re.fullmatch(component["package"], name)]
                if real.name in component["archives"] and found:
                    return found[0]
        else:
            # In Debian 12, /lib is a link to /usr/lib, and a package may name either.
            for name in (str(real), str(real).removeprefix("/usr")):
                found = self.query("--search", name)
                if found:
                    return found.partition(":")[0]
        raise UnknownComponent(f"{real} belongs to no known Debian package and is not Swift's; link the library of a package")

    def component(self, package):
        """Returns a component with its version, its supplier and the file of its licence."""
        entry = next((dict(one) for one in self.known if re.fullmatch(one["package"], package)), None)
        if entry is None:
            raise UnknownComponent(f"the licence of {package}, which is linked statically, is not known;"
                                   " read it and add it to Packaging/release/components.toml")
        if package == "swift":
            # Not resolved: swift is a link to a program that looks at its name.
            swift = pathlib.Path(output("sh", "-c", "command -v swift"))
            if self.sdk:
                # An SDK has the libraries of Debian's package, and only the compiler is the toolchain's.
                version = tomllib.loads(PINS.read_text(encoding="utf-8"))["swiftlang"]["version"]
                entry.update(version=version, supplier="Organization: Debian",
                             purl=f"pkg:deb/debian/swiftlang@{version.replace('+', '%2B')}?arch=arm64")
            else:
                entry["version"] = re.search(r"Swift version (\S+)", output(str(swift), "--version"))[1]
            entry["licence_file"] = str(swift.parents[1] / "share/swift/LICENSE.txt")
            return entry
        fields = ("Package", "Version", "Architecture", "Maintainer", "Homepage")
        shown = self.query("--show", "--showformat=" + "".join(f"${{{field}}}\\n" for field in fields) + ".\\n", package)
        if not shown:
            raise UnknownComponent(f"dpkg does not know the package {package}; install it")
        name, version, architecture, maintainer, homepage = shown.splitlines()[:5]
        person = re.fullmatch(r"(.*?) <(.*)>", maintainer)
        # SPDX distinguishes organizations, such as a team, from persons.
        kind = "Organization" if re.search(r"[Tt]eam|[Mm]aintainers|Group", maintainer) else "Person"
        entry.update(version=version, homepage=homepage,
                     supplier=f"{kind}: " + (f"{person[1]} ({person[2]})" if person else maintainer),
                     purl=f"pkg:deb/debian/{name.replace('+', '%2B')}@{version}?arch={architecture}",
                     licence_file=f"{self.root}/usr/share/doc/{name}/copyright")
        return entry

    def components(self, archives):
        """Returns the components of the static libraries that a linker has used, by name, without duplicates."""
        names = {self.owner(line.partition("\t")[2]) for line in archives.splitlines()}
        return sorted(map(self.component, names), key=lambda entry: entry["name"])


def identifier(component):
    """Returns a component's identifier, which may only have letters, digits, dots and hyphens."""
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", component.replace("+", "p"))


def package(entry):
    """Returns the SPDX package of a component."""
    result = {
        "SPDXID": identifier(entry["name"]),
        "name": entry["name"],
        "versionInfo": entry["version"],
        "supplier": entry["supplier"],
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": entry["licence"],
        "licenseDeclared": entry["licence"],
        "copyrightText": "NOASSERTION",
    }
    if entry.get("homepage"):
        result["homepage"] = entry["homepage"]
    if entry.get("purl"):
        result["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                   "referenceLocator": entry["purl"]}]
    return result


def document(options, entries, program):
    """Returns the SPDX document."""
    digest = hashlib.sha256(program).hexdigest()
    time = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    main = {
        "SPDXID": "SPDXRef-keybridge",
        "name": "keybridge",
        "versionInfo": options.version,
        "supplier": "Organization: The Keybridge authors",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
        "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "2026 The Keybridge authors",
        "primaryPackagePurpose": "APPLICATION",
        "comment": f"The program bin/keybridge for {options.arch}",
    }
    describes = {"spdxElementId": "SPDXRef-DOCUMENT", "relatedSpdxElement": main["SPDXID"],
                 "relationshipType": "DESCRIBES"}
    links = [{"spdxElementId": main["SPDXID"], "relatedSpdxElement": identifier(entry["name"]),
              "relationshipType": "STATIC_LINK"} for entry in entries]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": options.name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{options.name}-{digest}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: The Keybridge authors", "Tool: Packaging/release/sbom.py"]},
        "packages": [main, *map(package, entries)],
        "relationships": [describes, *links],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in "program", "archives", "output":
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in "version", "arch", "name":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--licences", type=pathlib.Path)
    parser.add_argument("--sdk", type=pathlib.Path, help="the folder of the SDK, if the program is for another machine")
    options = parser.parse_args()
    known = tomllib.loads((HERE / "components.toml").read_text(encoding="utf-8"))["component"]
    try:
        entries = Packages(known, options.sdk).components(options.archives.read_text())
    except UnknownComponent as error:
        print(f"sbom.py: {error}", file=sys.stderr)
        return 1
    text = json.dumps(document(options, entries, options.program.read_bytes()), indent=2) + "\n"
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(text)
    if options.licences:
        options.licences.write_text("".join(f"{entry['name']}\t{entry['licence_file']}\n" for entry in entries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
