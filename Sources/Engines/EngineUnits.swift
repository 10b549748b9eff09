// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The units in which the service manager runs the engines of a process.
///
/// The kernel reports the service manager as the peer of their sockets, so they are found by their
/// control groups, `…@NUMBER-PID-UID.service`: `PID` and `UID` are those of the process, and
/// `NUMBER` grows with each connection (systemd.socket(5), `Accept=`).
struct EngineUnits {
  /// The control group of the system's slices.
  private let root: String
  private let process: pid_t
  private let user: uid_t

  /// Creates the units of a process.
  ///
  /// - Parameters:
  ///   - root: the control group of the system's slices.
  ///   - process: the process that has connected.
  ///   - user: its user.
  init(
    root: String = "/sys/fs/cgroup/system.slice", process: pid_t = getpid(),
    user: uid_t = geteuid()
  ) {
    self.root = root
    (self.process, self.user) = (process, user)
  }

  /// The memory of the units of an engine, in bytes, in the order of their connections.
  ///
  /// - Parameter name: the name of the engine.
  /// - Returns: the memory; nil for a unit whose memory is not counted.
  func memory(of name: String) -> [Int?] {
    let unit = "keybridge-engine-\(name)"
    // systemd escapes the hyphens of a unit's name in the name of its slice.
    let slice = unit.split(separator: "-", omittingEmptySubsequences: false)
      .joined(separator: #"\x2d"#)
    let folder = "\(root)/system-\(slice).slice"
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var found: [(number: Int, path: String)] = []
    while let entry = readdir(entries) {
      let group = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard group.hasPrefix("\(unit)@"), group.hasSuffix(".service"),
        let number = connection(group.dropFirst(unit.count + 1).dropLast(".service".count))
      else { continue }
      found.append((number, "\(folder)/\(group)/memory.current"))
    }
    return found.sorted { $0.number < $1.number }.map { Self.numbers(in: $0.path)?.first }
  }

  /// The number of this process's connection in the name of an instance; nil for others.
  private func connection(_ instance: Substring) -> Int? {
    let fields = instance.split(separator: "-", omittingEmptySubsequences: false)
    // A `_` and more may follow the number of the process.
    guard fields.count == 3, let peer = fields[1].split(separator: "_").first,
      pid_t(peer) == process, uid_t(fields[2]) == user
    else { return nil }
    return Int(fields[0])
  }

  /// The whole numbers in the first line of a file of the kernel; nil if it cannot be read.
  static func numbers(in path: String) -> [Int]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }
}

extension InstalledEngines {
  /// Returns the memory of an engine.
  ///
  /// - Parameter engine: the engine.
  /// - Returns: the resident memory of the process and its children, or the memory of its unit, in
  ///   bytes; nil for no process, and if it is not known which of several units it is.
  package func memory(of engine: Engine) -> Int? {
    memory(of: engine, units: EngineUnits(process: host.connectingProcess))
  }

  func memory(of engine: Engine, units: EngineUnits) -> Int? {
    if let process = engine.process {
      return Self.residentMemory(of: process)
    }
    let connected = engines(of: engine.manifest).filter { $0.state != .stopped }
      .sorted { $0.connectionTime < $1.connectionTime }
    let memory = units.memory(of: engine.manifest.name)
    guard memory.count == connected.count,
      let place = connected.firstIndex(where: { $0 === engine })
    else { return nil }
    return memory[place]
  }

  /// Returns the resident memory of a process and of the processes that it has started.
  private static func residentMemory(of process: Int32) -> Int? {
    var pages = 0
    var open = [Int(process)]
    // An engine has fewer tasks, unless it starts and ends them meanwhile.
    for index in 0..<(2 * EngineConfinement.taskLimit) where index < open.count {
      // The second number counts the resident pages.
      let numbers = EngineUnits.numbers(in: "/proc/\(open[index])/statm") ?? []
      guard numbers.count > 1 || index > 0 else { return nil }
      pages += numbers.dropFirst().first ?? 0
      open += EngineUnits.numbers(in: "/proc/\(open[index])/task/\(open[index])/children") ?? []
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
