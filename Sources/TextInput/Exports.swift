// SPDX-License-Identifier: Apache-2.0

// Programs that import the engine also get the modules that it consists of.
@_exported public import InputTraits
@_exported public import Keys
@_exported public import Responders
@_exported public import Text
@_exported public import TextLayout
