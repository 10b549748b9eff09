// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Keys

/// Reads a capture of key events, in any of the formats, without holding more of it than a block.
///
/// The format is recognised by what the file holds, never by its name. A mistake does not end the
/// reading: the rest of the file is looked through for more, and all of them are thrown together
/// after the last event in front of the first one.
package final class CaptureReader {
  /// The format of the file.
  package let format: CaptureFormat

  /// Called after each batch.
  package var didRead: () -> Void = {}

  private let reader: any RecordReader
  private let descriptor: Int32
  private let ownedDescriptor: Int32?

  /// Opens the file at a path, or standard input for `-`.
  ///
  /// - Throws: when the file cannot be opened, or is empty or no capture.
  package convenience init(path: String) throws(CaptureFailure) {
    guard path != "-" else {
      try self.init(descriptor: 0, name: path)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CaptureFailure(.openFailed(errno: errno)) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try self.init(owning: descriptor, name: name)
  }

  /// Reads from a descriptor, which stays the caller's to close; it need not be seekable.
  ///
  /// - Parameters:
  ///   - descriptor: the file, open for reading.
  ///   - name: what to call a device that the capture gives no name.
  /// - Throws: when the file cannot be read, or is empty or no capture.
  package convenience init(descriptor: Int32, name: String = "") throws(CaptureFailure) {
    try self.init(descriptor: descriptor, isOwned: false, name: name)
  }

  private convenience init(owning descriptor: Int32, name: String) throws(CaptureFailure) {
    do throws(CaptureFailure) {
      try self.init(descriptor: descriptor, isOwned: true, name: name)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private init(descriptor: Int32, isOwned: Bool, name: String) throws(CaptureFailure) {
    var buffer = BlockBuffer(descriptor: descriptor)
    format = try Self.recognize(&buffer)
    let device = CaptureDevice(info: DeviceInfo(id: DeviceID(rawValue: 0), name: name))
    switch format {
    case .evemu: reader = TextReader(buffer: buffer, lines: EvemuLines(device: device))
    case .evtest: reader = TextReader(buffer: buffer, lines: EvtestLines(device: device))
    case .libinput: reader = try LibinputReader(buffer: buffer)
    case .raw(let size): reader = RawReader(buffer: buffer, size: size, device: device)
    }
    self.descriptor = descriptor
    ownedDescriptor = isOwned ? descriptor : nil
  }

  deinit {
    if let ownedDescriptor { close(ownedDescriptor) }
  }

  /// The devices of the capture, their numbers counted from 0; complete after the first
  /// ``read(into:)``.
  package var devices: [CaptureDevice] { reader.devices }

  /// Replaces the batch by the next events, in the order of time.
  ///
  /// - Returns: false at the end of the file; the batch is empty then.
  /// - Throws: after the last event in front of the first mistake, everything that is wrong.
  package func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    defer { didRead() }
    return try reader.read(into: &batch)
  }

  /// How much of the file has been read, 0 to 1; nil for what is no file.
  package var progress: Double? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0
    else { return nil }
    return min(1, Double(lseek(descriptor, 0, SEEK_CUR)) / Double(facts.st_size))
  }

  /// Reads until the format is clear, dropping nothing.
  private static func recognize(
    _ buffer: inout BlockBuffer
  ) throws(CaptureFailure) -> CaptureFormat {
    while true {
      let isFull = buffer.bytes.count >= BlockBuffer.blockSize
      if let tool = CompressedFile.tool(for: buffer.bytes) {
        throw CaptureFailure(.compressed(with: tool))
      }
      switch Recognition(of: buffer.bytes, isComplete: buffer.isAtEnd || isFull) {
      case .format(let format): return format
      case .unknown(let found):
        throw CaptureFailure(buffer.bytes.isEmpty ? .empty : .unrecognized(found: found))
      case .undecided:
        do throws(CaptureError) {
          try buffer.refill()
        } catch {
          throw CaptureFailure(errors: [error])
        }
      }
    }
  }
}
