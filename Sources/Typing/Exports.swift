// SPDX-License-Identifier: Apache-2.0

/// Modules that import this one also get the texts that it helps with.
@_exported public import Editing
