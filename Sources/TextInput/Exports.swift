// SPDX-License-Identifier: Apache-2.0

/// Programs that import the engine also get the modules that it consists of.
@_exported public import KeyboardViews
