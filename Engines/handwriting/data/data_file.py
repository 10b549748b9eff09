# SPDX-License-Identifier: Apache-2.0
"""Writes the data files of the handwriting engine, which `data_file.cpp` reads.

Numbers are little endian. The head of a file has 64 bytes:

    8  the letters KBHANDWR
    4  the version of the format
    4  the kind of the file, four letters: PROJ, TMPL, CHAR or NETW
    8  the length of the file
    4  the CRC-32 of what follows the head
    4  the number of items
    4  the number of values of a template
    4  the number of features
    24 the name of the source, which zeros fill up

    PROJ: the mean of each feature, then for each feature its part in each value; floats
    TMPL: for each template its character (4 bytes), its place (top, bottom, larger side and number of strokes; bytes), its
          factor (a float), and its values (signed bytes); all characters are first, then all places, and so on
    CHAR: for each mode its name (16 bytes), the number of its characters and the number of its pairs (4 bytes each), then the
          characters (4 bytes), their levels (2 bytes), the pairs (8 bytes: character and character before), and their gains (1
          byte); characters and pairs in ascending order; each list begins at a multiple of 8
    NETW: the characters (4 bytes each, ascending), the factors and the biases of the hidden units, then of the characters
          (floats), the weights of each hidden unit, and those of each character (signed bytes)
"""

import struct
import zlib

import numpy

VERSION = 1
HEAD = struct.Struct("<8sI4sQIIII24s")


def write(path, kind, source, items, values, features, body):
    """Writes a file, in place of an older one once it is whole."""
    head = HEAD.pack(b"KBHANDWR", VERSION, kind.encode(), HEAD.size + len(body), zlib.crc32(body), items, values, features,
                     source.encode())
    partial = path.with_name(path.name + ".new")
    partial.write_bytes(head + body)
    partial.replace(path)
    print(f"{path}: {items:,} items, {path.stat().st_size / 1e6:.2f} MB")


def write_projection(path, source, mean, projection):
    """Writes a projection: `mean` of each feature, and a matrix of features × values."""
    features, values = projection.shape
    body = numpy.concatenate([mean[None, :].astype("<f4").ravel(), projection.astype("<f4").ravel()]).tobytes()
    write(path, "PROJ", source, 1, values, features, body)


def write_templates(path, source, characters, places, vectors):
    """Writes templates, whose vectors have the length 1; places are rows of four bytes."""
    largest = numpy.abs(vectors).max(1)
    bytes_of = numpy.round(vectors / largest[:, None] * 127).astype(numpy.int8)
    # The factor gives the bytes the length 1 again.
    factors = 1 / numpy.linalg.norm(bytes_of.astype(float), axis=1)
    body = b"".join([
        numpy.array([ord(character) for character in characters], "<u4").tobytes(),
        numpy.asarray(places, numpy.uint8).tobytes(), factors.astype("<f4").tobytes(), bytes_of.tobytes()])
    write(path, "TMPL", source, len(characters), vectors.shape[1], 0, body)


def write_network(path, source, characters, net):
    """Writes a net: (weights, biases, weights, biases) of the hidden units and of the characters, which are in ascending order."""
    hidden, hidden_biases, weights, biases = net

    def rounded(matrix):
        # A unit without weights has a factor, too.
        factors = numpy.maximum(numpy.abs(matrix).max(0), 1e-9) / 127
        return factors.astype("<f4").tobytes(), numpy.round(matrix / factors).astype(numpy.int8).T.tobytes()

    hidden_factors, hidden_bytes = rounded(hidden)
    factors, weight_bytes = rounded(weights)
    body = b"".join([
        numpy.array([ord(character) for character in characters], "<u4").tobytes(),
        hidden_factors, hidden_biases.astype("<f4").tobytes(), factors, biases.astype("<f4").tobytes(), hidden_bytes, weight_bytes])
    write(path, "NETW", source, len(characters), hidden.shape[1], hidden.shape[0], body)


def padded(data):
    """Adds zeros up to a multiple of 8."""
    return data + bytes(-len(data) % 8)


def write_characters(path, source, modes):
    """Writes the characters of modes: {name: ({character: level}, {(before, character): gain})}."""
    body = b""
    for name, (levels, gains) in modes.items():
        characters = sorted(levels)
        pairs = sorted((ord(before) << 32 | ord(character), gain) for (before, character), gain in gains.items())
        body += struct.pack("<16sII", name.encode(), len(characters), len(pairs))
        body += padded(numpy.array([ord(character) for character in characters], "<u4").tobytes())
        body += padded(numpy.array([levels[character] for character in characters], "<u2").tobytes())
        body += numpy.array([key for key, _ in pairs], "<u8").tobytes()
        body += padded(numpy.array([gain for _, gain in pairs], numpy.uint8).tobytes())
    write(path, "CHAR", source, len(modes), 0, 0, body)
