# SPDX-License-Identifier: Apache-2.0
"""Fetches text packages of Debian, and reads the sentences of a language from them.

apt checks the packages against the signed lists of Debian. Decision 20 says how their licences were read.
"""

import html.parser
import pathlib
import re
import subprocess
import unicodedata
import xml.etree.ElementTree

# The names of a language in the packages: the help of LibreOffice, that of GNOME, and the Debian handbook.
HELP = {
    "da": ["da"], "de": ["de"], "es": ["es"], "fi": ["fi"], "fr": ["fr"], "it": ["it"], "nl": ["nl"], "pl": ["pl"],
    "pt": ["pt-BR", "pt"], "ru": ["ru"], "sv": ["sv"], "tr": ["tr"]}
GUIDES = {"pt": ["pt_BR", "pt"], "nb": []}
HANDBOOKS = {
    "da": "da-DK", "de": "de-DE", "es": "es-ES", "fr": "fr-FR", "it": "it-IT", "nb": "nb-NO", "nl": "nl-NL", "pl": "pl-PL",
    "pt": "pt-BR", "ru": "ru-RU", "sv": "sv-SE", "tr": "tr-TR"}
# Quotations and jokes are closest to everyday text: package and folder.
FORTUNES = {
    "de": ("fortunes-de", "de"), "es": ("fortunes-es", "es"), "it": ("fortunes-it", "it"), "pl": ("fortunes-pl", "pl"),
    "pt": ("fortunes-br", "")}
# Files of quotations mostly have no ending.
SUFFIXES = frozenset(["", ".fortunes", ".html", ".page"])

TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|[.!?…:;]+(?=\s|$)|[\d_/\\@<>=|]")
ENDS = frozenset(".!?…:;")
# Elements that begin a paragraph, and those that hold no prose.
BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li td th dt dd div br title desc item cite table".split())
SKIPPED = frozenset("script style head header aside pre code kbd tt input cmd cmdline sys file output info screen".split())
SKIPPED_CLASSES = frozenset("literal code input filename command screen programlisting keyword computeroutput".split())
EMPTY = frozenset("br hr img input link meta area base col embed source wbr".split())


def sources(language):
    """The packages with text in a language, each with the folder of the text."""
    found = []
    if language in FORTUNES:
        package, folder = FORTUNES[language]
        found.append((package, f"usr/share/games/fortunes/{folder}"))
    for name in HELP.get(language, []):
        found.append((f"libreoffice-help-{name.lower()}", f"usr/share/libreoffice/help/{name}/text"))
    for name in GUIDES.get(language, [language]):
        found.append(("gnome-user-docs", f"usr/share/help/{name}/gnome-help"))
    if language in HANDBOOKS:
        found.append(("debian-handbook", f"usr/share/doc/debian-handbook/html/{HANDBOOKS[language]}"))
    return found


def description(language):
    """The packages with text in a language in a few words."""
    names = (re.sub("^(libreoffice-help)-.*", r"\1", package) for package, _ in sources(language))
    return ", ".join(dict.fromkeys(names))


