// SPDX-License-Identifier: Apache-2.0
@testable import Scanners
import TestSupport
import Testing

@Suite struct CodePageTests {
  /// Every byte in a code page of Python; `-` for a byte without a character.
  private static func oracle(_ name: String) throws -> [String] {
    let script = """
      for byte in range(256):
          try: print(ord(bytes([byte]).decode("\(name)")))
          except UnicodeDecodeError: print("-")
      """
    let child = try Child.run(["python3", "-c", script])
    return child.output.split(separator: "\n").map(String.init)
  }

  @Test("every byte of code pages 437 and 1252 is the same character as in Python's codecs")
  func tables() throws {
    for (name, page) in [("cp437", CodePage.ibm437), ("cp1252", .windows1252)] {
      let expected = try Self.oracle(name)
      #expect(expected.count == 256)
      for (byte, number) in zip(UInt8(0)...255, expected) {
        // Python omits five bytes, which Windows maps to control characters.
        let number = number == "-" ? "\(byte)" : number
        #expect("\(page[byte].value)" == number, "\(name) \(byte)")
      }
    }
  }
}
