// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Reads a compose table together with the files that it includes, so that libxkbcommon opens none
/// of them.
///
/// libxkbcommon would wait for ever for an included pipe, and would read from a device.
struct ComposeReader {
  /// Where the installed tables are.
  let files: ComposeFiles
  /// The locale whose table `%L` stands for.
  let locale: String

  /// The maximum depth of includes, which stops a table that includes itself; the same limit as
  /// libxkbcommon's.
  private static let deepest = 5
  /// The maximum number of files of one table.
  private static let mostFiles = 100

  /// Whether ``sections`` are needed: counting the lines of a large table takes time.
  var countsLines = false
  /// The lines of files that became lines of the table, in the order of the table.
  private(set) var sections: [Section] = []
  /// The lines that should include a file and are invalid.
  private(set) var mistakes: [ComposeError.Include] = []
  private var fileCount = 0
  private var byteCount = 0

  /// Consecutive lines of the table that are consecutive lines of a file.
  struct Section {
    /// The file.
    var path: String
    /// The number of the first line in the file, counted from 1.
    var line: Int
    /// The number of lines.
    var count: Int
  }

  /// Finds the file and its line that became a line of the table.
  ///
  /// - Parameter line: the line of the table, counted from 1.
  /// - Returns: the file and the line; nil for a line beyond the end of the table.
  func origin(ofLine line: Int) -> (path: String, line: Int)? {
    var first = 1
    for section in sections {
      if line < first + section.count { return (section.path, section.line + line - first) }
      first += section.count
    }
    return nil
  }

  init(files: ComposeFiles, locale: String) {
    (self.files, self.locale) = (files, locale)
  }

  /// Reads a table and the files that it includes.
  ///
  /// - Parameter path: the file.
  /// - Returns: the table without includes.
  /// - Throws: the first file that cannot be read, or is one too many.
  mutating func read(_ path: String) throws(ComposeError) -> [UInt8] {
    try read(path, depth: 0)
  }

  private mutating func read(_ path: String, depth: Int) throws(ComposeError) -> [UInt8] {
    fileCount += 1
    guard depth <= Self.deepest else {
      throw ComposeError(path: path, problem: .tooDeep(limit: Self.deepest))
    }
    guard fileCount <= Self.mostFiles else {
      throw ComposeError(path: path, problem: .tooManyFiles(limit: Self.mostFiles))
    }
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, limit: RegularFile.usualLimit - byteCount)
    } catch {
      throw ComposeError(path: path, problem: .unreadable(error))
    }
    byteCount += bytes.count
    // A byte order mark at the start of an included file would be a mistake in the middle of the
    // table. xkb ignores a last line without a newline.
    let start = bytes.starts(with: Self.mark) ? Self.mark.count : 0
    var text = bytes[start...]
    text.append(10)
    return try replacingIncludes(in: text, of: path, depth: depth)
  }

  /// Replaces the lines that include files by the contents of those files.
  private mutating func replacingIncludes(
    in text: ArraySlice<UInt8>, of file: String, depth: Int
  ) throws(ComposeError) -> [UInt8] {
    var table: [UInt8] = []
    var (copied, place) = (text.startIndex, text.startIndex)
    var nextLine = 1
    func add(_ lines: ArraySlice<UInt8>) {
      table += lines
      guard countsLines else { return }
      let count = lines.count { $0 == 10 }
      sections.append(Section(path: file, line: nextLine, count: count))
      nextLine += count
    }
    while let word = Self.nextWord(in: text[place...]) {
      let end = text[word...].firstIndex(of: 10) ?? text.endIndex
      place = min(end + 1, text.endIndex)
      let line = including(text[word..<end])
      if case .another = line { continue }
      var start = word
      while start > text.startIndex, Self.isBlank(text[start - 1]) { start -= 1 }
      add(text[copied..<start])
      copied = end
      guard case .file(let path) = line else {
        mistakes.append(Self.place(of: word, in: text, of: file))
        continue
      }
      do throws(ComposeError) {
        table += try read(path, depth: depth + 1)
      } catch {
        var error = error
        if error.include == nil { error.include = Self.place(of: word, in: text, of: file) }
        throw error
      }
    }
    add(text[copied...])
    return table
  }

  private static func place(
    of word: Int, in text: ArraySlice<UInt8>, of file: String
  ) -> ComposeError.Include {
    let before = text[..<word]
    let line = before.count { $0 == 10 } + 1
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? text.startIndex
    return ComposeError.Include(path: file, line: line, column: word - start + 1)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let word = Array("include".utf8)

  /// Finds the next line that may include a file: its first letter is that of `include`.
  ///
  /// - Parameter text: whole lines.
  // One loop over bytes in memory: tables have thousands of lines, of which few include anything.
  private static func nextWord(in text: ArraySlice<UInt8>) -> Int? {
    text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var place = 0
      while place < bytes.count {
        if isBlank(bytes[place]) {
          place += 1
        } else if bytes[place] == word[0] {
          return text.startIndex + place
        } else {
          guard let end = memchr(base + place, 10, bytes.count - place) else { return nil }
          place = UnsafeRawPointer(end) - base + 1
        }
      }
      return nil
    }
  }

  // MARK: Lines

  /// The kinds of lines of a table.
  private enum Line {
    /// It includes a file.
    case file(String)
    /// An invalid line, which libxkbcommon ignores.
    case mistake
    /// A line that includes no file.
    case another
  }

  /// Parses a line without leading blanks, as libxkbcommon does: `include "%H/.XCompose"`,
  /// optionally followed by a comment.
  private func including(_ line: ArraySlice<UInt8>) -> Line {
    guard line.starts(with: Self.word) else { return .another }
    var rest = line.dropFirst(Self.word.count)
    if let next = rest.first, Self.isWord(next) { return .another }
    rest = rest.drop(while: Self.isSpace)
    guard rest.first == UInt8(ascii: "\"") else { return .mistake }
    rest.removeFirst()
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")),
      let path = expanded(rest[..<end])
    else { return .mistake }
    let behind = rest[(end + 1)...].drop(while: Self.isSpace)
    return behind.isEmpty || behind.first == UInt8(ascii: "#") ? .file(path) : .mistake
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether a byte is a space within a line.
  private static func isBlank(_ byte: UInt8) -> Bool { byte != 10 && isSpace(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns a path with its placeholders replaced: `%H` is the home folder, `%L` the locale's
  /// table, `%S` the folder of tables.
  private func expanded(_ path: ArraySlice<UInt8>) -> String? {
    var expanded: [UInt8] = []
    var rest = path
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        expanded.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "%"): expanded.append(byte)
      case UInt8(ascii: "H"):
        guard let home = getenv("HOME") else { return nil }
        expanded += String(cString: home).utf8
      case UInt8(ascii: "L"):
        guard let table = files.path(for: locale) else { return nil }
        expanded += table.utf8
      case UInt8(ascii: "S"): expanded += files.folder.utf8
      default: return nil
      }
    }
    return expanded.contains(0) ? nil : String(decoding: expanded, as: UTF8.self)
  }
}
