// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Service

/// The file in memory that holds the state of programs between two runs of the service.
@Suite struct SealedMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A file is read as it was written, and cannot be changed after that")
  func sealed() throws {
    let memory = try #require(SealedMemory(name: "test"))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(memory.write(bytes) == 0)
    #expect(try SealedMemory.read(memory.descriptor, limit: bytes.count) == bytes)
    #expect(pwrite(memory.descriptor, "x", 1, 0) == -1 && errno == EPERM)
    #expect(ftruncate(memory.descriptor, 0) == -1 && errno == EPERM)
    #expect(memory.write([1]) == EPERM)
    #expect(fcntl(memory.descriptor, F_GETFD) == FD_CLOEXEC)
  }

  @Test("A file that is not sealed, is too large, or belongs to another user is not read")
  func flaws() throws {
    let memory = try #require(SealedMemory(name: "test"))
    #expect(throws: SealedMemory.Flaw.notSealed) {
      try SealedMemory.read(memory.descriptor, limit: 10)
    }
    #expect(memory.write([1, 2, 3]) == 0)
    #expect(throws: SealedMemory.Flaw.tooLarge(3)) {
      try SealedMemory.read(memory.descriptor, limit: 2)
    }
    #expect(throws: SealedMemory.Flaw.otherOwner(geteuid())) {
      try SealedMemory.read(memory.descriptor, limit: 3, owner: geteuid() + 1)
    }
    let path = try folder.write("x".utf8, to: "file")
    let file = open(path, O_RDONLY)
    defer { close(file) }
    for descriptor in [file, -1] {
      #expect(throws: SealedMemory.Flaw.notSealed) {
        try SealedMemory.read(descriptor, limit: 10)
      }
    }
  }

  @Test("The manager receives the file with the name under which the next start gets it")
  func stored() throws {
    let address = folder.path + "/notify"
    let manager = try NotificationSocket(address: address)
    let notifier = try #require(
      ServiceNotifier(address: address, loop: PollLoop(), status: { _ in "" }))
    let memory = try #require(SealedMemory(name: "test"))
    #expect(memory.write([1, 2, 3]) == 0)
    #expect(notifier.store(memory.descriptor, as: "state") == 0)
    let message = try #require(manager.message())
    #expect(message.text == "FDSTORE=1\nFDNAME=state")
    let descriptor = try #require(message.descriptors.first)
    defer { close(descriptor) }
    #expect(try SealedMemory.read(descriptor, limit: 3) == [1, 2, 3])
    #expect(notifier.removeStored("state") == 0)
    #expect(manager.message()?.text == "FDSTOREREMOVE=1\nFDNAME=state")
    notifier.finish()
    #expect(notifier.store(memory.descriptor, as: "state") == ENOTCONN)
    #expect(notifier.removeStored("state") == ENOTCONN)
  }

  @Test("A manager that does not read delays the end by a second")
  func fullQueue() throws {
    let address = folder.path + "/notify"
    let manager = try NotificationSocket(address: address)
    let notifier = try #require(
      ServiceNotifier(address: address, loop: PollLoop(), status: { _ in "" }))
    let memory = try #require(SealedMemory(name: "test"))
    #expect(memory.write([1]) == 0)
    var sent = 0
    while notifier.removeStored("state") == 0, sent < 10_000 { sent += 1 }
    #expect(notifier.store(memory.descriptor, as: "state") == EAGAIN)
    _ = manager.messages()
    #expect(notifier.store(memory.descriptor, as: "state") == 0)
  }
}
