// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

/// Stacks that can be suspended, and the accesses that are open meanwhile.
@Suite struct CoroutineTests {
  private final class Box {
    var text = "a"
    var other = "b"
  }

  private func modify(_ text: inout String, _ body: () -> Void) {
    text += "b"
    body()
    text += "c"
  }

  #if DEBUG
    @Test("A body holds an access from the beginning to the end of an inout argument")
    func holdsAccess() throws {
      let coroutine = try #require(Coroutine())
      let box = Box()
      var held: [Bool] = []
      let hasReturned = coroutine.start { [self] in
        held.append(coroutine.holdsAccess)
        modify(&box.text) {
          held.append(coroutine.holdsAccess)
          modify(&box.other) { held.append(coroutine.holdsAccess) }
          held.append(coroutine.holdsAccess)
        }
        held.append(coroutine.holdsAccess)
      }
      #expect(hasReturned && held == [false, true, true, true, false])
      #expect(box.text == "abc" && box.other == "bbc")
    }

    @Test("An access of the caller is not one of the body, before and after it is suspended")
    func accessOfCaller() throws {
      let coroutine = try #require(Coroutine())
      let box = Box()
      var held: [Bool] = []
      modify(&box.text) {
        _ = coroutine.start { [self] in
          held.append(coroutine.holdsAccess)
          modify(&box.other) { held.append(coroutine.holdsAccess) }
          coroutine.suspend()
          held.append(coroutine.holdsAccess)
          modify(&box.other) { held.append(coroutine.holdsAccess) }
        }
      }
      // The accesses of the caller end while the body is suspended, and others begin.
      modify(&box.text) {}
      modify(&box.other) {
        held.append(false)
      }
      modify(&box.text) { _ = coroutine.resume() }
      #expect(held == [false, true, false, false, true])
    }

    @Test("Suspending a body inside an exclusive access stops a debug build at once")
    func suspendedInAccess() async {
      await #expect(processExitsWith: .failure) {
        let coroutine = Coroutine()
        let box = Box()
        _ = coroutine?.start {
          func modify(_ text: inout String) { coroutine?.suspend() }
          modify(&box.text)
        }
      }
    }
  #endif
}
