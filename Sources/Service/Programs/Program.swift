// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// A program: what it has in the engine, and what it is told.
///
/// It outlives its connection: when that goes, its window stays as it is for a while, so that the program
/// can come back to it.
final class Program {
  /// Where a program stands.
  enum State: String, Encodable {
    /// It is connected.
    case connected
    /// It has gone a moment ago, and keys are still taken for it (F157).
    case awaited
    /// It has gone; its state is kept (F156).
    case suspended
  }

  /// A number that no other program had.
  let number: Int
  /// What it calls itself, and people call it.
  let name: String
  /// The user it belongs to: nobody else takes it up again.
  let user: UInt32
  /// What it must show to take up its own state again; nobody else knows it.
  let token = Program.makeToken()
  /// What it has in the engine.
  let window: Window
  /// Called when one of its responders performs a command.
  var didPerform: (_ id: String, _ target: String) -> Void = { _, _ in }
  /// Whether it changes the main menu.
  var hasMainMenu = false
  /// Where texts are that stand above the keyboard area; a scroll view without a size shows nothing on the window.
  let shelf = ScrollView()
  /// The end of its own part of the responder chain.
  let controller: ProgramController
  /// Its containers by its own names.
  var containers: [String: ProgramContainer] = [:]
  /// Its forms by its own names.
  var forms: [String: ProgramForm] = [:]
  /// Its static texts by its own names.
  var labels: [String: Label] = [:]
  /// What of it stands on its window, in order.
  var items: [ProgramItem] = []
  /// The connection; nil while there is none.
  var connection: Connection?
  /// What it wants to be told.
  var filter = EventFilter.everything
  /// For how many seconds keys are still taken for it when its connection has gone (F157).
  var graceSeconds = 0
  /// For how many seconds its state is kept after that.
  var keepSeconds = Program.usualKeepSeconds
  /// Whether it answers requests in time.
  var punctuality = Punctuality()
  /// The how manieth it was to go, when it went last.
  var departure = 0
  /// Takes back what is to happen when its time is over.
  var cancelTimer: (() -> Void)?
  /// Makes its lines, which name containers as it does.
  let encoder: WireEncoder
  /// Its lines since the last frame's end.
  private(set) var frame: [UInt8] = []

  /// Called when the frame has its first line.
  var frameBegan: () -> Void = {}

  /// Adds lines; the frame is taken out meanwhile, because whoever writes may look at the program.
  func write(_ body: (inout [UInt8]) -> Void) {
    if frame.isEmpty { frameBegan() }
    var lines = frame
    frame = []
    body(&lines)
    frame = lines
  }
  /// Whether it has said that it goes for good.
  var isLeaving = false
  /// Whether it was told last that the keyboard is its own; nil before it was told anything.
  var wasTold: Bool?
  private var owned: [ContainerID: ProgramContainer] = [:]
  /// The containers that were removed, whose last notifications are not delivered yet.
  private var removed: [ContainerID] = []

  static let usualKeepSeconds = 60

  /// 128 bits from the kernel, in hexadecimal digits.
  private static func makeToken() -> String {
    (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  init(
    number: Int, name: String, user: UInt32, window: Window, encoder: WireEncoder, quota: Quota
  ) {
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
    encoder.containerName = { [unowned self] in owned[$0]?.name }
  }

  /// Where it stands.
  private(set) var state = State.connected

  /// Says where it stands now.
  func become(_ state: State) {
    self.state = state
  }

  // MARK: Containers

  /// How many things of any kind a program may have.
  static let itemLimit = 1000
  /// How many commands it may have.
  static let commandLimit = 1000
  /// How much it may have, and how much its user's programs together.
  let quota: Quota
  /// The other programs of its user, disconnected ones included.
  var siblings: () -> [Program] = { [] }
  /// How many UTF-16 code units each of its static texts has.
  var labelUnits: [String: Int] = [:]
  /// How many UTF-16 code units its texts had when it last asked for room.
  var lastUnits = 0

  /// Whether a name stands for something already.
  func isNameInUse(_ name: String) -> Bool {
    containers[name] != nil || forms[name] != nil || labels[name] != nil
  }

  /// Takes a container that is in its window by now, under its own name for it.
  func add(_ container: ProgramContainer) {
    containers[container.name] = container
    owned[container.text.id] = container
    if let text = container.beginning { container.text.text = text }
  }

  /// Forgets a container, whose name can be used again; notifications of it still bear the name until
  /// ``updatesWereDelivered()``.
  func remove(_ container: ProgramContainer) {
    containers[container.name] = nil
    removed.append(container.text.id)
  }

  /// Forgets the names of containers that were removed.
  func updatesWereDelivered() {
    guard !removed.isEmpty else { return }
    for id in removed { owned[id] = nil }
    removed = []
  }

  /// What it calls a container; nil for one of another owner.
  func name(of container: ContainerID) -> String? { owned[container]?.name }

  /// Takes note of an update about one of its containers, whether it is notified of it or not.
  func note(_ update: Update) {
    guard case .textDidChange(let id, _, _, _) = update, let container = owned[id] else { return }
    container.toldRevision += 1
    encoder.revision = container.toldRevision
  }

  /// What it calls its own view that has its window's focus; nil for none.
  var focusedName: String? {
    (window.firstResponder as? TextContainer).flatMap { owned[$0.id]?.name }
  }

  // MARK: Out

  /// Sends the facts that wait.
  func sendFrame() {
    guard !frame.isEmpty else { return }
    let piece = frame
    frame = []
    connection?.send(facts: piece)
  }

  /// Forgets the facts that wait.
  func dropFrame() { frame = [] }

  /// Adds a notification that is its own.
  func notify(_ event: String, _ parameters: some Encodable) {
    guard connection != nil else { return }
    write { encoder.append(event, to: &$0) { _ in parameters } }
  }
}
