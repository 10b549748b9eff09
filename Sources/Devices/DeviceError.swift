// SPDX-License-Identifier: Apache-2.0

/// A permanent failure of devices; all other problems are notices or disconnections.
package enum DeviceError: Error, Hashable {
  /// The kernel refused something that the loop requires; the name of the call and its `errno`.
  case systemCall(String, errno: Int32)
  /// A device node could not be opened.
  case open(path: String, errno: Int32)
  /// A node is not an evdev device, or was removed while it was opened.
  case notEvdev(path: String, errno: Int32)
  /// A selector is empty.
  case emptySelector
  /// A selector does not name a field; `suggestion` is the selector that was probably meant.
  case bareSelector(String, suggestion: String)
  /// A selector has a field by which devices cannot be selected.
  case unknownSelectorField(String, known: [String])
  /// A selector has no value after its equals sign.
  case emptySelectorValue(field: String)
  /// A part of `vendor:product` is neither `*` nor one to four hexadecimal digits.
  case badSelectorNumber(String, selector: String)

  /// The `errno` of a system call that failed; 0 for other failures.
  var errno: Int32 {
    switch self {
    case .systemCall(_, let errno), .open(_, let errno), .notEvdev(_, let errno): errno
    case .emptySelector, .bareSelector, .unknownSelectorField, .emptySelectorValue,
      .badSelectorNumber:
      0
    }
  }
}
