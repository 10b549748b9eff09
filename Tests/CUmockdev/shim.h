// SPDX-License-Identifier: Apache-2.0
#pragma once
// Intentionally empty: GLib's headers cannot form a Swift module, so only C includes umockdev.h.
// This module supplies the compiler and linker flags.
