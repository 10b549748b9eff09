#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the static site of all pages, and checks their links.

    build_pages.py .build/site       every page as HTML, with pictures, schemas and examples
    build_pages.py --check           reports links without a target, and writes nothing

A link leads to a file of the project, to a heading of a page, or to an address of the web, of which only the form is checked.
The library's reference, which build_site.py writes to the folder `library` of the site, is linked if it is there. It uses
Debian's Python, because markdown-it is Debian's.
"""

import argparse
import html
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

import markdown_it

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
# Pages and files of these folders are for the project's own work: the sources' own pages are in the library's reference.
LEFT = ("Tests/", "Sources/")


def files(root):
    """The paths of all files of the project, and of their folders."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=True).stdout.decode().split("\0")
    found = {path for path in listed if path and (root / path).exists()}
    return found | {str(parent) for path in found for parent in pathlib.PurePosixPath(path).parents}


def slug(heading):
    """The anchor of a heading, as GitHub forms it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


class Page:
    """A page in Markdown, parsed: its title, its anchors and its links."""

    def __init__(self, path, text):
        self.path = path
        self.parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.tokens = self.parser.parse(text)
        self.title, self.anchors, self.links = path, [], []
        counts = {}
        for index, token in enumerate(self.tokens):
            if token.type == "heading_open":
                words = "".join(child.content for child in self.tokens[index + 1].children)
                anchor = slug(words)
                count = counts[anchor] = counts.get(anchor, -1) + 1
                anchor += f"-{count}" if count else ""
                token.attrSet("id", anchor)
                self.anchors.append(anchor)
                if token.tag == "h1" and self.title == path:
                    self.title = words
            line = token.map[0] + 1 if token.map else 0
            for child in token.children or []:
                name = {"link_open": "href", "image": "src"}.get(child.type)
                if name:
                    self.links.append((line, child, name))


def split(link):
    path, _, anchor = link.partition("#")
    return urllib.parse.unquote(path), urllib.parse.unquote(anchor)


def target(page, path):
    """The file that a link of a page leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path)) if path else page.path


def dead_links(pages, known):
    """The links without a target, each with its place and the reason."""
    for page in pages.values():
        for line, token, name in page.links:
            link = token.attrGet(name)
            place = f"{page.path}:{line}: {link}"
            address = urllib.parse.urlsplit(link)
            if address.scheme:
                # References within the library are checked when its reference is built.
                if address.scheme == "doc" and ".docc/" in page.path:
                    continue
                if address.scheme not in ("https", "http", "mailto") or not (address.netloc or address.path):
                    yield f"{place}: no address of the web"
                continue
            path, anchor = split(link)
            found = target(page, path)
            if found not in known:
                yield f"{place}: there is no such file"
            elif anchor and found.endswith(".md") and anchor not in pages[found].anchors:
                yield f"{place}: the page has no such heading"


def is_shown(path):
    return not path.startswith(LEFT)


def place(path):
    """The file of the site for a file of the project."""
    if path == "README.md":
        return "index.html"
    return re.sub(r"README\.md$", "index.html", re.sub(r"(?<!README)\.md$", ".html", path))


def relinked(page, known):
    """Makes links of a page lead to pages of the site; one that leads out of it becomes plain text."""
    here = posixpath.dirname(place(page.path))
    for _, token, name in page.links:
        link = token.attrGet(name)
        if urllib.parse.urlsplit(link).scheme:
            continue
        path, anchor = split(link)
        found = target(page, path)
        if not is_shown(found):
            token.attrs.pop(name)
            token.attrSet("title", f"in the project's repository: {found}")
            continue
        if found + "/README.md" in known:
            found += "/README.md"
        elif any(other.startswith(found + "/") for other in known) and (ROOT / found).is_dir():
            found += "/index.html"
        if path:
            link = urllib.parse.quote(posixpath.relpath(place(found), here or "."))
            token.attrSet(name, link + (f"#{anchor}" if anchor else ""))


def sections(pages, known):
    """The navigation: the headings of the index of the documentation, each with the pages that its table links to."""
    index = pages["Documentation/README.md"]
    heading, found = None, {}
    for number, token in enumerate(index.tokens):
        if token.type == "heading_open" and token.tag == "h2":
            heading = index.tokens[number + 1].content
        for child in token.children or []:
            link = child.attrGet("href") if child.type == "link_open" else None
            if not link or urllib.parse.urlsplit(link).scheme or heading is None:
                continue
            path = target(index, split(link)[0])
            if path in pages and is_shown(path) and path not in found.get(heading, []):
                found.setdefault(heading, []).append(path)
    return found


