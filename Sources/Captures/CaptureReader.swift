// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Keys

/// A reader of key event captures in all supported formats; it holds at most a few blocks in
/// memory.
///
/// The format is recognized from the contents of the file, not from its name. A mistake does not
/// end the reading: the rest of the file is checked for further mistakes, and all of them are
/// thrown together after the last event before the first mistake.
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
  /// A pipe is allowed, because a capture may be recorded or decompressed while it is replayed, and
  /// so is a terminal. Other devices are not: reading one may never end.
  ///
  /// - Parameters:
  ///   - path: the path of the file, or `-`.
  ///   - isStrict: whether time that steps back is a mistake.
  /// - Throws: ``CaptureFailure`` if the file cannot be opened, is empty, or is not a capture.
  package convenience init(path: String, isStrict: Bool = false) throws(CaptureFailure) {
    guard path != "-" else {
      try self.init(descriptor: 0, name: path, isStrict: isStrict)
      return
    }
    let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw CaptureFailure(.openFailed(errno: errno)) }
    guard !Self.isDevice(descriptor) else {
      close(descriptor)
      throw CaptureFailure(.device)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try self.init(owning: descriptor, name: name, isStrict: isStrict)
  }

  /// Whether a descriptor is a device, but neither a terminal nor `/dev/null`.
  private static func isDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFBLK: return true
    case S_IFCHR: return isatty(descriptor) == 0 && !RegularFile.isNull(status)
    default: return false
    }
  }

  /// Reads from a descriptor, which need not be seekable and is not closed.
  ///
  /// - Parameters:
  ///   - descriptor: the file, open for reading.
  ///   - name: the name of a device to which the capture gives none.
  ///   - isStrict: whether time that steps back is a mistake.
  /// - Throws: ``CaptureFailure`` if the file cannot be read, is empty, or is not a capture.
  package convenience init(
    descriptor: Int32, name: String = "", isStrict: Bool = false
  ) throws(CaptureFailure) {
    try self.init(descriptor: descriptor, isOwned: false, name: name, isStrict: isStrict)
  }

  private convenience init(
    owning descriptor: Int32, name: String, isStrict: Bool
  ) throws(CaptureFailure) {
    do throws(CaptureFailure) {
      try self.init(descriptor: descriptor, isOwned: true, name: name, isStrict: isStrict)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private init(
    descriptor: Int32, isOwned: Bool, name: String, isStrict: Bool
  ) throws(CaptureFailure) {
    var buffer = BlockBuffer(descriptor: descriptor)
    format = try Self.recognize(&buffer)
    let device = CaptureDevice(info: DeviceInfo(id: DeviceID(rawValue: 0), name: name))
    switch format {
    case .evemu:
      reader = TextReader(buffer: buffer, lines: EvemuLines(device: device), isStrict: isStrict)
    case .evtest:
      reader = TextReader(buffer: buffer, lines: EvtestLines(device: device), isStrict: isStrict)
    case .libinput: reader = try LibinputReader(buffer: buffer, isStrict: isStrict)
    case .raw(let size):
      reader = RawReader(buffer: buffer, size: size, device: device, isStrict: isStrict)
    }
    self.descriptor = descriptor
    ownedDescriptor = isOwned ? descriptor : nil
  }

  deinit {
    if let ownedDescriptor { close(ownedDescriptor) }
  }

  /// The devices of the capture, numbered from 0; complete after the first ``read(into:)``.
  package var devices: [CaptureDevice] { reader.devices }

  /// Replaces the batch with the next events, in the order of time.
  ///
  /// - Parameter batch: the array to fill.
  /// - Returns: false at the end of the file; the batch is then empty.
  /// - Throws: all mistakes in the file, after the last event before the first mistake was
  ///   returned.
  package func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    defer { didRead() }
    return try reader.read(into: &batch)
  }

  /// The fraction of the file that has been read, 0 to 1; nil if the input is not a file.
  package var progress: Double? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    return min(1, Double(lseek(descriptor, 0, SEEK_CUR)) / Double(status.st_size))
  }

  /// Reads until the format is recognized, without dropping bytes.
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
