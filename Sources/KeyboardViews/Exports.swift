// SPDX-License-Identifier: Apache-2.0

/// Modules that import this one also get the modules whose state it shows.
@_exported public import Composing
@_exported public import Typing