def navigation(page, pages, groups, has_library):
    here = posixpath.dirname(place(page.path))

    def item(path, title):
        link = urllib.parse.quote(posixpath.relpath(place(path), here or "."))
        current = ' aria-current="page"' if path == page.path else ""
        return f'<li><a href="{link}"{current}>{html.escape(title)}</a></li>'

    parts = [f"<ul>{item('README.md', 'Keybridge')}{item('Documentation/README.md', 'All pages')}</ul>"]
    for heading, paths in groups.items():
        items = "".join(item(path, pages[path].title) for path in paths)
        parts.append(f"<h2>{html.escape(heading)}</h2><ul>{items}</ul>")
    if has_library:
        link = posixpath.relpath("library/documentation/index.html", here or ".")
        parts.append(f'<h2>Library</h2><ul><li><a href="{link}">The library for Swift</a></li></ul>')
    return "".join(parts)


def write_page(page, body, navigation, output):
    up = posixpath.relpath(".", posixpath.dirname(place(page.path)) or ".")
    style = "style.css" if up == "." else f"{up}/style.css"
    title = page.title if page.title == "Keybridge" else f"{page.title} – Keybridge"
    path = output / place(page.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
        f'<link rel="stylesheet" href="{style}">\n</head>\n<body>\n<nav>{navigation}</nav>\n<main>\n{body}</main>\n'
        f"</body>\n</html>\n", encoding="utf-8")


def folder_page(path, known):
    """A list of a folder that pages link to and that has no page of its own."""
    names = sorted({other[len(path) + 1:].split("/")[0] for other in known if other.startswith(path + "/")})
    return Page(path + "/README.md", f"# {path}\n\n" + "".join(f"- [{name}]({urllib.parse.quote(name)})\n" for name in names))


def build(root, output):
    """Writes the site; returns what is wrong with its links."""
    known = files(root)
    pages = {path: Page(path, (root / path).read_text(encoding="utf-8")) for path in sorted(known) if path.endswith(".md")}
    wrong = list(dead_links(pages, known))
    if wrong or output is None:
        return wrong
    library = output / "library"
    for old in output.iterdir() if output.is_dir() else ():
        if old != library:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    output.mkdir(parents=True, exist_ok=True)
    shown = {path: page for path, page in pages.items() if is_shown(path)}
    groups = sections(pages, known)
    linked = {target(page, split(token.attrGet(name))[0]) for page in shown.values() for _, token, name in page.links
              if not urllib.parse.urlsplit(token.attrGet(name)).scheme}
    for path in sorted(linked):
        if (root / path).is_dir() and is_shown(path) and path + "/README.md" not in known and path != ".":
            shown[path + "/README.md"] = folder_page(path, known)
            known.add(path + "/README.md")
    for page in shown.values():
        relinked(page, known)
        body = page.parser.renderer.render(page.tokens, page.parser.options, {})
        write_page(page, body, navigation(page, pages, groups, library.is_dir()), output)
    for path in sorted(linked | {other for other in known for folder in linked if other.startswith(folder + "/")}):
        if (root / path).is_file() and is_shown(path) and not path.endswith(".md"):
            (output / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / path, output / path)
    shutil.copy(HERE / "style.css", output / "style.css")
    return list(dead_files(output))


def dead_files(output):
    """The links of the written pages that lead to no file or to no anchor."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(output.rglob("*.html")) if "library" not in
             path.relative_to(output).parts[:1]}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', text):
            if urllib.parse.urlsplit(link).scheme:
                continue
            name, anchor = split(html.unescape(link))
            found = (path.parent / name).resolve() if name else path
            if not found.exists() or found.is_dir():
                yield f"{path.relative_to(output)}: {link}: there is no such file of the site"
            elif anchor and found in anchors and anchor not in anchors[found]:
                yield f"{path.relative_to(output)}: {link}: the page has no such heading"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path, nargs="?", help="the folder of the site")
    parser.add_argument("--check", action="store_true", help="only check the links")
    options = parser.parse_args()
    if (options.output is None) != options.check:
        parser.error("name the folder of the site, or --check")
    wrong = build(ROOT, options.output and options.output.resolve())
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong and options.output:
        print(f"{options.output}/index.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
