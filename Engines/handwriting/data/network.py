# SPDX-License-Identifier: Apache-2.0
"""Trains the net that tells characters of few strokes apart (Engines/handwriting/network.hpp): one hidden layer, by Adam."""

import numpy

UNITS = 192
EPOCHS = 14
BATCH = 256
RATE = 2e-3
# Each input is moved by noise, and each hidden unit is kept with this share, so that the net does not learn its drawings by heart.
NOISE = 0.05
KEPT = 0.7
DECAY = 1e-5
SEED = 5


def trained(inputs, labels, classes):
    """Trains a net.

    - inputs: a row of floats for each drawing; they are changed.
    - labels: the class of each drawing.
    - classes: the number of classes.

    Returns (weights, biases, weights, biases) of the hidden units and of the classes.
    """
    random = numpy.random.default_rng(SEED)
    count, width = inputs.shape
    mean = inputs.mean(0)
    inputs -= mean
    net = [random.normal(0, (2 / width) ** 0.5, (width, UNITS)).astype(numpy.float32), numpy.zeros(UNITS, numpy.float32),
           random.normal(0, (1 / UNITS) ** 0.5, (UNITS, classes)).astype(numpy.float32), numpy.zeros(classes, numpy.float32)]
    means = [numpy.zeros_like(part) for part in net]
    squares = [numpy.zeros_like(part) for part in net]
    step = 0
    for epoch in range(EPOCHS):
        order = random.permutation(count)
        rate = RATE / 2 * (1 + numpy.cos(numpy.pi * epoch / EPOCHS))
        for start in range(0, count - BATCH + 1, BATCH):
            chosen = order[start:start + BATCH]
            step += 1
            for part, gradient, mean_gradient, square in zip(
                    net, gradients(net, inputs[chosen], labels[chosen], random), means, squares):
                mean_gradient += 0.1 * (gradient - mean_gradient)
                square += 0.001 * (gradient * gradient - square)
                part -= rate * (mean_gradient / (1 - 0.9 ** step)) / (numpy.sqrt(square / (1 - 0.999 ** step)) + 1e-8)
    hidden, hidden_biases, weights, biases = net
    return hidden, hidden_biases - mean @ hidden, weights, biases


def gradients(net, drawn, labels, random):
    """The gradients of the mean cross entropy of some drawings."""
    hidden, hidden_biases, weights, biases = net
    drawn = drawn + random.standard_normal(drawn.shape, dtype=numpy.float32) * numpy.float32(NOISE)
    sums = drawn @ hidden + hidden_biases
    kept = (sums > 0) & (random.random(sums.shape, dtype=numpy.float32) < KEPT)
    units = numpy.where(kept, sums / numpy.float32(KEPT), numpy.float32(0))
    faults = units @ weights + biases
    faults = numpy.exp(faults - faults.max(1, keepdims=True))
    faults /= faults.sum(1, keepdims=True)
    faults[numpy.arange(len(labels)), labels] -= 1
    faults /= len(labels)
    back = numpy.where(kept, faults @ weights.T / numpy.float32(KEPT), numpy.float32(0))
    decay = numpy.float32(DECAY)
    return [drawn.T @ back + decay * hidden, back.sum(0), units.T @ faults + decay * weights, faults.sum(0)]
