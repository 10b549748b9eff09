// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Testing

@Suite struct InterruptionTests {
  @Test("A call that a signal interrupts is made again; another failure is its result")
  func repeated() {
    var failures = [EINTR, EINTR, EIO]
    var calls = 0
    let result = uninterrupted {
      calls += 1
      errno = failures.removeFirst()
      return Int32(-1)
    }
    #expect(result == -1 && errno == EIO && calls == 3)
  }

  @Test("A result that is no failure is taken, whatever errno says")
  func success() {
    let result = uninterrupted {
      errno = EINTR
      return 0
    }
    #expect(result == 0)
  }
}
