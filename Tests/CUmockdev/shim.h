// SPDX-License-Identifier: Apache-2.0
#pragma once
// Empty on purpose: GLib's headers make no Swift module, so only C includes umockdev.h;
// this module brings its flags and its link lines.
