// SPDX-License-Identifier: Apache-2.0

/// A function that passes a text to its body in order, as pieces of UTF-8.
///
/// A piece is valid only during the call; a character may be split between pieces.
package typealias TextPieces = (_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Void
