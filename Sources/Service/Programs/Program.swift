// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TextInput

/// A program: its objects in the engine, and the notifications for it.
///
/// It outlives its connection: its window is kept for a while after the connection closes, so that
/// the program can resume.
final class Program {
  /// The state of a program's connection.
  enum State: String, Encodable {
    /// The program is connected.
    case connected
    /// The program has recently disconnected, and keys are still accepted for it (F157).
    case awaited
    /// The program has disconnected; its state is kept (F156).
    case suspended
  }

  /// A number that no other program has had.
  let number: Int
  /// The name that the program gives in `hello`, which people see.
  let name: String
  /// The program's user: no other user can resume it.
  let user: UInt32
  /// The program as the sources of values to fill in know it.
  var identity: ProgramIdentity { ProgramIdentity(name, user: user) }
  /// Returns the name under which the mode of a context is remembered: each user has contexts of
  /// its own (TRT-20).
  func ownContext(_ context: String) -> String {
    user == geteuid() ? context : "\(user)/\(context)"
  }
  /// The secret that the program must send to resume its state.
  let token: String
  /// The program's window in the engine.
  let window: Window
  /// Called when one of the program's responders performs a command.
  var didPerform: (_ id: String, _ target: String) -> Void = { _, _ in }
  /// Whether the program changes the main menu.
  var hasMainMenu = false
  /// The parent of texts that are shown above the keyboard area; a scroll view without a size
  /// shows nothing in the window.
  let shelf = ScrollView()
  /// The last responder of the program's own part of the chain.
  let controller: ProgramController
  /// The containers, by the names that the program gave them.
  var containers: [String: ProgramContainer] = [:]
  /// The forms, by the names that the program gave them.
  var forms: [String: ProgramForm] = [:]
  /// The static texts, by the names that the program gave them.
  var labels: [String: Label] = [:]
  /// The items in the window, in order.
  var items: [ProgramItem] = []
  /// Whether items are below the window, because no room was left.
  var hasHiddenItems = false
  /// The connection; nil while disconnected.
  var connection: Connection?
  /// The notifications that the program has subscribed to; set by its directory.
  var filter = EventFilter.everything
  /// For how many seconds keys are still accepted after the connection has closed (F157).
  var graceSeconds = 0
  /// For how many seconds the state is kept after that.
  var keepSeconds = Program.usualKeepSeconds
  /// Whether the program responds to requests in time.
  var punctuality = Punctuality()
  /// When the program last disconnected, as a running number over all programs.
  var departure = 0
  /// The time at which the program last disconnected.
  var departedAt = BootTime.now
  /// The requests that define the program's objects, for the next run of the service.
  var definitions = DefinitionLog()
  /// Whether the program's state of an earlier run is being restored: nothing consults the program.
  var isRestoring = false
  /// Cancels the timer that runs while the program is disconnected.
  var cancelTimer: (() -> Void)?
  /// Encodes the program's lines, with its own names for containers.
  let encoder: WireEncoder
  /// The pending lines since the last frame ended.
  private(set) var frame: [UInt8] = []

  private let unsent: UnsentPrograms
  /// Whether the program is in ``UnsentPrograms``, and the program after it.
  var isUnsent = false
  var nextUnsent: Program?

  /// Appends lines.
  ///
  /// During the call they are moved out of `frame`, because `body` may access the program.
  func write(_ body: (inout [UInt8]) -> Void) {
    unsent.add(self)
    var lines = frame
    frame = []
    body(&lines)
    frame = lines
  }
  /// Whether the program has sent `bye`, so that nothing of it is kept.
  var isLeaving = false
  /// The value of the last `program.didBecomeActive` that was sent; nil before the first.
  var reportedHolding: Bool?
  /// The locks that the program was last notified of; nil for none.
  var reportedLocks: LockLEDs?
  /// The unit of offsets in messages about texts that the program's toolkit owns.
  var offsetUnit = OffsetUnit.utf16
  /// After how many seconds without a key `user.isIdle` is sent; 0 for never.
  var idleSeconds = 0
  private var owned: [ContainerID: ProgramContainer] = [:]
  /// The container that was looked up last, because consecutive keys are usually typed into the
  /// same one.
  private var lastFound: (id: ContainerID, container: ProgramContainer)?
  /// The containers that were removed, whose last notifications are not delivered yet.
  private var removed: [ContainerID] = []

  static let usualKeepSeconds = 60

