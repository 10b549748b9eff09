// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The area at the bottom of the screen while text has focus: an accessory, and candidates and
/// status or the program's own input view.
///
/// The area is shown and hidden only by focus (RSP-3). It changes at the end of a turn, which is a
/// keystroke or the program's actions before it takes the updates. Focus that moves from one text
/// to the next therefore leaves the area in place (NTF-5).
public final class KeyboardArea {
  /// The position of the area.
  public enum Position: Hashable, Sendable {
    /// At the bottom of the screen, as wide as the screen.
    case docked
    /// In a pane of its own, with its top left corner and its width in cells (NTF-8).
    case undocked(x: Int, y: Int, width: Int)
  }

  /// The size of the screen, in cells; set it when the terminal is resized (NTF-15).
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
  /// The number of status rows, 0 to 2; with 0 nothing is shown for a plain field (NTF-11).
  public final var statusRows = 1 {
    didSet {
      statusRows = min(max(statusRows, 0), 2)
      needsUpdate = true
    }
  }
  /// Whether candidates or predictions are shown, in one row.
  public final var showsCandidates = false {
    didSet { needsUpdate = true }
  }
  /// The position of the area; for programs, undocking hides it and docking shows it (NTF-8).
  public final var position = Position.docked {
    didSet { needsUpdate = true }
  }
  /// The time that the mirror takes to move the area (NTF-14).
  public final var animationDuration = Duration.zero
  /// The curve by which the mirror moves the area.
  public final var animationCurve = KeyboardChange.Curve.easeInOut

  /// The number of inputs refused because they do not fit the keyboard type (TRT-4).
  public private(set) final var refusalCount = 0
  /// Whether the status row is flashing, because input was just refused (TRT-4).
  public private(set) final var isFlashing = false
  /// The least size of the paper with its frame around it, in cells.
  package static let inkSize = CellSize(width: 22, height: 12)
  /// The least number of rows of the screen that are not for ink.
  private static let rowsBesideInk = 10
  /// The time for which the status row flashes after a refusal.
  public static let flashTime = Duration.milliseconds(150)

  /// The visible accessory view; nil for none.
  public final var accessoryView: View? { inputViews.accessory?.view }
  /// The visible input view in place of candidates and status; nil for none.
  public final var inputView: View? { inputViews.input?.view }
  /// The rectangle of the area as last reported; its height is 0 if there is no area.
  public internal(set) final var frame = CellRect(x: 0, y: 24, width: 80, height: 0)
  /// Whether the area was last reported as visible at the bottom of the screen.
  public internal(set) final var isShown = false

  // Not public, because the compiler then sees every access and omits the exclusivity check at run
  // time. A plain pointer, as in `UpdateQueue`; the engine clears it in `deinit`.
  final unowned(unsafe) var engine: (any KeyboardHost)?
  final var needsUpdate = false { didSet { noteWork() } }
  /// Whether the candidate row must be updated at the end of a turn.
  final var isRowOutdated = false { didSet { noteWork() } }
  private final var hasWork = false
  /// Whether the user's settings enable the status row (NTF-11).
  package final var showsStatus = true {
    didSet { needsUpdate = true }
  }
  /// Whether a focus change is waiting for the end of the turn.
  final var isFocusMoving = false
  final var inputViews = InputViews() {
    didSet { isFollowing = inputViews.accessory != nil || inputViews.input != nil }
  }
  /// Whether views in the area follow the text.
  private(set) final var isFollowing = false { didSet { noteWork() } }
  /// The previously visible views, which are to be removed from the chain.
  final var leaving: [InputViews.Supplied] = []
  /// A change that was announced before editing began, and must be completed (FLD-6).
  final var announced: KeyboardChange?
  /// The window whose focus shows the area, or showed it last.
  final var owner = WindowID(rawValue: 0)
  /// The container that had focus at the end of the last turn.
  final var lastText: ContainerID?
  final var isSettling = false
  final var observers = KeyboardObservers()
  private final var flashTimer: EngineTimers.Token?

  /// Creates an area without a screen.
  package init() {}

  /// Connects the area to its engine.
  package final func connect(to engine: any KeyboardHost) { self.engine = engine }

  /// Ends the connection, because the engine is being released.
  package final func end() { engine = nil }

  /// Whether the area or its candidate row must be updated at the end of a turn.
  ///
  /// Stored, because it is read several times for each key.
  package final var needsTurn: Bool { hasWork }

