// SPDX-License-Identifier: Apache-2.0

/// What can go wrong for good around devices; all other trouble is a notice or a disconnection.
package enum DeviceError: Error, Hashable {
  /// The kernel refused something that the loop cannot do without; the call's name and its `errno`.
  case systemCall(String, errno: Int32)
  /// A device node could not be opened.
  case open(path: String, errno: Int32)
  /// A node was opened and is not an evdev device, or went away meanwhile.
  case notEvdev(path: String, errno: Int32)
  /// A selector without any text.
  case emptySelector
  /// A selector that does not say what it selects by, and what was probably meant.
  case bareSelector(String, suggestion: String)
  /// A selector by something that devices are not selected by.
  case unknownSelectorField(String, known: [String])
  /// A selector that ends after its equals sign.
  case emptySelectorValue(field: String)
  /// A part of `vendor:product` that is neither `*` nor one to four hexadecimal digits.
  case badSelectorNumber(String, selector: String)
}
