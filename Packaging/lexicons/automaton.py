# SPDX-License-Identifier: Apache-2.0
"""A minimal automaton of a sorted list of words.

Equal endings of words share their nodes, so that a list of 300,000 words has some 200,000 edges. A node is a run of
edges. A node is written after the nodes that it leads to, so every edge leads to a lower index: a reader that checks
this cannot run in a circle.
"""

import array

LABEL_BITS, FLAG_BITS, TARGET_BITS = 8, 2, 26
LAST = 1 << LABEL_BITS
FINAL = 2 << LABEL_BITS
TARGET_SHIFT = LABEL_BITS + FLAG_BITS
COUNT_SHIFT = TARGET_SHIFT + TARGET_BITS
MAXIMUM_COUNT = (1 << (64 - COUNT_SHIFT)) - 1


class _Node:
    __slots__ = ("children", "final")

    def __init__(self):
        self.children = []  # (label, node), then (label, index of the node, words below, final)
        self.final = False


class Automaton:
    """Builds the edges: `add` each word in ascending order, then `finish`."""

    def __init__(self):
        # Index 0 means "no edges", so no node starts there.
        self.edges = array.array("Q", [LAST])
        self._known = {}
        self._path = [_Node()]
        self._previous = b""

    def add(self, word):
        """Adds a word, as bytes; each must be greater than the one before."""
        previous = self._previous
        if word <= previous:
            raise ValueError(f"{word!r} is not after {previous!r}")
        shared = 0
        for left, right in zip(word, previous):
            if left != right:
                break
            shared += 1
        self._freeze(shared)
        for label in word[shared:]:
            node = _Node()
            self._path[-1].children.append((label, node))
            self._path.append(node)
        self._path[-1].final = True
        self._previous = word

    def finish(self):
        """Returns the index of the first edge of the root; 0 if there are no words."""
        self._freeze(0)
        return self._register(self._path[0])[0]

    def _freeze(self, depth):
        """Writes the nodes of the current path that are deeper than `depth`."""
        while len(self._path) > depth + 1:
            node = self._path.pop()
            parent = self._path[-1]
            label = parent.children[-1][0]
            parent.children[-1] = (label, *self._register(node))

    def _register(self, node):
        """Returns the index of a node with the same edges, the number of words in it, and whether it ends a word."""
        count = int(node.final) + sum(child[2] for child in node.children)
        key = tuple(node.children)
        index = self._known.get(key)
        if index is None:
            index = self._known[key] = self._write(key) if key else 0
        return index, count, node.final

    def _write(self, children):
        index = len(self.edges)
        for label, target, count, final in children:
            if target >= 1 << TARGET_BITS or count > MAXIMUM_COUNT:
                raise ValueError("too many words for the format")
            self.edges.append(label | (FINAL if final else 0) | target << TARGET_SHIFT | count << COUNT_SHIFT)
        self.edges[-1] |= LAST
        return index
