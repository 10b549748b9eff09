# SPDX-License-Identifier: Apache-2.0
"""Whether the tests can pass in the folder of the project."""

import os
import pathlib
import stat

PROJECT = pathlib.Path(__file__).resolve().parent.parent

# Characters that the shell commands of tests, Makefiles or lists of folders would read as something else.
REFUSED = "'\"\\$#%:;,`\n"


def trouble(project=PROJECT, user=None):
    """Returns why the tests fail in a folder, for a user, by default this one; None if nothing is known to be wrong."""
    found = sorted(set(str(project)) & set(REFUSED))
    if found:
        return (f"the tests fail in a folder with {' or '.join(map(repr, found))} in its name: {project}\n"
                "move the project to another folder")
    if (os.geteuid() if user is None else user) != 0:
        return None
    for folder in reversed((project, *project.parents)):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return (f"root's tests run programs as another user, who cannot enter {folder}\n"
                    f"move the project to another folder, or run chmod o+x {folder}")
    return None
