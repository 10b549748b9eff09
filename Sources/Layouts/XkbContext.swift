// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Glibc

/// The owner of an xkb context: the folders of keymaps, and xkb's messages.
///
/// The C type is `struct xkb_context`. The `XKB_DEFAULT_…` environment variables are not read.
final class XkbContext {
  let pointer: OpaquePointer
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
    xkb_context_set_user_data(pointer, Unmanaged.passUnretained(self).toOpaque())
    xkb_context_set_log_fn(pointer) { context, _, format, arguments in
      // Only on some architectures may the argument list be nil.
      guard let context, let format, let arguments = arguments as CVaListPointer?,
        let owner = xkb_context_get_user_data(context)
      else { return }
      var line = [CChar](repeating: 0, count: 400)
      vsnprintf(&line, line.count, format, arguments)
      Unmanaged<XkbContext>.fromOpaque(owner).takeUnretainedValue().note(line)
    }
    for folder in includeFolders { xkb_context_include_path_append(pointer, folder) }
    xkb_context_include_path_append_default(pointer)
    guard xkb_context_num_include_paths(pointer) > 0 else { throw .xkbUnavailable }
  }

  deinit {
    // Keymaps keep the C context alive and may still log messages.
    xkb_context_set_user_data(pointer, nil)
    xkb_context_unref(pointer)
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

  private func note(_ line: [CChar]) {
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
    if messages.count < 8 { messages.append(String(decoding: bytes, as: UTF8.self)) }
  }
}
