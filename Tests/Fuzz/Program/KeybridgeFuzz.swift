// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Glibc

/// Runs libFuzzer on one of the targets: `KeybridgeFuzz TARGET [options and folders of libFuzzer]`.
///
/// `KeybridgeFuzz --seeds TARGET FOLDER` writes its first inputs and the file `FOLDER/words`.
@main
enum KeybridgeFuzz {
  static func main() {
    var words = CommandLine.arguments.dropFirst()
    let writesSeeds = words.first == "--seeds"
    if writesSeeds { words = words.dropFirst() }
    guard let name = words.first, let target = FuzzTarget(named: name) else {
      print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
      exit(words.isEmpty ? 0 : 2)
    }
    if writesSeeds {
      words.dropFirst().first.map { write(target, to: $0) }
      return
    }
    chosen = target
    run([CommandLine.arguments[0]] + words.dropFirst())
  }

  private static func write(_ target: FuzzTarget, to folder: String) {
    for (number, seed) in target.seeds().enumerated() {
      write(seed, to: "\(folder)/seed-\(number)")
    }
    let entries = target.words.map { word in
      "\"" + word.utf8.map { "\\x" + hexadecimal($0) }.joined() + "\"\n"
    }
    write(Array(entries.joined().utf8), to: "\(folder).words")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else {
      perror(path)
      exit(1)
    }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func run(_ arguments: [String]) {
    var count = Int32(arguments.count)
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(
      capacity: arguments.count + 1)
    for (place, argument) in arguments.enumerated() { list?[place] = strdup(argument) }
    list?[arguments.count] = nil
    exit(
      runDriver(&count, &list) { bytes, length in
        if let fault = chosen?.check(Array(UnsafeBufferPointer(start: bytes, count: length))) {
          print("\(chosen?.name ?? ""): \(fault)")
          fflush(nil)
          abort()
        }
        return 0
      })
  }
}

/// The target that is run; set once, before the first input.
private nonisolated(unsafe) var chosen: FuzzTarget?

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
