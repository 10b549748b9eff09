// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
package import Keys
package import Mirrors
package import Service
package import TextInput

/// The sockets of a live run: programs, control, observers.
///
/// A socket either has a path from an option, or was passed by the service manager
/// (`sd_listen_fds(3)`) under one of the names `programs`, `control` and `observers`.
package struct ServiceSockets {
  /// The purpose of a socket.
  package enum Role: String, CaseIterable {
    /// Programs own fields and commands.
    case programs
    /// The user controls modes, settings and programs, and reads the status.
    case control
    /// Observers receive all notifications.
    case observers

    /// The option for the socket's path.
    package var option: Option {
      switch self {
      case .programs:
        Option("socket", "s", .file("PATH"), help: "socket for programs, with fields and commands")
      case .control:
        Option(
          "control", nil, .file("PATH"), help: "socket for 'keybridge status' and similar commands")
      case .observers:
        Option(
          "observe", nil, .file("PATH"), help: "socket for observers, which receive all events")
      }
    }

    /// The file's mode; the file's group may connect to the programs' socket only.
    fileprivate var mode: UInt32 { self == .programs ? 0o660 : 0o600 }
  }

  private let places: [Role: SocketPlace]
  /// The state of programs in the last run, which the service manager passed; nil for none.
  private let stored: Int32?
  private let version: String

  /// Determines the sockets from the options and the environment.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - version: the version of this program.
  package init(_ invocation: Invocation, version: String) {
    self.version = version
    var (places, stored) = Self.activated()
    for role in Role.allCases {
      guard let path = invocation.value(role.option.long) else { continue }
      // The option replaces the socket that the service manager passed.
      if case .adopted(let descriptor)? = places[role] { close(descriptor) }
      places[role] = .path(path, mode: role.mode)
    }
    if places[.programs] == nil, let unused = stored {
      close(unused)
      stored = nil
    }
    (self.places, self.stored) = (places, stored)
  }

  /// Serves programs only, on a socket that this user alone can reach.
  ///
  /// - Parameters:
  ///   - path: the socket's path.
  ///   - version: the version of this program.
  package init(programs path: String, version: String) {
    self.version = version
    (places, stored) = ([.programs: .path(path, mode: 0o600)], nil)
  }

  /// The socket's address for messages; nil if the socket does not exist.
  package func name(of role: Role) -> String? {
    switch places[role] {
    case .path(let path, _)?: path
    case .adopted?: "the service's socket"
    case nil: nil
    }
  }

  /// The folders of the sockets that this program creates.
  var folders: [String] {
    places.values.compactMap { place in
      guard case .path(let path, _) = place else { return nil }
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  package func has(_ role: Role) -> Bool { places[role] != nil }
  package var isEmpty: Bool { places.isEmpty }

  /// Takes the sockets and the state that the service manager passed; child processes do not
  /// inherit the variables.
  private static func activated() -> (places: [Role: SocketPlace], stored: Int32?) {
    let process = Console.takeEnvironment("LISTEN_PID")
    let count = Console.takeEnvironment("LISTEN_FDS").flatMap(Int32.init) ?? 0
    let names = Console.takeEnvironment("LISTEN_FDNAMES") ?? ""
    guard process == "\(getpid())", 1...64 ~= count else { return ([:], nil) }
    var places: [Role: SocketPlace] = [:]
    var stored: Int32?
    let words = names.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    for (index, descriptor) in (3..<3 + count).enumerated() {
      let name = index < words.count ? words[index] : ""
      if name == StateHandover.name, stored == nil {
        // The descriptors of the manager have no flag.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        stored = descriptor
        continue
      }
      guard let role = Role(rawValue: name), places[role] == nil else {
        // If it stayed open, clients that connect would wait forever.
        close(descriptor)
        continue
      }
      places[role] = .adopted(descriptor)
    }
    return (places, stored)
  }

  // MARK: Serving

  /// Serves the sockets.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - live: the run.
  ///   - manager: the service manager, which stores the state of programs between two runs; nil
  ///     for none.
  /// - Returns: the sinks, in the order in which they must receive updates.
  /// - Throws: why a socket cannot be served.
  package func serve(
    _ session: Session, on live: LiveRun, manager: ServiceNotifier? = nil
  ) throws -> [any UpdateSink] {
    let (engine, pipeline) = (session.engine, session.pipeline)
    let deliver = { [unowned pipeline] in pipeline.deliver() }
    let log = { [log = live.log] in log.write($0) }
    var sinks: [any UpdateSink] = []
    var programs: ProgramHub?
    if let place = places[.programs] {
      let calls = DelayedCalls(loop: live.loop)
      let hub = try ProgramHub(
        place, loop: live.loop, engine: engine,
        encoder: session.mirrors.makeEncoder(style: .notification), group: Self.group(of: place),
        now: { [loop = live.loop] in loop.now },
        schedule: { calls.schedule(after: $0, $1) }, deliver: deliver)
      hub.log = log
      hub.engineService = live.engineService
      hub.secretAppeared = { [unowned pipeline] in pipeline.noteSecret() }
      hub.withLinesProtected = SecretMemory.wipingFreed
      pipeline.observers.append(hub)
      programs = hub
      sinks.append(hub)
      let keeper = keep(hub, session, on: live, calls)
      handOver(hub, session, on: live, manager: manager, keeper)
    }
    if let place = places[.control] {
      let works = SlicedWorks(loop: live.loop)
      let hub = try ControlHub(
        place, loop: live.loop, engine: engine, programs: programs,
        encoder: session.mirrors.makeEncoder(style: .notification),
        actions: ControlHub.Actions(
          reload: { [unowned live] in live.settingsReload.start($0) },
          work: { works.run($0, completion: $1) },
          settingsFile: { [settings = session.settings] in settings.read.file },
          version: version),
        deliver: deliver)
      hub.log = log
      hub.languageService = session.language
      hub.engineService = live.engineService
      hub.extensionService = live.extensionService
      if let launcher = live.launcher { hub.executable = { launcher.executable(of: $0) } }
      pipeline.observers.append(hub)
      sinks.append(hub)
    }
    if let place = places[.observers] {
      let hub = try ObserverHub(
        place, loop: live.loop, encoder: session.mirrors.makeEncoder(style: .notification),
        snapshot: { [unowned engine] in Snapshot(of: engine) })
      hub.log = log
      sinks.append(hub)
    }
    return sinks
  }

  /// Restores the programs of the last run at the start, and stores their state at the end.
  private func handOver(
    _ hub: ProgramHub, _ session: Session, on live: LiveRun, manager: ServiceNotifier?,
    _ keeper: OwedKeeper
  ) {
    // A file in memory may be written to swap, unlike the memory of this process.
    let mayStore = !session.configuration.locksMemory
    let handover = StateHandover(
      of: hub, manager: manager, stored: stored, log: { [log = live.log] in log.write($0) })
    live.willStart = { handover.restore() }
    session.pipeline.willFinish = { reason in
      // The manager stops the service like this before it starts it again.
      if mayStore, reason == .signal(SIGTERM) { handover.store() }
      keeper.finish()
    }
  }

  /// Keeps what is owed to programs on the disk.
  private func keep(
    _ hub: ProgramHub, _ session: Session, on live: LiveRun, _ calls: DelayedCalls
  ) -> OwedKeeper {
    let launcher = live.launcher
    let keeper = OwedKeeper(
      hub.delivery, loop: live.loop, schedule: { calls.schedule(after: $0, $1) },
      open: { launcher.map { $0.openWriter() } ?? OwedWriter.openHere() },
      report: { [log = live.log] in log.write($0) })
    session.settings.commands.deliver = { [unowned hub] in hub.deliver($1, $0) }
    let setReceivers = { [unowned hub, settings = session.settings] in
      hub.delivery.setReceivers(settings.read.configuration.receivers)
    }
    live.settingsReload.didApply = setReceivers
    setReceivers()
    return keeper
  }

  /// Returns the group that may connect: the group of the socket's file, which is our own if we
  /// created it.
  private static func group(of place: SocketPlace) -> UInt32 {
    guard case .adopted(let descriptor) = place else { return getegid() }
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let path = withUnsafeMutablePointer(to: &address) { pointer -> String? in
      let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
      guard result == 0 else { return nil }
      return withUnsafeBytes(of: &pointer.pointee.sun_path) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return getegid() }
    return status.st_gid
  }
}

extension ProgramHub: PipelineObserver {
  package var wantsTurns: Bool { true }
  package func updatesWillBeDelivered() { finishDisconnectsAndGiveTurns() }
}

extension ControlHub: PipelineObserver {
  package var wantsKeystrokes: Bool { true }

  package func keystrokeEnded(
    _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
  ) {
    monitor(keystroke, disposition.words, updates)
  }

  package func inkEnded(_ ink: InkEvent, isTaken: Bool, _ updates: [Update]) {
    monitor(ink, isTaken ? "handled" : "not taken", updates)
  }

  /// Learns the name of a pad, which is not reported as attached.
  package func receive(_ notice: SourceNotice) {
    if case .grabbed(let device) = notice { note(pad: device) }
  }
}
