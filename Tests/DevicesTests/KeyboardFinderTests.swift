// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Devices
import Glibc
import TestSupport
import Testing
import TestTraits

/// The finder on a folder of plain files, which uses inotify only.
@Suite(.onTestbed, .notInFastRuns) struct KeyboardFinderTests {
  /// An empty machine, because a udev monitor opened while another test has a testbed would become
  /// part of that testbed.
  private final class EmptyMachine {
    let bed: OpaquePointer = testbed_new()

    deinit {
      testbed_free(bed)
    }
  }

  private let machine = EmptyMachine()

  private func changes(_ finder: KeyboardFinder) -> [String] {
    finder.descriptors.flatMap { finder.changes(on: $0) }.compactMap { change in
      switch change {
      case .appeared(let node): node.path.hasPrefix("/tmp") ? "appeared \(name(node.path))" : nil
      case .vanished(let path, _): path.hasPrefix("/tmp") ? "vanished \(name(path))" : nil
      case .closed(let path): "closed \(name(path))"
      case .rescan: "rescan"
      }
    }
  }

  private func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  @Test("without udev the nodes in the folder are found in order of their numbers")
  func enumerate() throws {
    let folder = try TemporaryFolder()
    for name in ["event10", "event2", "mouse0", "eventual", "event", "by-id"] {
      _ = try folder.write([], to: name)
    }
    let finder = KeyboardFinder(folder: folder.path)
    let found = finder.enumerate().map(\.path).filter { $0.hasPrefix(folder.path) }
    #expect(found.map(name) == ["event2", "event10"])
  }

  @Test("nodes that appear, change their mode or vanish are reported; other files are not")
  func notices() throws {
    let folder = try TemporaryFolder()
    let finder = KeyboardFinder(folder: folder.path)
    let path = try folder.write([], to: "event3")
    #expect(changes(finder) == ["appeared event3"])
    chmod(path, 0o600)
    #expect(changes(finder) == ["appeared event3"])
    rename(path, folder.path + "/event4")
    #expect(changes(finder) == ["vanished event3", "appeared event4"])
    unlink(folder.path + "/event4")
    _ = try folder.write([], to: "mouse1")
    #expect(changes(finder) == ["vanished event4"])
    symlink("event4", folder.path + "/my-scanner")
    #expect(changes(finder) == ["rescan"])
  }

  @Test("many changes are reported in parts, and none is lost")
  func manyChanges() throws {
    let folder = try TemporaryFolder()
    let finder = KeyboardFinder(folder: folder.path)
    for number in 0..<400 { _ = try folder.write([], to: "event\(number)") }
    var seen: [String] = []
    for _ in 0..<50 {
      let part = changes(finder)
      #expect(part.count <= 128)
      seen += part
    }
    #expect(Set(seen).count == 400)
  }

  @Test("the folder itself may appear, vanish and appear again")
  func folderComesAndGoes() throws {
    let parent = try TemporaryFolder()
    let folder = parent.path + "/input"
    let finder = KeyboardFinder(folder: folder)
    #expect(finder.enumerate().filter { $0.path.hasPrefix(folder) } == [])
    for _ in 0..<2 {
      mkdir(folder, 0o755)
      #expect(changes(finder).contains("rescan"))
      close(creat(folder + "/event0", 0o600))
      #expect(changes(finder) == ["appeared event0"])
      unlink(folder + "/event0")
      rmdir(folder)
      #expect(changes(finder).contains("rescan"))
    }
    // A missing folder whose parent exists is no failure, because its creation is noticed.
    #expect(!finder.failures.contains(ENOENT))
  }

  @Test("a folder whose parent is missing is reported as a failure")
  func nowhere() throws {
    let finder = KeyboardFinder(folder: "/nowhere/at/all")
    #expect(finder.failures.contains(ENOENT))
    #expect(changes(finder) == [])
    _ = finder.enumerate()
  }

  @Test("the closing of a node is reported only while it is watched")
  func closing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "event0")
    let finder = KeyboardFinder(folder: folder.path)
    func openAndClose() { close(open(path, O_RDONLY)) }
    openAndClose()
    #expect(changes(finder) == [])
    finder.watchClosing(of: path)
    finder.watchClosing(of: path)
    openAndClose()
    #expect(changes(finder) == ["closed event0"])
    finder.unwatchClosing(of: path)
    openAndClose()
    #expect(changes(finder) == [])
  }
}
