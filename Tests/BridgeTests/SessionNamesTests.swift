// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Bridge

/// The names that the assistant of a session leaves as they are typed.
@Suite struct SessionNamesTests {
  /// A source with one keyboard.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    private var isConnected = false
    private let whenConnected: () -> Void

    init(whenConnected: @escaping () -> Void) { self.whenConnected = whenConnected }

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      if !isConnected {
        isConnected = true
        return .connected(DeviceInfo(id: DeviceID(rawValue: 0), name: "Keychron K2"))
      }
      whenConnected()
      return .end(.finished)
    }
    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}
  }

  @Test("AST-17 words of attached keyboards' names and of the user's own programs are names")
  func names() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{}\n".utf8, to: "keybridge.yaml")
    let settings = try SessionSettings(Invocation(options: ["config": [path]]), isReplay: true)
    let engine = settings.makeEngine()
    let session = try Session(settings, engine: engine)
    let window = engine.makeWindow(name: "lagerist", user: 1000)
    window.rootViewController = ViewController(name: "lagerist")
    let words = session.language.assistant.personalWords
    words.user = 1000
    #expect(words.isName("Lagerist") && !words.isName("Keychron"))
    words.user = 1001
    #expect(!words.isName("Lagerist"))
    var seen: [Bool] = []
    let source = Source {
      seen = [words.isName("keychron"), words.isName("K2"), words.isName("Keych")]
    }
    _ = try session.pipeline.run(source)
    #expect(seen == [true, false, false])
  }
}
