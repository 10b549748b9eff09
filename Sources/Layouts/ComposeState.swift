// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Keys

/// The owner of a compose table and of one sequence.
///
/// The C types are `struct xkb_compose_table` and `struct xkb_compose_state`.
struct ComposeState: ~Copyable {
  /// The effect of a symbol; the C type is `enum xkb_compose_status`.
  enum Step {
    case nothing
    case composing
    case composed
    case cancelled
  }

  private let pointer: OpaquePointer

  /// Loads a table: the user's file, or else the locale's, or else the built-in one.
  ///
  /// A user's file that cannot be read or parsed is skipped. The result is nil only if memory runs
  /// out.
  ///
  /// - Parameters:
  ///   - sources: the files and the locale.
  ///   - context: the context for the table.
  ///   - mistakes: receives the mistakes in the user's file.
  init?(
    _ sources: LayoutSources, in context: XkbContext, mistakes: inout [ComposeMistake]
  ) {
    let locale = sources.usedComposeLocale
    guard let table = Self.firstTable(sources, locale, in: context, &mistakes) else { return nil }
    defer { xkb_compose_table_unref(table) }
    guard let pointer = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      return nil
    }
    self.pointer = pointer
  }

  deinit {
    xkb_compose_state_unref(pointer)
  }

  /// Adds a symbol to the sequence.
  func feed(_ keysym: UInt32) -> Step {
    guard xkb_compose_state_feed(pointer, keysym) == XKB_COMPOSE_FEED_ACCEPTED else {
      return .nothing
    }
    switch xkb_compose_state_get_status(pointer) {
    case XKB_COMPOSE_COMPOSING: return .composing
    case XKB_COMPOSE_COMPOSED: return .composed
    case XKB_COMPOSE_CANCELLED: return .cancelled
    default: return .nothing
    }
  }

  /// The text of the completed sequence, without control characters.
  var text: String {
    let size = Int(max(0, xkb_compose_state_get_utf8(pointer, nil, 0))) + 1
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      xkb_compose_state_get_utf8(pointer, buffer.baseAddress, size)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    guard text.unicodeScalars.contains(where: { !Keysym.isText($0) }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(Keysym.isText)))
  }

  /// Resets the sequence.
  func reset() {
    xkb_compose_state_reset(pointer)
  }

  private static func firstTable(
    _ sources: LayoutSources, _ locale: String, in context: XkbContext,
    _ mistakes: inout [ComposeMistake]
  ) -> OpaquePointer? {
    let files = ComposeFiles(folder: sources.composeFolder)
    for path in [sources.composeFile, files.path(for: locale) ?? ""] where !path.isEmpty {
      var reader = ComposeReader(files: files, locale: locale)
      reader.countsLines = path == sources.composeFile
      _ = context.takeMessages()
      guard let bytes = try? reader.read(path) else { continue }
      let table = table(bytes, locale: locale, in: context.pointer)
      if path == sources.composeFile {
        mistakes = ComposeMistake.list(
          context.takeMessages(), reader, isFatal: table == nil, under: sources.composeFolder)
      }
      if let table { return table }
    }
    return table(Array(BuiltInCompose.text.utf8), locale: locale, in: context.pointer)
  }

  private static func table(
    _ bytes: [UInt8], locale: String, in context: OpaquePointer
  ) -> OpaquePointer? {
    bytes.withUnsafeBytes { buffer in
      xkb_compose_table_new_from_buffer(
        context, buffer.assumingMemoryBound(to: CChar.self).baseAddress, buffer.count, locale,
        XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
    }
  }
}
