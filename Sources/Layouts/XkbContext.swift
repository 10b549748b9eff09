// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Glibc

/// The owner of an xkb context: the folders of keymaps, and xkb's messages.
///
/// The C type is `struct xkb_context`. The `XKB_DEFAULT_…` environment variables are not read.
final class XkbContext {
  let pointer: OpaquePointer
  private let receiver: UnsafeMutablePointer<xkb_message_receiver>
  // Collected for error reports, because xkb would print them.
  private var messages: [String] = []

  /// Creates a context.
  ///
  /// - Parameter includeFolders: the folders to search before xkb's own.
  /// - Throws: ``LayoutError/xkbUnavailable``.
  init(includeFolders: [String]) throws(LayoutError) {
    let flags = XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue | XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue
    guard let pointer = xkb_context_new(xkb_context_flags(flags)) else {
      throw .xkbUnavailable
    }
    self.pointer = pointer
    receiver = .allocate(capacity: 1)
    receiver.initialize(
      to: xkb_message_receiver(
        owner: Unmanaged.passUnretained(self).toOpaque(),
        receive: { owner, message in
          Unmanaged<XkbContext>.fromOpaque(owner).takeUnretainedValue().receive(message)
        }))
    xkb_context_set_message_receiver(pointer, receiver)
    for folder in includeFolders { xkb_context_include_path_append(pointer, folder) }
    xkb_context_include_path_append_default(pointer)
    guard xkb_context_num_include_paths(pointer) > 0 else { throw .xkbUnavailable }
  }

  deinit {
    // Keymaps keep the C context alive and may still log messages.
    xkb_context_set_user_data(pointer, nil)
    xkb_context_unref(pointer)
    receiver.deallocate()
  }

  /// The folders that are searched, in order.
  var includeFolders: [String] {
    (0..<xkb_context_num_include_paths(pointer)).compactMap { index in
      xkb_context_include_path_get(pointer, index).map { String(cString: $0) }
    }
  }

  /// Returns the first lines that xkb logged since the last call, and clears them.
  func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  private func receive(_ message: UnsafePointer<CChar>) {
    guard messages.count < 8 else { return }
    messages.append(String(String(cString: message).prefix { $0 != "\n" }))
  }
}