def fetch(folder, names):
    """Downloads packages into `folder` unless they are there, unpacks them, and returns their versions."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in names if not list(folder.glob(f"{name}_*.deb"))]
    if missing and apt(folder, ["download", *missing]):
        # The lists of this machine are missing or old. Lists in a folder of our own need no privileges.
        lists = folder.resolve() / "apt"
        (lists / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        options = [f"Dir::State::Lists={lists}/lists", f"Dir::Cache={lists}"]
        error = apt(folder, ["update"], options) or apt(folder, ["download", *missing], options)
        if error:
            raise SystemExit(
                f"cannot download {' '.join(missing)} with apt-get: {error}; try again with a connection, or copy the packages "
                f"to {folder}")
    versions = {}
    for name in names:
        package = max(folder.glob(f"{name}_*.deb"))
        versions[name] = subprocess.run(
            ["dpkg-deb", "--field", str(package), "Version"], capture_output=True, text=True, check=True).stdout.strip()
        unpacked = folder / name
        if not unpacked.exists():
            part = folder / f"{name}.new"
            subprocess.run(["dpkg-deb", "--extract", str(package), str(part)], check=True)
            part.rename(unpacked)
    return versions


def apt(folder, arguments, options=()):
    """Runs apt-get in a folder, and returns its last error; nothing if it succeeded."""
    # Its own user may not write into the folder.
    settings = [part for option in ("APT::Sandbox::User=root", *options) for part in ("-o", option)]
    done = subprocess.run(
        ["apt-get", "-qq", *settings, *arguments], cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return ""
    lines = [line.partition(": ")[2] for line in done.stderr.splitlines() if line.startswith("E: ")]
    return lines[-1] if lines else f"it ended with status {done.returncode}"


def sentences(folder, places):
    """The sentences of the packages in `folder`, each once: lists of words, None where something else is between them."""
    known = set()
    for package, place in places:
        for path in files(folder / package / place):
            for paragraph in paragraphs(path):
                for sentence in split(paragraph):
                    key = tuple(sentence)
                    if key not in known:
                        known.add(key)
                        yield sentence


def files(top):
    """The text files below a folder, in a fixed order."""
    return sorted(path for path in top.rglob("*") if path.suffix in SUFFIXES and path.is_file())


def paragraphs(path):
    """The paragraphs of a file."""
    if path.suffix == ".html":
        return html_paragraphs(path.read_text(encoding="utf-8", errors="replace"))
    if path.suffix == ".page":
        return page_paragraphs(path.read_bytes())
    return fortune_paragraphs(path.read_bytes())


def html_paragraphs(text):
    """The paragraphs of a page, without code and names of keys and files."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.finish()
    return reader.found


class _Reader(html.parser.HTMLParser):
    """Collects paragraphs. Skipped elements leave a mark that interrupts the sentence."""

    def __init__(self):
        super().__init__()
        self.found, self._text, self._skipped = [], [], []

    def finish(self):
        """Ends the paragraph."""
        text = " ".join("".join(self._text).split())
        self._text = []
        if any(map(str.isalpha, text)):
            self.found.append(text)

    def handle_starttag(self, tag, attrs):
        if tag in EMPTY:
            if tag == "br" and not self._skipped:
                self.finish()
            return
        classes = (dict(attrs).get("class") or "").split()
        if self._skipped:
            self._skipped.append(tag)
        elif tag in SKIPPED or not SKIPPED_CLASSES.isdisjoint(classes):
            self._skipped.append(tag)
            self._text.append(" | ")
        elif tag in BLOCKS:
            self.finish()

    def handle_endtag(self, tag):
        if self._skipped:
            if tag in self._skipped:
                del self._skipped[len(self._skipped) - 1 - self._skipped[::-1].index(tag) :]
        elif tag in BLOCKS:
            self.finish()

    def handle_data(self, data):
        if not self._skipped:
            self._text.append(data)


def page_paragraphs(data):
    """The paragraphs of a page of GNOME's help, without the names of its authors."""
    found = []

    def name(element):
        return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "comment"

    def walk(element, text):
        text.append(element.text or "")
        for child in element:
            if name(child) in SKIPPED or name(child) == "comment":
                text.append(" | " if name(child) != "comment" else "")
            elif name(child) in BLOCKS:
                block = []
                walk(child, block)
                found.append(" ".join("".join(block).split()))
            else:
                walk(child, text)
            text.append(child.tail or "")

    try:
        root = xml.etree.ElementTree.fromstring(data)
    except xml.etree.ElementTree.ParseError:
        return []
    walk(root, [])
    return [text for text in found if text]


def fortune_paragraphs(data):
    """The texts of a file of quotations, without the lines that name their authors."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if "\0" in text:
        return []
    found = []
    for quotation in re.split(r"^%.*$", text, flags=re.M):
        lines = [line for line in quotation.splitlines() if not re.match(r"\s*(--|\x1b|[-—–(\[])", line)]
        found.append(" ".join(" ".join(lines).split()))
    return [text for text in found if text]


def split(paragraph):
    """The sentences of a paragraph: their words, and None where something else interrupts them."""
    sentence = []
    for token in TOKEN.findall(unicodedata.normalize("NFC", paragraph)):
        if token[0] in ENDS:
            if len(sentence) > 1:
                yield sentence
            sentence = []
        elif token[0].isalpha():
            sentence.append(token.replace("'", "’"))
        elif sentence and sentence[-1] is not None:
            sentence.append(None)
        elif not sentence:
            sentence.append(None)
    if len(sentence) > 1:
        yield sentence
