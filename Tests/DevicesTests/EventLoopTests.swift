// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import TestSupport
import Testing

@Suite struct EventLoopTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop(signals: [])
  }

  private func turn() throws -> Int { try loop.turn(until: loop.now) }

  @Test("a handler is called while its descriptor is ready, and not after it is unwatched")
  func watching() throws {
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    var seen: [Readiness] = []
    #expect(loop.watch(ends[0], for: .read) { seen.append($0) })
    #expect(try turn() == 0 && seen == [])
    _ = write(ends[1], "x", 1)
    #expect(try turn() == 1)
    #expect(try turn() == 1)
    #expect(seen == [.read, .read])
    loop.unwatch(ends[0])
    #expect(try turn() == 0 && seen.count == 2)
  }

  @Test("the events that a descriptor is watched for can change")
  func rewatching() throws {
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    var seen: [Readiness] = []
    loop.watch(ends[0], for: []) { seen.append($0) }
    _ = write(ends[1], "x", 1)
    #expect(try turn() == 0)
    loop.rewatch(ends[0], for: [.read, .write])
    #expect(try turn() == 1 && seen == [[.read, .write]])
    loop.rewatch(ends[0], for: .write)
    #expect(try turn() == 1 && seen.last == .write)
    loop.rewatch(ends[1], for: .write)
    loop.unwatch(ends[1])
    var other = 0
    loop.watch(ends[0], for: .read) { _ in other += 1 }
    #expect(try turn() == 1 && other == 1 && seen.count == 2)
  }

  @Test("a hang-up is reported even if no event is watched for")
  func hangUp() throws {
    let ends = socketPair()
    defer { close(ends[0]) }
    var seen: Readiness = []
    loop.watch(ends[0], for: []) { seen = $0 }
    close(ends[1])
    #expect(try turn() == 1 && seen.contains(.hangUp))
    loop.unwatch(ends[0])
  }

  @Test("a regular file, a closed and a negative descriptor are refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    let file = open(try folder.write([1], to: "file"), O_RDONLY)
    defer { close(file) }
    #expect(!loop.watch(file, for: .read) { _ in })
    #expect(!loop.watch(-1, for: .read) { _ in })
    #expect(!loop.watch(1 << 20, for: .read) { _ in })
  }

  @Test("a handler may end its own watch and that of another ready descriptor")
  func unwatchingInside() throws {
    let (first, second) = (socketPair(), socketPair())
    defer { (first + second).forEach { close($0) } }
    var calls = 0
    for ends in [first, second] {
      _ = write(ends[1], "x", 1)
      loop.watch(ends[0], for: .read) { [loop] _ in
        calls += 1
        loop.unwatch(first[0])
        loop.unwatch(second[0])
      }
    }
    #expect(try turn() == 1 && calls == 1)
    #expect(try turn() == 0)
  }

  @Test("an urgent descriptor waits for at most one other handler, and every handler is called")
  func urgency() throws {
    let others = (0..<5).map { _ in socketPair() }
    let keyboard = socketPair()
    defer { (others.joined() + keyboard).forEach { close($0) } }
    var order: [String] = []
    loop.watchUrgently(keyboard[0], for: .read) { _ in
      order.append("key")
      var byte: UInt8 = 0
      _ = read(keyboard[0], &byte, 1)
    }
    for (number, ends) in others.enumerated() {
      _ = write(ends[1], "x", 1)
      loop.watch(ends[0], for: .read) { _ in
        order.append("\(number)")
        // A key arrives while this handler runs.
        if number < 3 { _ = write(keyboard[1], "k", 1) }
      }
    }
    while order.count < 8 { #expect(try turn() > 0) }
    #expect(order == ["0", "key", "1", "key", "2", "key", "3", "4"])
    loop.watch(keyboard[0], for: .read) { _ in order.append("plain") }
    _ = write(keyboard[1], "k", 1)
    for ends in others { loop.unwatch(ends[0]) }
    order = []
    #expect(try turn() == 1 && order == ["plain"], "a descriptor can become an ordinary one again")
  }

  @Test("urgent descriptors that become ready during a handler are called in that order")
  func urgentOrder() throws {
    let (first, second, slow, behind) = (socketPair(), socketPair(), socketPair(), socketPair())
    defer { (first + second + slow + behind).forEach { close($0) } }
    var order: [String] = []
    for (name, ends) in [("first", first), ("second", second)] {
      loop.watchUrgently(ends[0], for: .read) { _ in
        order.append(name)
        var byte: UInt8 = 0
        _ = read(ends[0], &byte, 1)
      }
    }
    // The kernel lists ready descriptors in the order in which they became ready.
    for ends in [second, first] { _ = write(ends[1], "k", 1) }
    while order.count < 2 { #expect(try turn() > 0) }
    #expect(order == ["second", "first"])
    order = []
    for ends in [slow, behind] {
      _ = write(ends[1], "x", 1)
      loop.watch(ends[0], for: .read) { [loop] _ in
        loop.unwatch(ends[0])
        guard ends == slow else { return }
        for ends in [first, second] { _ = write(ends[1], "k", 1) }
      }
    }
    while order.count < 2 { #expect(try turn() > 0) }
    #expect(order == ["first", "second"])
  }

  @Test("two urgent descriptors keep their order, also if the second is added later")
  func secondUrgent() throws {
    let (first, second) = (socketPair(), socketPair())
    defer { (first + second).forEach { close($0) } }
    var order: [String] = []
    for (name, ends) in [("first", first), ("second", second)] {
      loop.watchUrgently(ends[0], for: .read) { _ in
        order.append(name)
        var byte: UInt8 = 0
        _ = read(ends[0], &byte, 1)
      }
      // Handled alone, and listed as urgent from then on.
      _ = write(ends[1], "k", 1)
      #expect(try turn() == 1)
    }
    order = []
    for ends in [second, first] { _ = write(ends[1], "k", 1) }
    while order.count < 2 { #expect(try turn() > 0) }
    #expect(order == ["second", "first"])
  }

  @Test("an object that is released with its watch may end other watches")
  func watchesOfReleasedObjects() throws {
    final class Owner {
      let loop: EventLoop
      let descriptor: Int32
      init(_ loop: EventLoop, _ descriptor: Int32) {
        (self.loop, self.descriptor) = (loop, descriptor)
      }
      deinit { loop.unwatch(descriptor) }
    }
    let (first, second) = (socketPair(), socketPair())
    defer { (first + second).forEach { close($0) } }
    var calls = 0
    loop.watch(second[0], for: .read) { _ in calls += 1 }
    var owner: Owner? = Owner(loop, second[0])
    loop.watch(first[0], for: .read) { [owner] _ in _ = owner }
    owner = nil
    _ = write(second[1], "x", 1)
    #expect(try turn() == 1 && calls == 1)
    loop.unwatch(first[0])
    #expect(try turn() == 0)
  }

  @Test("an event for a closed descriptor does not reach the new owner of its number")
  func reusedNumber() throws {
    let (first, second) = (socketPair(), socketPair())
    var stranger = 0
    var calls = 0
    var reused = false
    for (ends, other) in [(first, second), (second, first)] {
      _ = write(ends[1], "x", 1)
      loop.watch(ends[0], for: .read) { [loop] _ in
        calls += 1
        loop.unwatch(ends[0])
        loop.unwatch(other[0])
        // Another descriptor gets the number of the one whose event is still in the batch.
        reused = dup2(ends[1], other[0]) == other[0]
        loop.watch(other[0], for: .read) { _ in stranger += 1 }
      }
    }
    #expect(try turn() == 1)
    #expect(calls == 1 && reused && stranger == 0)
    (first + second).forEach {
      loop.unwatch($0)
      close($0)
    }
  }

  @Test("a deadline ends the wait, and not before its time")
  func deadline() throws {
    let deadline = loop.now.advanced(byMicroseconds: 3000)
    while loop.now < deadline { #expect(try loop.turn(until: deadline) == 0) }
    #expect(loop.now >= deadline)
  }

  @Test("deadlines may move either way, be in the past, or be absent")
  func movingDeadlines() throws {
    let far = loop.now.advanced(byMicroseconds: 3_600_000_000)
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    var calls = 0
    loop.watch(ends[0], for: .write) { _ in calls += 1 }
    for deadline in [far, .distantFuture, nil, .zero, Timestamp(microseconds: -5), far] {
      #expect(try loop.turn(until: deadline) == 1)
    }
    #expect(calls == 6)
    loop.unwatch(ends[0])
    let near = loop.now.advanced(byMicroseconds: 2000)
    while loop.now < near { _ = try loop.turn(until: near) }
  }

  @Test("the handler of a signal counts as a handler, so that the caller acts on what it did")
  func signalHandlers() throws {
    var calls = 0
    let loop = try EventLoop(signals: [], signalHandlers: [SIGCHLD: { calls += 1 }])
    pthread_kill(pthread_self(), SIGCHLD)
    #expect(try loop.turn(until: loop.now) == 1)
    #expect(calls == 1)
    #expect(try loop.turn(until: loop.now) == 0)
  }

  @Test("signals without end do not delay other descriptors")
  func endlessSignals() throws {
    var calls = 0
    let again = {
      calls += 1
      pthread_kill(pthread_self(), SIGCHLD)
    }
    let loop = try EventLoop(signals: [], signalHandlers: [SIGCHLD: { again() }])
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    var seen = 0
    loop.watch(ends[0], for: .write) { _ in seen += 1 }
    pthread_kill(pthread_self(), SIGCHLD)
    for turn in 1...3 {
      while seen < turn { _ = try loop.turn(until: loop.now) }
      #expect(calls <= 8 * (turn + 1))
    }
    // The last one must not outlive the loop, which restores the mask.
    var (none, taken) = (timespec(), sigset_t())
    sigemptyset(&taken)
    sigaddset(&taken, SIGCHLD)
    while sigtimedwait(&taken, nil, &none) > 0 {}
  }

  @Test("signals arrive through the loop, and the signal mask is restored")
  func signals() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    var during = sigset_t()
    do {
      let loop = try EventLoop(signals: [SIGHUP, SIGTERM])
      pthread_sigmask(SIG_BLOCK, nil, &during)
      #expect(sigismember(&during, SIGHUP) == 1 && sigismember(&during, SIGTERM) == 1)
      #expect(try loop.turn(until: loop.now) == 0 && loop.signal == nil)
      pthread_kill(pthread_self(), SIGTERM)
      #expect(try loop.turn(until: loop.now) == 0)
      #expect(loop.signal == SIGTERM)
      pthread_kill(pthread_self(), SIGHUP)
      _ = try loop.turn(until: loop.now)
      #expect(loop.signal == SIGTERM)
    }
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    for signal in [SIGHUP, SIGTERM, SIGINT] {
      #expect(sigismember(&before, signal) == sigismember(&after, signal))
    }
  }
}
