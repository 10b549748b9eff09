// SPDX-License-Identifier: Apache-2.0

/// Modules that import this one also get the modules whose values updates contain.
@_exported public import InputTraits
@_exported public import Keys
@_exported public import Responders
@_exported public import Text
