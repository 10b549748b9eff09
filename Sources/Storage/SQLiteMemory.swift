// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// A memory in an SQLite file, which a person may read and delete (Documentation/Storage.md).
///
/// Nothing is made before the first change, and a question to a file that is not there makes none:
/// who never switches modes has no file.
///
/// No question or change waits for another program. What the file does not take at once is
/// postponed: it is answered from memory, and written at a later question or change, or at the end,
/// which does wait. While ``isSaved`` the program may be killed at any moment and loses nothing more.
/// Storage that never will take anything is warned of once; from then on what could be read of it and
/// what is set serve from memory. As with every memory, what secure fields hold is not to get here:
/// that is the caller's duty.
package final class SQLiteMemory {
  /// Where the file is, or will be.
  package let path: String

  private let file: StorageFile
  private let patience: Duration
  private let onWarning: (StorageWarning) -> Void

  private var tables: MemoryTables?
  private var postponed = PostponedChanges()
  /// What serves while the file cannot be opened or read: what could be read of it, and what was set
  /// since.
  private var standIn: VolatileMemory?
  private var outage: Outage?
  private var saidReasons: Set<StorageError> = []
  private var hasSetAside = false
  private var hasGivenUp = false
  private var waits = false {
    didSet { tables?.database.waits = waits }
  }

  /// Makes a memory with a file in a folder, which is made with the file.
  ///
  /// - Parameters:
  ///   - directory: see ``StateDirectory``.
  ///   - onWarning: hears what the user should know, while a question or change is going on.
  package convenience init(
    directory: String, onWarning: @escaping (StorageWarning) -> Void
  ) {
    self.init(directory: directory, steps: Schema.steps, onWarning: onWarning)
  }

  /// Makes a memory whose tables come about by the given steps.
  ///
  /// The user hears of another program that keeps the file longer than `patience`.
  init(
    directory: String, steps: [String], patience: Duration = .seconds(10),
    onWarning: @escaping (StorageWarning) -> Void
  ) {
    file = StorageFile(directory: directory, steps: steps)
    path = file.path
    self.patience = patience
    self.onWarning = onWarning
  }

  deinit {
    close()
  }

  /// Opens and checks the file if there is one, and waits a second for whoever has it.
  ///
  /// To be called before there is somebody to keep waiting: without it the first question does this, and
  /// does not wait.
  package func prepare() {
    guard file.exists else { return }
    waits = true
    useFile { _ in }
    waits = false
  }

  /// Writes what is postponed, waiting a second for whoever has the file, and closes it.
  ///
  /// The user hears of what could not be written: then the memory serves on without the file. Otherwise
  /// a question or change afterwards opens it anew.
  package func close() {
    waits = true
    if !postponed.isEmpty { settle() }
    if !postponed.isEmpty, let outage { giveUp(because: outage.reason) }
    waits = false
    tables = nil
  }

  /// Whether nothing waits: the program may be killed, and loses nothing more.
  package var isSaved: Bool { postponed.isEmpty && !hasGivenUp }

  // MARK: Questions and changes

  /// Asks what the file holds, with what it has not taken yet.
  ///
  /// What the question is about is copied first; without a file that is nothing.
  func ask<Answer>(
    about subject: MemorySubject, _ question: (VolatileMemory) -> Answer
  ) -> Answer {
    tryAgain()
    var memory = VolatileMemory()
    if standIn == nil, file.exists {
      let isRead = useFile { tables throws(StorageError) in
        let read = VolatileMemory()
        try tables.copy(subject, to: read)
        memory = read
      }
      // From now on it has to be opened, when it is time to: that reads all of it.
      if !isRead, outage?.reason.isBusy == false { standInForFile() }
    }
    if let standIn { return question(standIn) }
    postponed.apply(to: memory, about: subject)
    return question(memory)
  }

  /// Makes a change, in the file if it takes it now.
  func change(_ change: MemoryChange) {
    // Without a file there is nothing to forget.
    guard !change.forgets || standIn != nil || !postponed.isEmpty || file.exists else { return }
    standIn.map(change.apply)
    guard !hasGivenUp else { return }
    postponed.append(change)
    if outage == nil { settle() } else { tryAgain() }
  }

  /// Tries to write what is postponed, if it is time to.
  private func tryAgain() {
    guard outage?.isTimeToTry() == true else { return }
    settle()
  }

  private func settle() {
    guard !postponed.isEmpty || file.exists else { return }
    let isDone = useFile { tables throws(StorageError) in
      try tables.write(postponed)
    }
    guard isDone else { return }
    let lostCount = postponed.lostCount
    postponed = PostponedChanges()
    standIn = nil
    if outage?.isSaid == true || lostCount > 0 {
      onWarning(.keptAgain(path: path, lostCount: lostCount))
    }
    outage = nil
  }

  // MARK: The file

  /// Works on the file, which is made if need be.
  ///
  /// - Returns: whether all went well; what did not is seen to.
  @discardableResult private func useFile(
    _ body: (MemoryTables) throws(StorageError) -> Void
  ) -> Bool {
    do throws(StorageError) {
      try body(opened())
      return true
    } catch {
      if replaceFile(because: error) { return useFile(body) }
      fail(because: error)
      return false
    }
  }

  private func opened() throws(StorageError) -> MemoryTables {
    if let tables, !tables.database.hasMoved { return tables }
    // Deleted, or put away by another process: what the path leads to counts.
    tables = nil
    let opened = MemoryTables(database: try file.open(waits: waits))
    tables = opened
    return opened
  }

  /// Puts a damaged file away, so that the next opening makes a new one.
  private func replaceFile(because reason: StorageError) -> Bool {
    // Twice in a run is a disk that damages whatever is written.
    guard case .damaged = reason, !hasSetAside else { return false }
    hasSetAside = true
    guard let name = file.setAside() else { return false }
    tables = nil
    onWarning(.setAside(path: path, as: name, reason: reason))
    return true
  }

  // MARK: Trouble

  private func fail(because reason: StorageError) {
    guard reason.mayPass else { return giveUp(because: reason) }
    // Asking an open file for its lock is nothing; opening one reads all of it.
    let isCheap = reason.isBusy && tables != nil
    if outage == nil {
      outage = Outage(reason, isCheap: isCheap)
    } else {
      outage?.failed(because: reason, isCheap: isCheap)
    }
    if tables == nil { standInForFile() }
    guard outage?.isWorthSaying(patience: patience) == true,
      saidReasons.insert(reason).inserted
    else { return }
    outage?.isSaid = true
    onWarning(.postponed(reason))
  }

  private func giveUp(because reason: StorageError) {
    standInForFile()
    outage = nil
    postponed = PostponedChanges()
    hasGivenUp = true
    onWarning(.notKept(reason))
  }

  /// Closes the file, whose contents are answered from memory.
  private func standInForFile() {
    standIn = standIn ?? makeStandIn()
    tables = nil
  }

  private func makeStandIn() -> VolatileMemory {
    let memory = VolatileMemory()
    if let tables {
      tables.copy(to: memory)
    } else {
      file.salvage(to: memory)
    }
    postponed.apply(to: memory)
    return memory
  }
}
