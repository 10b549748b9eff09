// SPDX-License-Identifier: Apache-2.0
@testable import Bridge

extension FuzzTarget {
  /// Messages between the service and the process that writes what is owed.
  ///
  /// A message that was read is written, and read again as the same one.
  static let owedMessages = FuzzTarget(
    "owed-messages",
    words: [
      #"{"type":""#, "add", "settle", "bind", "record", "user", "ready", "written", "failed",
      #"","number":"#, #","body":""#, #"","receivers":[""#, #","through":"#, #","receiver":""#,
      #","last":"#, #","damaged":"#, #","reason":""#, "4294967295", "-1", "null", "\\u0000", "]}",
      "}",
    ],
    seeds: {
      [
        OwedMessage.failed(reason: "No space left on device"), .written(through: 7),
        .ready(last: 3, damaged: "owed.sqlite.damaged-1"), .user(1000, of: "stock"),
      ].map(\.bytes)
        + [
          #"{"type":"add","number":18,"body":"{}","receivers":["stock","forward"]}"#,
          #"{"type":"settle","receiver":"stock","through":18}"#,
          #"{"type":"bind","receiver":"stock","user":1000}"#,
        ].map(\.bytes)
    },
    check: { bytes in
      guard let message = OwedMessage(parsing: bytes) else { return nil }
      let again = OwedMessage(parsing: message.bytes)
      return again == message ? nil : "another message was read than written: \(message)"
    })
}
