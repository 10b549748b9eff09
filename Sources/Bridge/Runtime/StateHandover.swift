// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Service

/// Hands the state of programs to the next run of the service: a file in memory, which the service
/// manager stores meanwhile (decision 40).
///
/// Nothing is on a disk, and no other process than the manager gets the descriptor.
final class StateHandover {
  /// The name of the descriptor in the manager's store.
  static let name = "programs-state"

  private let hub: ProgramHub
  private let manager: ServiceNotifier?
  private let log: (LogEntry) -> Void
  /// The file for the next run, created before the service confines itself; nil without a manager.
  private let memory: SealedMemory?
  /// The file of the last run; nil for none.
  private let stored: Int32?

  /// Creates the file for the next run.
  ///
  /// - Parameters:
  ///   - hub: the programs.
  ///   - manager: the service manager; nil for none, and then nothing is stored.
  ///   - stored: the descriptor that the manager has passed, which is closed here.
  ///   - log: the log.
  init(
    of hub: ProgramHub, manager: ServiceNotifier?, stored: Int32?,
    log: @escaping (LogEntry) -> Void
  ) {
    (self.hub, self.manager, self.stored, self.log) = (hub, manager, stored, log)
    memory = manager.flatMap { _ in SealedMemory(name: Self.name) }
  }

  /// Restores the programs of the last run, once.
  func restore() {
    guard let stored else { return }
    defer { close(stored) }
    // Removed first: if reading it crashed the service, every later start would crash, too.
    manager?.removeStored(Self.name)
    SecretMemory.wipingFreed {
      do throws(SealedMemory.Flaw) {
        hub.restore(try SealedMemory.read(stored, limit: ProgramHub.stateLimit))
      } catch {
        log(.stateFailure("the state of programs of the last run is dropped: \(error.words)"))
      }
    }
  }

  /// Stores the state of the programs; called when the service ends and may be started again.
  func store() {
    guard let manager else { return }
    SecretMemory.wipingFreed {
      guard let state = hub.encodeState() else { return }
      let failure = memory?.write(state) ?? ENOMEM
      let error = failure == 0 ? manager.store(memory?.descriptor ?? -1, as: Self.name) : failure
      guard error != 0 else { return }
      log(
        .stateFailure(
          "the state of programs does not outlive this run: it cannot be stored:"
            + " \(systemMessage(error))"))
    }
  }
}

extension SealedMemory.Flaw {
  fileprivate var words: String {
    switch self {
    case .failed(let errno): "it cannot be read: \(systemMessage(errno))"
    case .notSealed: "it is no sealed file in memory"
    case .otherOwner(let user): "it belongs to user \(user)"
    case .tooLarge(let size): "it has \(size) bytes, more than \(ProgramHub.stateLimit)"
    }
  }
}
