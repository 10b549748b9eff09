// SPDX-License-Identifier: Apache-2.0

/// Rows that have left the screen, in few bytes: most cells of a row have the same colours, and
/// most characters are ASCII.
///
/// A row is a byte of flags, then runs of cells with the same colours, attributes and extras. A run
/// is a byte that says whether these differ from those of a default cell, its length in two bytes,
/// the colours, attributes and extras in twelve bytes if they differ, and a number of one to four
/// bytes for each character. The first column of a wide character is recognized by the second one.
struct ScrollbackBlock {
  /// The maximum number of rows.
  static let capacity = 256

  /// The flags of a row.
  private struct Flags: OptionSet {
    var rawValue: UInt8

    static let wrapped = Flags(rawValue: 1)
    static let prompt = Flags(rawValue: 2)
    /// Whether cells refer to shared values.
    static let shared = Flags(rawValue: 4)
  }

  private var bytes: [UInt8] = []
  /// The end of each row in `bytes`.
  private var ends: [UInt32] = []

  /// The number of rows.
  var count: Int { ends.count }

  var isFull: Bool { count == Self.capacity }

  /// Adds a row, without the default cells at its end.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - scratch: memory that is used again for each row.
  mutating func append(_ row: ScreenRow, scratch: inout [UInt8]) {
    let cells = row.cells[..<row.usedCount]
    let size = 1 + cells.count * RowWriter.maximumSize
    if scratch.count < size { scratch = Array(repeating: 0, count: size) }
    var flags: Flags = row.isWrapped ? [.wrapped] : []
    if row.isPrompt { flags.insert(.prompt) }
    scratch.withUnsafeMutableBytes { memory in
      var writer = RowWriter(memory)
      cells.withUnsafeBufferPointer { writer.write($0) }
      if writer.hasSharedValues { flags.insert(.shared) }
      memory[0] = flags.rawValue
      bytes.append(contentsOf: memory[..<writer.end])
    }
    ends.append(UInt32(bytes.count))
    // The memory of a growing array is up to twice as large.
    if isFull { bytes = bytes.withUnsafeBytes { Array($0) } }
  }

  /// Removes the last row.
  mutating func removeLast() {
    ends.removeLast()
    bytes.removeLast(bytes.count - Int(ends.last ?? 0))
  }

  private func start(of row: Int) -> Int { row == 0 ? 0 : Int(ends[row - 1]) }

  /// Returns a row.
  subscript(row: Int) -> ScreenRow {
    let (start, end) = (start(of: row), Int(ends[row]))
    let flags = Flags(rawValue: bytes[start])
    let cells = bytes.withUnsafeBytes {
      var reader = RowReader(UnsafeRawBufferPointer(rebasing: $0[(start + 1)..<end]))
      return reader.cells()
    }
    var row = ScreenRow(cells[...], isWrapped: flags.contains(.wrapped))
    row.isPrompt = flags.contains(.prompt)
    return row
  }

  /// Calls a function with the code of each cell of a row, from left to right.
  ///
  /// - Returns: whether the text continues in the next row.
  func forEachCode(ofRow row: Int, _ body: (UInt32) -> Void) -> Bool {
    bytes.withUnsafeBytes {
      let memory = UnsafeRawBufferPointer(rebasing: $0[start(of: row)..<Int(ends[row])])
      var reader = RowReader(UnsafeRawBufferPointer(rebasing: memory.dropFirst()))
      reader.forEachCode(body)
      return Flags(rawValue: memory[0]).contains(.wrapped)
    }
  }

  /// Whether cells of a row refer to shared values.
  func hasSharedValues(_ row: Int) -> Bool {
    Flags(rawValue: bytes[start(of: row)]).contains(.shared)
  }
}

/// Writes the cells of a row as ``ScrollbackBlock`` has them.
private struct RowWriter {
  /// The maximum number of bytes of a cell: that of a run of its own.
  static let maximumSize = 1 + 2 + 12 + 4

  private let memory: UnsafeMutableRawBufferPointer
  /// The place of the next byte; the first byte is that of the flags.
  private(set) var end = 1
  private(set) var hasSharedValues = false

  init(_ memory: UnsafeMutableRawBufferPointer) {
    self.memory = memory
  }

