// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Hosting

/// The message that the status row shows after a frame.
@Suite struct FrameMessagesTests {
  @Test("a notice is shown before a title that comes in the same frame, and each is shown once")
  func order() {
    var messages = FrameMessages()
    messages.notice = "refused"
    messages.report = "title"
    let shown = (0..<2).map { _ in messages.take() }
    #expect(shown == ["refused", nil])
    messages.report = "title"
    let later = (0..<2).map { _ in messages.take() }
    #expect(later == ["title", nil])
  }
}
