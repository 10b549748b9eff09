# SPDX-License-Identifier: Apache-2.0
"""The processors of the process that measures a time, and of the program that it measures.

If the kernel chose them, equal programs would differ by a third from one run to the next.
"""
import os


def words(processor):
    """The words before a command that is to run on a processor."""
    return ["taskset", "-c", str(processor)]


PROCESSORS = sorted(os.sched_getaffinity(0))
# On one processor the answer is read only when the program waits again. With a processor each, both times contain the
# wake-up of an idle processor.
SHARED = (words(PROCESSORS[0]), words(PROCESSORS[0]))
PLACES = {"on one processor": SHARED}
if len(PROCESSORS) > 1:
    PLACES["a processor each"] = (words(PROCESSORS[0]), words(PROCESSORS[-1]))
