// SPDX-License-Identifier: Apache-2.0

/// Files that a compressor wrote, by their first bytes.
enum CompressedFile {
  private static let signatures: [(tool: String, bytes: [UInt8])] = [
    ("gzip", [0x1f, 0x8b]), ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]),
    ("zstd", [0x28, 0xb5, 0x2f, 0xfd]), ("bzip2", [0x42, 0x5a, 0x68]),
    ("lz4", [0x04, 0x22, 0x4d, 0x18]),
  ]

  /// The tool that decompresses a file with this beginning; nil for a file that is not compressed.
  static func tool(for beginning: UnsafeRawBufferPointer) -> String? {
    signatures.first { beginning.starts(with: $0.bytes) }?.tool
  }
}
