// SPDX-License-Identifier: Apache-2.0
import Bridge
import Captures
import Devices
import Glibc
import Keys
import Mirrors
import Pads

/// `keybridge record`: records a keyboard or a pad as a capture.
extension Subcommand {
  static let record = Subcommand(
    "record", "record a capture of a keyboard",
    options: {
      [
        CommonOptions.device,
        Option("output", "o", .file("FILE"), help: "output file; default: standard output"),
        Option(
          "show-keycodes", nil,
          help: "record letters and drawings; by default each letter is KEY_A"),
      ]
    },
    discussion: """
      Writes evemu 1.3, which evemu-play and umockdev-run also read, until Control-C,
      a signal, or the keyboard is unplugged. Only you can read the file.
      The keyboard is not grabbed: other programs still receive the keys.

      Do not share a capture made with --show-keycodes without care: it contains all
      typed passwords.
      """
  ) { invocation in
    let tap = try openTap(invocation)
    let output = try openOutput(invocation.value("output"))
    defer { if output != 1 { close(output) } }
    let hidesLetters = !invocation.has("show-keycodes")
    if hidesLetters, (try? PadSurface(tap.description)) != nil {
      throw UserFacingError(
        "\(tap.description.info.name) is a pad, and drawings are not recorded by default",
        hint: "record with --show-keycodes; the capture then contains the handwriting",
        status: .usage)
    }
    SecretMemory.protect()
    do {
      try Recording(tap, to: output, hidesLetters: hidesLetters).run()
    } catch MirrorError.outputFailed(let errno) {
      guard let path = invocation.value("output") else {
        throw MirrorError.outputFailed(errno: errno)
      }
      throw UserFacingError(
        "cannot write \(path): \(systemMessage(errno))",
        hint: "the file has the keys until then, if it is a file")
    }
    return .done
  }

  /// Opens the selected keyboard, which must be unique.
  private static func openTap(_ invocation: Invocation) throws -> EventTap {
    let selectors = try invocation.values("device").map { try DeviceSelector($0) }
    let listings = DeviceListing.all().filter { listing in
      selectors.isEmpty
        ? listing.info.kind?.isKeyboard ?? true : selectors.contains { $0.matches(listing.node) }
    }
    guard let first = listings.first else {
      throw UserFacingError(
        selectors.isEmpty ? "no keyboard is attached" : "no device is selected",
        hint: "'keybridge devices --all' lists all devices")
    }
    guard listings.count == 1 else {
      let choices = listings.map { "--device path=\($0.info.path)   \($0.info.name)" }
      throw UserFacingError(
        "a capture is of one keyboard, but \(listings.count) are selected; choose one:",
        hint: choices.joined(separator: "\n"), status: .usage)
    }
    return try EventTap(path: first.info.path, id: first.info.id)
  }

  private static func openOutput(_ path: String?) throws -> Int32 {
    guard let path, path != "-" else { return 1 }
    let descriptor = uninterrupted {
      open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else {
      throw UserFacingError("cannot write \(path): \(systemMessage(errno))")
    }
    // An existing file may have another mode. Only change that of regular files, not of
    // `/dev/null`.
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard !isFile || fchmod(descriptor, 0o600) == 0 else {
      close(descriptor)
      throw UserFacingError("cannot restrict the access to \(path): \(systemMessage(errno))")
    }
    return descriptor
  }
}

/// Records one keyboard until it is unplugged, a signal arrives, or the reader closes the pipe.
private final class Recording {
  private let tap: EventTap
  private let descriptor: Int32
  private var writer: CaptureWriter
  private var bytes: [UInt8] = []
  private var events: [InputEvent] = []
  private var isOver = false

  init(_ tap: EventTap, to descriptor: Int32, hidesLetters: Bool) {
    self.tap = tap
    self.descriptor = descriptor
    writer = CaptureWriter(tap.description, hidesLetters: hidesLetters)
    writer.writeHeader(to: &bytes)
  }

  func run() throws {
    do {
      try record()
    } catch let error as MirrorError where error.isBrokenPipe {
      // A reader that closes the pipe, such as `| head`, is not an error.
    }
  }

  private func record() throws {
    let loop = try EventLoop()
    let output = ByteOutput(descriptor: descriptor, loop: loop)
    let progress = ProgressLine()
    var count = 0
    defer {
      loop.unwatch(tap.descriptor)
      progress.end()
    }
    loop.watch(tap.descriptor, for: .read) { [self] _ in
      if !tap.read(into: &events) { isOver = true }
      for event in events { writer.write(event, to: &bytes) }
      count += events.count
      if descriptor != 1 { progress.show("\(count) events recorded") }
      events.removeAll(keepingCapacity: true)
    }
    if descriptor != 1 || !Console.isTerminal(1) {
      Console.printError("recording \(tap.description.info.name); Control-C ends it", waits: false)
    }
    while true {
      output.append(contentsOf: bytes)
      bytes.removeAll(keepingCapacity: true)
      try output.flush()
      if isOver || loop.signal != nil { return try output.finish() }
      _ = try loop.turn(until: nil)
    }
  }
}
