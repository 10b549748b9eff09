# SPDX-License-Identifier: Apache-2.0
"""The steps of `make test`, `make check-fast` and `make test-long`."""

import typing

FAST, USUAL, LONG = "fast", "usual", "long"


class Step(typing.NamedTuple):
    """A target of the Makefile that a run makes."""

    target: str
    needs: tuple = ()                                        # the steps without whose success it cannot run
    after: tuple = ()                                        # the steps that must not run at the same time, red or not
    runs: tuple = (FAST, USUAL, LONG)


# In the order in which they begin, as far as the others allow. The steps that take longest are first.
STEPS = (
    Step("build"),
    Step("build-tests"),
    Step("engines"),
    Step("test-kernel", needs=("build", "engines")),
    Step("test-swift", needs=("build-tests",)),
    # It builds in the folder of build-tests, which SwiftPM locks.
    Step("check", after=("build-tests",)),
    Step("check-cost", needs=("build",), runs=(USUAL, LONG)),
    Step("check-bounds", needs=("build",), runs=(USUAL, LONG)),
    # These two make the words of English, too, as check-cost does.
    Step("test-words", needs=("build",), after=("check-cost",), runs=(USUAL, LONG)),
    Step("test-tutorials", needs=("build", "engines"), after=("check-cost", "test-words")),
    # It makes the words of all languages.
    Step("test-languages", needs=("build",), after=("test-words", "test-tutorials"), runs=(LONG,)),
    Step("test-engines", needs=("engines",), runs=(USUAL, LONG)),
    Step("test-extensions", needs=("build",), runs=(USUAL, LONG)),
    Step("test-clients", needs=("build",), runs=(USUAL, LONG)),
    Step("test-machine", needs=("build",), runs=(USUAL, LONG)),
    Step("test-client-walks", runs=(LONG,)),
    Step("test-pygame", needs=("build",), runs=(LONG,)),
    Step("test-textual", needs=("build",), runs=(LONG,)),
    Step("test-ibus", runs=(LONG,)),
    Step("test-client-c", runs=(USUAL, LONG)),
    # It builds the client for C, too.
    Step("test-forward", after=("test-client-c",), runs=(USUAL, LONG)),
    Step("test-recipes", needs=("build",), after=("test-forward",), runs=(USUAL, LONG)),
    # These take long, or change seldom: many repetitions, a package, a browser and a sanitizer.
    Step("test-walks", needs=("build-tests",), runs=(LONG,)),
    Step("test-fuzzers", needs=("build-tests",), runs=(LONG,)),
    Step("test-faults", needs=("build-tests",), runs=(LONG,)),
    Step("test-client-c-long", runs=(LONG,)),
    Step("test-forward-long", after=("test-forward",), runs=(LONG,)),
    Step("test-lvgl", needs=("build",), runs=(LONG,)),
    Step("test-packaged", needs=("build", "engines"), runs=(LONG,)),
    # Both packages are built with .build/schema.
    Step("check-deb", needs=("build", "engines"), after=("test-packaged",), runs=(LONG,)),
    # It uses the fonts of this machine, and takes minutes to draw them.
    Step("test-handwriting", needs=("engines",), after=("test-engines",), runs=(LONG,)),
    Step("check-deb-handwriting", after=("check-deb", "test-handwriting"), runs=(LONG,)),
    Step("check-deb-forward", after=("check-deb", "test-forward"), runs=(LONG,)),
    # These build in .build/deb and .build/roots, too.
    Step("test-distributions", needs=("build",), after=("check-deb", "check-deb-forward", "test-packaged"), runs=(LONG,)),
    Step("check-distributions", needs=("build",), after=("test-distributions", "test-words", "test-tutorials"), runs=(LONG,)),
    Step("test-upgrade", needs=("build",), after=("check-distributions",), runs=(LONG,)),
    Step("test-arm64", needs=("build",), runs=(LONG,)),
    # These build in .build/release and .build/deb, with .build/schema.
    Step("check-tarball", needs=("build",), after=("check-distributions", "check-deb", "test-words", "test-tutorials", "test-languages"), runs=(LONG,)),
    # It compiles the program twice, and uses the words that check-tarball makes.
    Step("check-reproducible", after=("check-tarball",), runs=(LONG,)),
    Step("check-dockerfile", after=("check-tarball",), runs=(LONG,)),
    Step("test-pictures", needs=("build",), runs=(LONG,)),
    Step("test-browser", needs=("build",), after=("test-recipes",), runs=(LONG,)),
    Step("test-qt", needs=("build",), runs=(LONG,)),
    Step("check-deb-adapter-qt", after=("check-deb", "test-qt", "check-tarball"), runs=(LONG,)),
    Step("test-qt-kernel", needs=("build", "engines"), after=("test-qt",), runs=(LONG,)),
    Step("check-c", runs=(LONG,)),
    Step("sanitize-engines", after=("test-engines",), runs=(LONG,)),
    Step("sanitize-forward", after=("test-client-c", "test-forward", "test-forward-long"), runs=(LONG,)),
    Step("test-injected", needs=("build",), after=("test-forward", "test-forward-long", "sanitize-forward"), runs=(LONG,)),
    Step("memcheck", needs=("build",), after=("test-machine",), runs=(LONG,)),
    Step("sanitize-screen", runs=(LONG,)),
    Step("fuzz", runs=(LONG,)),
    Step("test-day", needs=("build", "engines"), after=("test-machine",), runs=(LONG,)),
)


def steps(thoroughness):
    """Returns the steps of a run, one of `FAST`, `USUAL` and `LONG`."""
    return [step for step in STEPS if thoroughness in step.runs]
