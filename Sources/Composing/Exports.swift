// SPDX-License-Identifier: Apache-2.0

/// Modules that import this one also get the texts that are composed in.
@_exported public import Editing