  /// Records that parts of the area may have changed.
  package final func setNeedsUpdate() { needsUpdate = true }

  private final func noteWork() { hasWork = needsUpdate || isFollowing || isRowOutdated }

  /// Whether views in the area follow the text.
  package final var hasViews: Bool { isFollowing }

  /// Called before focus moves; the area changes at the end of the turn.
  package final func focusWillMove() { isFocusMoving = true }

  /// The visible accessory bars, from top to bottom.
  package final var bars: [AccessoryBar] {
    guard isFollowing else { return [] }
    var bars: [AccessoryBar] = []
    for supplied in inputViews.shown {
      supplied.view.forEachView { view in
        if let bar = view as? AccessoryBar, bar.isShown { bars.append(bar) }
      }
    }
    return bars
  }

  // A visible view and the responder that supplies it retain each other, so the views are released
  // here.
  deinit {
    for supplied in inputViews.shown + leaving { supplied.release() }
  }

  // MARK: Observers

  /// Adds an observer of one event (NTF-1).
  ///
  /// The observer is called when the event is reported, at the end of the turn; `frame` already has
  /// its new value.
  ///
  /// - Parameters:
  ///   - event: the event to observe.
  ///   - body: the function to call.
  /// - Returns: the observation, for ``removeObserver(_:)``.
  @discardableResult
  public final func addObserver(
    for event: KeyboardEvent, _ body: @escaping (KeyboardChange) -> Void
  ) -> KeyboardObservation {
    observers.add(for: event, body)
  }

  /// Removes an observer.
  ///
  /// - Parameter observation: the result of ``addObserver(for:_:)``.
  public final func removeObserver(_ observation: KeyboardObservation) {
    observers.remove(observation)
  }

  // MARK: Refusals

  /// Counts a refused input and makes the status row flash; a flash in progress starts again
  /// (TRT-4).
  package final func inputWasRefused() {
    refusalCount += 1
    guard let engine else { return }
    engine.timers.cancel(flashTimer)
    isFlashing = true
    flashTimer = engine.timers.schedule(after: Self.flashTime.inMicroseconds) { [weak self] in
      self?.isFlashing = false
    }
  }

  // MARK: Layout

  /// Returns the rectangle of a part on the screen, in cells; without height if the part is not
  /// shown.
  ///
  /// A supplied view determines only its height; it is as wide as the area (CIV-4).
  ///
  /// - Parameter part: the part to measure.
  /// - Returns: the rectangle.
  public final func frame(of part: KeyboardPart) -> CellRect {
    let rows = rows.range(of: part)
    let part = CellRect(
      x: frame.x, y: frame.y + rows.lowerBound, width: frame.width, height: rows.count)
    let visible = part.intersection(frame)
    return visible.isEmpty ? CellRect(x: part.x, y: part.y, width: part.width, height: 0) : visible
  }

  /// The number of rows that each part should have.
  final var rows: KeyboardRows {
    var rows = KeyboardRows()
    rows.accessory = accessoryView.map { max(0, $0.frame.height) } ?? 0
    if let inputView {
      rows.inputView = max(0, inputView.frame.height)
    } else if inputViews.takesText {
      rows.ink = inkRows
      rows.candidates = showsCandidates ? 1 : 0
      rows.status = showsStatus ? statusRows : 0
    }
    return rows
  }

  /// The rows for ink: the paper with its frame, where enough rows stay for the text.
  private final var inkRows: Int {
    guard engine?.keepsRoomForInk == true, screen.width >= Self.inkSize.width,
      screen.height >= Self.inkSize.height + Self.rowsBesideInk
    else { return 0 }
    return Self.inkSize.height
  }

  /// The rectangle that the area should have, and whether it is at the bottom of the screen.
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

  /// The rectangle of the area while it has no rows.
  final var vacantFrame: CellRect {
    switch position {
    case .docked: CellRect(x: 0, y: screen.height, width: screen.width, height: 0)
    case .undocked(let x, let y, let width): CellRect(x: x, y: y, width: max(0, width), height: 0)
    }
  }

  /// Creates a change from the last reported rectangle; if the area is hidden, the change starts
  /// from the rectangle of an empty area.
  final func change(to end: CellRect) -> KeyboardChange {
    KeyboardChange(
      from: frame.isEmpty ? vacantFrame : frame, to: end, duration: animationDuration,
      curve: animationCurve, window: owner)
  }
}