  mutating func write(_ cells: UnsafeBufferPointer<ScreenCell>) {
    var index = 0
    while index < cells.count {
      let pen = cells[index].pen
      let start = index
      let head = begin(pen)
      while index < cells.count, cells[index].pen == pen {
        let code = cells[index].code
        if cells[index].cluster != nil { hasSharedValues = true }
        write(code)
        index += 1
        index = writeASCII(cells, from: index)
      }
      memory.storeBytes(of: UInt16(index - start), toByteOffset: head, as: UInt16.self)
    }
  }

  /// Writes the ASCII characters of a row that have the same colours and attributes as the cell
  /// before them; returns the index of the next cell.
  ///
  /// Cells are compared as two numbers, because most rows consist of such characters.
  private mutating func writeASCII(_ cells: UnsafeBufferPointer<ScreenCell>, from first: Int) -> Int
  {
    let bytes = UnsafeRawBufferPointer(cells)
    let size = MemoryLayout<ScreenCell>.stride
    let half = MemoryLayout<UInt64>.size
    // The first half has the character in its lower bits.
    let pen = bytes.load(fromByteOffset: (first - 1) * size, as: UInt64.self) >> 32
    let rest = bytes.load(fromByteOffset: (first - 1) * size + half, as: UInt64.self)
    var (index, end) = (first, end)
    while index < cells.count {
      let cell = bytes.load(fromByteOffset: index * size, as: UInt64.self)
      guard cell >> 32 == pen, cell & 0xFFFF_FF80 == 0,
        bytes.load(fromByteOffset: index * size + half, as: UInt64.self) == rest
      else { break }
      memory[end] = UInt8(truncatingIfNeeded: cell)
      end += 1
      index += 1
    }
    self.end = end
    return index
  }

  /// Begins a run; returns the place of its length.
  private mutating func begin(_ pen: ScreenCell) -> Int {
    let isDefault = pen == ScreenCell()
    memory[end] = isDefault ? 0 : 1
    let head = end + 1
    end += 3
    guard !isDefault else { return head }
    if pen.extras != 0 { hasSharedValues = true }
    memory.storeBytes(of: pen.style, toByteOffset: end, as: ScreenCell.Style.self)
    end += 12
    return head
  }

  /// Writes a number in groups of seven bits, the lowest first.
  private mutating func write(_ number: UInt32) {
    var number = number
    while number >= 0x80 {
      memory[end] = UInt8(truncatingIfNeeded: number) | 0x80
      number >>= 7
      end += 1
    }
    memory[end] = UInt8(truncatingIfNeeded: number)
    end += 1
  }
}

/// Reads the cells of a row as ``ScrollbackBlock`` has them.
private struct RowReader {
  private let memory: UnsafeRawBufferPointer
  private var place = 0

  init(_ memory: UnsafeRawBufferPointer) {
    self.memory = memory
  }

  mutating func forEachCode(_ body: (UInt32) -> Void) {
    while place < memory.count {
      let run = run()
      for _ in 0..<run.count { body(number()) }
    }
  }

  /// Reads the start of a run: the number of its cells and their pen.
  private mutating func run() -> (count: Int, pen: ScreenCell) {
    let isDefault = memory[place] == 0
    let count = Int(memory.loadUnaligned(fromByteOffset: place + 1, as: UInt16.self))
    place += 3
    var pen = ScreenCell()
    if !isDefault {
      pen.style = memory.loadUnaligned(fromByteOffset: place, as: ScreenCell.Style.self)
      place += 12
    }
    return (count, pen)
  }

  mutating func cells() -> [ScreenCell] {
    var cells: [ScreenCell] = []
    while place < memory.count {
      let (count, pen) = run()
      cells.reserveCapacity(cells.count + count)
      for _ in 0..<count {
        let cell = pen.with(code: number())
        if cell.isSecondHalf, let last = cells.indices.last { cells[last].attributes.insert(.wide) }
        cells.append(cell)
      }
    }
    return cells
  }

  private mutating func number() -> UInt32 {
    var (number, shift): (UInt32, UInt32) = (0, 0)
    while memory[place] >= 0x80 {
      number |= UInt32(memory[place] & 0x7F) << shift
      shift += 7
      place += 1
    }
    number |= UInt32(memory[place]) << shift
    place += 1
    return number
  }
}
