// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What stands at the bottom of the screen while text has the focus: accessory, candidates and
/// status, or an input view of the program's own.
///
/// Nobody shows or hides it: the focus does (RSP-3). It changes at the end of a turn, that is of a
/// keystroke or of what a program did before it took the updates, so that a focus which goes from one
/// text to the next leaves it in place (NTF-5).
public final class KeyboardArea {
  /// Where the area is.
  public enum Position: Hashable, Sendable {
    /// At the bottom of the screen, as wide as the screen.
    case docked
    /// In a pane of its own, its top left corner and its width in cells (NTF-8).
    case undocked(x: Int, y: Int, width: Int)
  }

  /// How large the screen is, in cells; a change is a resized terminal (NTF-15).
  public final var screen = CellSize(width: 80, height: 24) {
    didSet {
      screen = CellSize(width: max(0, screen.width), height: max(0, screen.height))
      needsUpdate = true
      guard screen != oldValue else { return }
      for window in engine?.windows ?? [] {
        window.rootViewController?.viewWillTransition(to: screen)
      }
    }
  }
  /// How many rows the status takes, 0 to 2; with none a plain field shows nothing (NTF-11).
  public final var statusRows = 1 {
    didSet {
      statusRows = min(max(statusRows, 0), 2)
      needsUpdate = true
    }
  }
  /// Whether there are candidates or predictions to show; they take one row.
  public final var showsCandidates = false {
    didSet { needsUpdate = true }
  }
  /// Where the area is; undocking hides it for programs, docking shows it again (NTF-8).
  public final var position = Position.docked {
    didSet { needsUpdate = true }
  }
  /// How long the mirror takes to move the area (NTF-14).
  public final var animationDuration = Duration.zero
  /// How the mirror moves the area.
  public final var animationCurve = KeyboardChange.Curve.easeInOut

  /// How often input was refused because it does not fit the keyboard type (TRT-4).
  public private(set) final var refusalCount = 0
  /// Whether the status row flashes now, because input was refused a moment ago (TRT-4).
  public private(set) final var isFlashing = false
  /// How long the status row flashes after a refusal.
  public static let flashTime = Duration.milliseconds(150)

  /// The accessory on show; nil for none.
  public final var accessoryView: View? { inputViews.accessory?.view }
  /// The input view on show in place of candidates and status; nil for none.
  public final var inputView: View? { inputViews.input?.view }
  /// Where the area is, as was told last; of no height while there is none.
  public internal(set) final var frame = CellRect(x: 0, y: 24, width: 80, height: 0)
  /// Whether it is shown at the bottom of the screen, as was told last.
  public internal(set) final var isShown = false

  // Not public, so that the compiler sees every access and need not check each at run time.
  // Not weak, as in `UpdateQueue`; the engine takes itself out when it goes.
  final unowned(unsafe) var engine: TextEngine?
  final var needsUpdate = false
  /// Whether the user wants a status row (NTF-11).
  final var showsStatus = true {
    didSet { needsUpdate = true }
  }
  /// Whether a move of the focus waits for the end of the turn.
  final var isFocusMoving = false
  final var inputViews = InputViews() {
    didSet { isFollowing = inputViews.accessory != nil || inputViews.input != nil }
  }
  /// Whether views in the area follow the text.
  private(set) final var isFollowing = false
  /// What was on show before and is to leave the chain.
  final var leaving: [InputViews.Supplied] = []
  /// A show that was announced before editing began, and is to be completed (FLD-6).
  final var announced: KeyboardChange?
  /// The window whose focus fills the area, or did last.
  final var owner = WindowID(rawValue: 0)
  /// The container that had the focus at the last turn's end.
  final var lastText: ContainerID?
  final var isSettling = false
  final var observers = KeyboardObservers()
  private final var flashTimer: EngineTimers.Token?

  init() {}

  // What supplies a view and the view itself keep each other alive while it is on show.
  deinit {
    for supplied in inputViews.shown + leaving { supplied.release() }
  }

  // MARK: Observers

  /// Has an observer told of one event, and of no other (NTF-1).
  ///
  /// It is told when the fact is, at the end of the turn; `frame` has its new value already.
  ///
  /// - Returns: what ``removeObserver(_:)`` takes.
  @discardableResult
  public final func addObserver(
    for event: KeyboardEvent, _ body: @escaping (KeyboardChange) -> Void
  ) -> KeyboardObservation {
    observers.add(for: event, body)
  }

  /// Has an observer told no more.
  public final func removeObserver(_ observation: KeyboardObservation) {
    observers.remove(observation)
  }

  // MARK: Refusals

  /// Counts a refused input and has the status row flash, anew where it flashes already (TRT-4).
  final func inputWasRefused() {
    refusalCount += 1
    guard let engine else { return }
    engine.timers.cancel(flashTimer)
    isFlashing = true
    flashTimer = engine.timers.schedule(after: Self.flashTime.inMicroseconds) { [weak self] in
      self?.isFlashing = false
    }
  }

  // MARK: Layout

  /// Where a part stands on the screen, in cells; of no height where it is not there.
  ///
  /// Of a supplied view only the height counts; it is as wide as the area (CIV-4).
  public final func frame(of part: KeyboardPart) -> CellRect {
    let rows = rows.range(of: part)
    let part = CellRect(
      x: frame.x, y: frame.y + rows.lowerBound, width: frame.width, height: rows.count)
    let visible = part.intersection(frame)
    return visible.isEmpty ? CellRect(x: part.x, y: part.y, width: part.width, height: 0) : visible
  }

  /// How many rows each part is to have.
  final var rows: KeyboardRows {
    var rows = KeyboardRows()
    rows.accessory = accessoryView.map { max(0, $0.frame.height) } ?? 0
    if let inputView {
      rows.inputView = max(0, inputView.frame.height)
    } else if inputViews.takesText {
      rows.candidates = showsCandidates ? 1 : 0
      rows.status = showsStatus ? statusRows : 0
    }
    return rows
  }

  /// Where the area is to be, and whether at the bottom of the screen.
  final var goal: (frame: CellRect, isShown: Bool) {
    var frame = vacantFrame
    let rows = rows.total
    guard position == .docked else {
      frame.height = rows
      return (frame, false)
    }
    frame.height = min(rows, screen.height)
    frame.y -= frame.height
    return (frame, !frame.isEmpty)
  }

  /// Where the area is while there is nothing in it.
  final var vacantFrame: CellRect {
    switch position {
    case .docked: CellRect(x: 0, y: screen.height, width: screen.width, height: 0)
    case .undocked(let x, let y, let width): CellRect(x: x, y: y, width: max(0, width), height: 0)
    }
  }

  /// A change from where the area was told to be; one that was hidden comes from where it would be.
  final func change(to end: CellRect) -> KeyboardChange {
    KeyboardChange(
      from: frame.isEmpty ? vacantFrame : frame, to: end, duration: animationDuration,
      curve: animationCurve, window: owner)
  }
}
