// SPDX-License-Identifier: Apache-2.0

/// How a line identifies a container.
enum WireContainer: Encodable {
  case number(UInt32)
  case name(String)

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .name(let name): try value.encode(name)
    }
  }
}