  /// Creates a program without any objects.
  ///
  /// - Parameters:
  ///   - number: a number that no other program has had.
  ///   - name: the name that the program gives itself.
  ///   - user: the program's user.
  ///   - token: the token of an earlier run of the service; nil for a new one.
  ///   - window: the program's window.
  ///   - encoder: encodes the program's lines.
  ///   - quota: the limits.
  ///   - unsent: the programs that have pending lines.
  init(
    number: Int, name: String, user: UInt32, token: String?, window: Window, encoder: WireEncoder,
    quota: Quota, unsent: UnsentPrograms
  ) {
    self.token = token ?? ProgramToken.make()
    self.unsent = unsent
    self.quota = quota
    self.number = number
    self.name = name
    self.user = user
    self.window = window
    self.encoder = encoder
    controller = ProgramController(name: name, view: View(name: name))
    controller.program = self
    window.rootViewController = controller
    controller.view.addSubview(shelf)
    encoder.containerName = { [unowned self] in self.name(of: $0) }
  }

  private(set) var state = State.connected

  func become(_ state: State) {
    self.state = state
  }

  /// Returns the locks that are on; nil while a secret of another program has the focus, because
  /// they belong to what is typed there (NTF-18).
  func knownLocks(of engine: TextEngine) -> LockLEDs? {
    let text = engine.firstResponder as? TextContainer
    return engine.keyWindow === window || text?.isSecret != true ? engine.locks : nil
  }

  /// Whether this program is a later run of another one, whose connection has closed: it takes over
  /// what the other one still has in its grace period.
  ///
  /// A connected program keeps what it has, because several programs may have one name. The kernel
  /// knows first that a connection has ended: the loop may serve the new one before it reads the
  /// end of the old one.
  func succeeds(_ other: Program) -> Bool {
    other !== self && other.name == name && other.user == user
      && other.connection?.hasEnded != false
  }

  // MARK: Containers

  /// How many containers, forms and labels a program may have together.
  ///
  /// The limit bounds the time of a snapshot, during which nothing else is handled.
  static let itemLimit = 500
  /// How many commands a program may have.
  static let commandLimit = 1000
  /// The limits of this program, and of all programs of its user together.
  let quota: Quota
  /// The other programs of the same user, including disconnected ones.
  var siblings: () -> [Program] = { [] }
  /// The size of each static text, in UTF-16 code units.
  var labelUnits: [String: Int] = [:]
  /// The size of all texts in UTF-16 code units, when ``needRoom(forText:giving:)`` was last
  /// called.
  var lastUnits = 0

  /// Whether an object with this name exists.
  func isNameInUse(_ name: String) -> Bool {
    containers[name] != nil || forms[name] != nil || labels[name] != nil
  }

  /// Adds a container that is already in the window.
  func add(_ container: ProgramContainer) {
    containers[container.name] = container
    owned[container.text.id] = container
    if let text = container.beginning { container.text.text = text }
  }

  /// Removes a container, whose name can then be reused.
  ///
  /// Its pending notifications still use the name until ``updatesWereDelivered()``.
  func remove(_ container: ProgramContainer) {
    containers[container.name] = nil
    removed.append(container.text.id)
  }

  /// Drops the names of removed containers.
  func updatesWereDelivered() {
    guard !removed.isEmpty else { return }
    for id in removed { owned[id] = nil }
    removed = []
    lastFound = nil
  }

  /// Returns the name of a container; nil if another program owns it.
  func name(of container: ContainerID) -> String? { find(container)?.name }

  /// Whether the program owns a container.
  func owns(_ container: ContainerID) -> Bool { find(container) != nil }

  /// The program's container with a number; nil if it owns none.
  func find(_ id: ContainerID) -> ProgramContainer? {
    if let lastFound, lastFound.id == id { return lastFound.container }
    guard let container = owned[id] else { return nil }
    lastFound = (id, container)
    return container
  }

  /// Records an update of one of the program's containers, whether or not the program is notified
  /// of it.
  func note(_ update: Update) {
    switch update {
    case .textDidChange(let id, _, _, _):
      guard let container = find(id) else { return }
      container.reportedRevision += 1
      encoder.revision = container.reportedRevision
    case .focusDidBegin, .focusDidEnd: focusDidMove()
    default: break
    }
  }

  /// The name of the container that has the window's focus; nil for none.
  var focusedName: String? {
    (window.firstResponder as? TextContainer).flatMap { owned[$0.id]?.name }
  }

  // MARK: Outgoing lines

  /// Sends the pending notifications.
  func sendFrame() {
    guard !frame.isEmpty else { return }
    var lines = frame
    frame = []
    connection?.send(notifications: lines)
    lines.removeSentLines()
    // Sending may have found the connection closed, which other programs are notified of.
    if frame.isEmpty { frame = lines }
  }

  /// Drops the pending notifications.
  func dropFrame() { frame = [] }

  /// Adds a notification for this program only.
  func notify(_ event: String, _ parameters: some Encodable) {
    guard connection != nil else { return }
    write { encoder.append(event, to: &$0) { _ in parameters } }
  }
}
