// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The language engines of the service, which clients of the control socket list.
package protocol EngineService: AnyObject {
  /// The installed engines, in the order in which they are asked.
  var listing: [EngineListing.Engine] { get }
  /// Finds out in which languages handwriting is recognised.
  ///
  /// - Parameter modes: modes of handwriting, at least one.
  /// - Returns: the languages, or the reason why there are none.
  func handwriting(in modes: [TextInputMode]) -> HandwritingSupport
}

/// The response to `engines.list`.
package struct EngineListing: Encodable, Hashable, Sendable {
  /// An engine, with its processes.
  package struct Engine: Encodable, Hashable, Sendable {
    package var name: String
    /// The languages that it serves.
    package var languages: [String]
    /// The input methods that it serves.
    package var methods: [String]
    /// The processes; none before a mode needs the engine.
    package var processes: [Process]

    package init(name: String, languages: [String], methods: [String], processes: [Process]) {
      (self.name, self.languages, self.methods) = (name, languages, methods)
      self.processes = processes
    }
  }

  /// The process of an engine for a language, or its state without a process.
  package struct Process: Encodable, Hashable, Sendable {
    package var language: String
    /// Whether the process answers requests.
    package var ready: Bool
    /// `stopped`, `starting`, `loading`, `ready`, or `resting` after too many ends.
    package var state: String
    /// The version that the process reported; nil for none yet.
    package var version: String?
    /// The number of the process; nil if the service manager started it.
    package var process: Int32?
    /// The memory, in bytes; nil if unknown.
    package var memory: Int?
    /// The last fault; nil for none.
    package var lastFault: String?

    package init(
      language: String, ready: Bool, state: String, version: String? = nil,
      process: Int32? = nil, memory: Int? = nil, lastFault: String? = nil
    ) {
      (self.language, self.ready, self.state) = (language, ready, state)
      (self.version, self.process, self.memory) = (version, process, memory)
      self.lastFault = lastFault
    }
  }

  package var engines: [Engine]
}
