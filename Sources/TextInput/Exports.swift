// SPDX-License-Identifier: Apache-2.0

// Whoever imports the engine gets what it is made of.
@_exported public import InputTraits
@_exported public import Keys
@_exported public import Responders
@_exported public import Text
@_exported public import TextLayout
