// SPDX-License-Identifier: Apache-2.0

/// Modules that import this one also get the modules that containers consist of.
@_exported public import TextLayout
@_exported public import Updates
