// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The paper of one pad: the strokes of a character, and its candidates.
final class Paper {
  let device: DeviceID
  private(set) var surface: InkEvent.Surface
  private(set) var ink: Ink
  /// The candidates of the ink; nil for none, and after ⎋.
  var list: CandidateList?
  /// All candidates of the ink, also while the list is closed.
  private(set) var candidates: [Candidate] = []
  /// Whether the person has moved in the list, so that ⎋ closes only the list (IME-4).
  var hasMoved = false
  /// Whether ⎋ has closed the list.
  var isListClosed = false
  /// Whether a pause has asked for the candidates again; it asks once for each stroke.
  var hasAskedAgain = false
  /// The time of the last event.
  var time = Timestamp.zero
  /// Cancels the pause; nil while none runs.
  private var endPause: (() -> Void)?
  /// Whether the pause waits for the end of a stroke that is being drawn.
  private(set) var isPauseHeld = false
  /// Receives the end of the request for candidates, for a key that waits for it.
  var waiter: (() -> Void)?
  /// The number of the request for the candidates of all strokes; nil if none is outstanding.
  private var asked: Int?
  private var lastAsked = 0

  init(of device: DeviceID, on surface: InkEvent.Surface) {
    (self.device, self.surface) = (device, surface)
    ink = Ink(aspect: surface.aspect)
  }

  /// Adds a stroke.
  func add(_ points: [Ink.Point]) {
    ink.add(points)
    hasAskedAgain = false
  }

  /// Takes the last stroke back.
  func removeLast() { ink.removeLast() }

  // MARK: The pause

  /// Begins the pause again; nothing if the settings have none.
  func beginPause(_ services: MethodServices, _ ended: @escaping (Paper) -> Void) {
    cancelPause()
    let pause = services.settings.handwritingPause
    guard pause > 0 else { return }
    endPause = services.schedule(.microseconds(pause)) { [weak self] in
      guard let self else { return }
      endPause = nil
      ended(self)
    }
  }

  /// Cancels the pause; the next stroke begins one again.
  func cancelPause() {
    endPause?()
    (endPause, isPauseHeld) = (nil, false)
  }

  /// Stops the pause until a stroke has ended, however long that takes.
  func holdPause() {
    guard endPause != nil else { return }
    cancelPause()
    isPauseHeld = true
  }

  // MARK: Candidates

  /// Whether the candidates of the last stroke are outstanding.
  var isAsking: Bool { asked != nil }

  /// Begins a request; the answers to those before it are too late.
  func ask() -> Int {
    lastAsked += 1
    asked = lastAsked
    return lastAsked
  }

  /// Ends a request.
  ///
  /// - Returns: false if another one has replaced it, or if its time has passed.
  func end(_ number: Int) -> Bool {
    guard asked == number else { return false }
    asked = nil
    return true
  }

  /// Makes the outstanding answer void.
  func giveUp() {
    asked = nil
    waiter = nil
  }

  /// Replaces the candidates; none if there are none for the last stroke.
  func show(_ candidates: [Candidate], pageSize: Int) {
    self.candidates = candidates
    openList(pageSize: pageSize)
  }

  /// Opens the list with the first candidate highlighted.
  func openList(pageSize: Int) {
    (hasMoved, isListClosed) = (false, false)
    list =
      candidates.isEmpty
      ? nil
      : CandidateList(.inputMethod, items: candidates, pageSize: pageSize, highlighted: 0)
  }

  // MARK: The next character

  /// The least distance of two characters, by the size of the first one.
  private static let distance = 1.1
  /// The least size of a character, by the height of the paper: the first stroke alone, such as a
  /// dot, does not tell how large the character will be.
  private static let leastSize = 600.0

  /// Whether a stroke lies so far to the right of the ink that it begins the next character, as on
  /// a pad of paper.
  ///
  /// The parts of one character, such as the dots of 火 and both sides of い, are nearer than the
  /// character is large.
  func beginsNextCharacter(_ points: [Ink.Point]) -> Bool {
    let drawn = ink.strokes.joined()
    guard let left = drawn.lazy.map(\.x).min(), let right = drawn.lazy.map(\.x).max(),
      let top = drawn.lazy.map(\.y).min(), let bottom = drawn.lazy.map(\.y).max(),
      let start = points.lazy.map(\.x).min(), start > right
    else { return false }
    // In thousandths of the height of the paper.
    let size = max(Double(right - left) * ink.aspect, Double(bottom - top), Self.leastSize)
    return Double(start - left) * ink.aspect > size * Self.distance
  }
}
