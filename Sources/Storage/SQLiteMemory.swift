// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// A memory in an SQLite file, which the user may read and delete (Documentation/Storage.md).
///
/// The file is created at the first change, not by a query. A user without learned choices, modes
/// or settings therefore has no file.
///
/// Queries and changes never wait for another program. A change that cannot be written at once
/// is postponed: queries see it, and a later query or change writes it, or ``close()``, which
/// does wait. While ``isSaved`` is true, killing the program loses nothing. While the file cannot
/// be used, its readable contents and new values are kept in memory. Each reason is reported once.
/// As with every memory, the caller must not store the contents of secure fields.
package final class SQLiteMemory {
  /// The path of the file, which may not exist yet.
  package let path: String

  private let file: StorageFile
  private let patience: Duration
  private let onWarning: (StorageWarning) -> Void

  private var tables: MemoryTables?
  private var postponed = PostponedChanges()
  /// The memory used while the file cannot be opened or read: its readable contents, and everything
  /// set since.
  private var substitute: VolatileMemory?
  private var failureState: StorageFailureState?
  private var saidReasons: Set<StorageError> = []
  private var hasSetAside = false
  private var hasSaidNotKept = false
  private var hasSaidLogLost = false
  private var hasGivenUp = false
  private var waits = false {
    didSet { tables?.database.waits = waits }
  }

  /// Creates a memory with a file in a folder, which is created together with the file.
  ///
  /// - Parameters:
  ///   - directory: the folder; see ``StateDirectory``.
  ///   - onWarning: receives warnings for the user, during a query or a change.
  package convenience init(
    directory: String, onWarning: @escaping (StorageWarning) -> Void
  ) {
    self.init(directory: directory, steps: Schema.steps, onWarning: onWarning)
  }

  /// Creates a memory whose tables are created by the given steps.
  ///
  /// The user is warned if another program locks the file for longer than `patience`.
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

  /// Opens and checks the file if it exists, waiting up to a second for another program's lock.
  ///
  /// Call it at the start, before anything is typed. Without it, the first query opens the file,
  /// without waiting.
  package func prepare() {
    guard file.exists else { return }
    waits = true
    useFile { _ in }
    waits = false
  }

  /// Writes postponed changes, waiting up to a second for another program's lock, and closes the
  /// file.
  ///
  /// If they cannot be written, the user is warned, and the memory continues without the file.
  /// Otherwise a later query or change opens the file again.
  package func close() {
    waits = true
    if !postponed.isEmpty { writePostponed() }
    if !postponed.isEmpty, let failureState { giveUp(because: failureState.reason) }
    waits = false
    tables = nil
  }

  /// Whether no change is postponed, so that killing the program loses nothing.
  package var isSaved: Bool { postponed.isEmpty && !hasGivenUp }

  // MARK: Queries and changes

  /// Queries the contents of the file together with the postponed changes.
  ///
  /// The rows of the subject are copied first; without a file there are none.
  func query<Result>(
    about subject: MemorySubject, _ body: (VolatileMemory) -> Result
  ) -> Result {
    tryAgain()
    var memory = VolatileMemory()
    if substitute == nil, file.exists {
      let isRead = useFile { tables throws(StorageError) in
        let read = VolatileMemory()
        try tables.copy(subject, to: read)
        try tables.requireLog()
        memory = read
      }
      // Opening the file again reads all of it, so it is opened only at the next retry.
      if !isRead, failureState?.reason.isBusy == false { useSubstitute() }
    }
    if let substitute { return body(substitute) }
    postponed.apply(to: memory, about: subject)
    return body(memory)
  }

  /// Returns learned words in the order of the file; nil unless the file alone has all words.
  func storedWords(in language: String, after last: LearnedWord?, limit: Int) -> [LearnedWord]? {
    stored { tables throws(StorageError) in
      try tables.words(in: language, after: last, limit: limit)
    }
  }

  /// Returns the languages of learned words; nil unless the file alone has all words.
  func storedLanguages() -> [String]? {
    stored { tables throws(StorageError) in try tables.languages() }
  }

  /// Reads the file; nil unless it has everything that was changed, and can be read.
  private func stored<Rows>(
    _ read: (MemoryTables) throws(StorageError) -> Rows
  ) -> Rows? {
    tryAgain()
    guard substitute == nil, postponed.isEmpty, file.exists else { return nil }
    var rows: Rows?
    let isRead = useFile { tables throws(StorageError) in
      let found = try read(tables)
      try tables.requireLog()
      rows = found
    }
    return isRead ? rows : nil
  }

  /// Applies a change, and writes it to the file if that is possible now.
  func change(_ change: MemoryChange) { self.change([change]) }

  /// Applies changes, and writes them to the file in one transaction if that is possible now.
  func change(_ changes: [MemoryChange]) {
    // Nothing needs to be erased if no file exists.
    let hasContents = substitute != nil || !postponed.isEmpty || file.exists
    let changes = changes.filter { !$0.forgets || hasContents }
    guard !changes.isEmpty else { return }
    if let substitute { for change in changes { change.apply(to: substitute) } }
    guard !hasGivenUp else { return }
    for change in changes { postponed.append(change) }
    if failureState == nil { writePostponed() } else { tryAgain() }
  }

  /// Retries to write postponed changes, if it is time to.
  private func tryAgain() {
    guard failureState?.isTimeToTry() == true else { return }
    writePostponed()
  }

  /// Writes the postponed changes, and reports it if the file could not be used before.
  private func writePostponed() {
    guard !postponed.isEmpty || file.exists else { return }
    let isDone = useFile { tables throws(StorageError) in
      try tables.write(postponed)
    }
    guard isDone else { return }
    let lostCount = postponed.lostCount
    postponed = PostponedChanges()
    substitute = nil
    if failureState?.isSaid == true || lostCount > 0 {
      onWarning(.keptAgain(path: path, lostCount: lostCount))
    }
    failureState = nil
  }

  // MARK: The file

  /// Runs a function on the file, which is created if necessary.
  ///
  /// - Returns: whether it succeeded; a failure is handled here.
  @discardableResult private func useFile(
    isRetry: Bool = false, _ body: (MemoryTables) throws(StorageError) -> Void
  ) -> Bool {
    do throws(StorageError) {
      try body(opened())
      return true
    } catch {
      if !isRetry, isLogLost() || closes(because: error) { return useFile(isRetry: true, body) }
      if replaceFile(because: error) { return useFile(isRetry: isRetry, body) }
      fail(because: error)
      return false
    }
  }

  private func opened() throws(StorageError) -> MemoryTables {
    if !isLogLost(), let tables, !tables.database.hasMoved { return tables }
    // The file was deleted or renamed, so the file that is now at the path is opened.
    tables = nil
    let opened = MemoryTables(database: try file.open(waits: waits))
    tables = opened
    return opened
  }

  /// Closes the file if another program has changed its log.
  ///
  /// - Returns: whether the log was changed.
  private func isLogLost() -> Bool {
    guard let database = tables?.database, let fault = database.logFault else { return false }
    // Another program with the same log would not copy it when it finds a new one.
    if case .detached = fault { try? database.execute("PRAGMA wal_checkpoint(FULL)") }
    tables = nil
    if case .broken(losesChanges: true) = fault, !hasSaidLogLost {
      hasSaidLogLost = true
      onWarning(.logLost(path: path))
    }
    return true
  }

  /// Closes the file if that may release the lock that an error is about.
  private func closes(because reason: StorageError) -> Bool {
    guard reason.isLogStuck, tables != nil else { return false }
    tables = nil
    return true
  }

  /// Renames a damaged file, so that the next opening creates a new one.
  private func replaceFile(because reason: StorageError) -> Bool {
    // Damage for the second time suggests a disk that damages everything.
    guard case .damaged = reason, !hasSetAside else { return false }
    hasSetAside = true
    guard let name = file.setAside() else { return false }
    tables = nil
    onWarning(.setAside(path: path, as: name, reason: reason))
    return true
  }

  // MARK: Failures

  private func fail(because reason: StorageError) {
    if case .damaged = reason { return giveUp(because: reason) }
    // Checking the lock of an open file is cheap; opening a file reads all of it.
    let isCheap = reason.isBusy && tables != nil
    if failureState == nil {
      failureState = StorageFailureState(reason, isCheap: isCheap)
    } else {
      failureState?.failed(because: reason, isCheap: isCheap)
    }
    if tables == nil || !reason.mayPass { useSubstitute() }
    guard failureState?.isWorthSaying(patience: patience) == true,
      saidReasons.insert(reason).inserted
    else { return }
    failureState?.isSaid = true
    if reason.mayPass { onWarning(.postponed(reason)) } else { sayNotKept(reason) }
  }

  private func giveUp(because reason: StorageError) {
    useSubstitute()
    failureState = nil
    postponed = PostponedChanges()
    hasGivenUp = true
    sayNotKept(reason)
  }

  private func sayNotKept(_ reason: StorageError) {
    guard !hasSaidNotKept else { return }
    hasSaidNotKept = true
    onWarning(.notKept(reason))
  }

  /// Closes the file; from then on, queries are answered from memory.
  private func useSubstitute() {
    substitute = substitute ?? makeSubstitute()
    tables = nil
  }

  private func makeSubstitute() -> VolatileMemory {
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
