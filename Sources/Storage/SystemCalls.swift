// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
import Glibc
internal import Keys
internal import TextInput

/// The system calls of SQLite, with checks that SQLite does not make.
///
/// SQLite opens any kind of file, so a named pipe in the place of the database would block the
/// program. It maps the index of the log, `-shm`, so the program would end with SIGBUS when another
/// program truncates that file. It sleeps for ten seconds until a lock of the log is free, which
/// may be never. SQLite lets a program replace its system calls, for all databases of the process.
enum SystemCalls {
  /// Replaces the system calls; only the first call has an effect.
  static func install() { _ = isInstalled }

  /// Runs a function while nothing can be written, because the log of a database is broken.
  static func withoutWriting(_ body: () -> Void) {
    refusesWriting = true
    body()
    refusesWriting = false
  }

  /// Whether a page of an index could not be read (``MappedMemory``), until the index is unmapped.
  ///
  /// The index says where the log ends. Nothing is written without it, because a frame in the wrong
  /// place would overwrite those of other programs.
  static var hasLostIndex: Bool { indexes.contains { MappedMemory.hasLostPages($0) } }

  /// The time for which SQLite may still sleep, in microseconds; then it tries again at once until
  /// it gives up.
  nonisolated(unsafe) static var sleepLeft: Int32 = 0
  /// The time for which SQLite has slept since the start, in microseconds.
  nonisolated(unsafe) private(set) static var slept = 0

  fileprivate static func sleep(_ microseconds: Int32) -> Int32 {
    let time = max(0, min(microseconds, sleepLeft))
    if time > 0 { usleep(useconds_t(time)) }
    sleepLeft -= time
    slept += Int(time)
    return time
  }

  /// Only regular files are opened, and folders, which SQLite opens to synchronize them.
  fileprivate static func open(
    _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: Int32
  ) -> Int32 {
    // Without O_NONBLOCK, a named pipe would wait for its other end.
    let descriptor = uninterrupted {
      Glibc.open(path, flags | O_NONBLOCK | O_NOCTTY, mode_t(mode))
    }
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        // SQLite occupies the standard descriptors with it if they are closed.
        || strcmp(path, "/dev/null") == 0
    else {
      // Of a regular file, this would release the locks of this process.
      close(descriptor)
      errno = EINVAL
      return -1
    }
    return descriptor
  }

  fileprivate static func map(
    _ start: UnsafeMutableRawPointer?, _ length: Int, _ protection: Int32, _ flags: Int32,
    _ descriptor: Int32, _ offset: Int
  ) -> UnsafeMutableRawPointer? {
    let mapped = mmap(start, length, protection, flags, descriptor, offset)
    guard let mapped, mapped != MAP_FAILED else { return mapped }
    let bytes = UnsafeRawBufferPointer(start: mapped, count: length)
    guard MappedMemory.add(bytes, isWritable: protection & PROT_WRITE != 0) else {
      munmap(mapped, length)
      errno = ENOMEM
      return MAP_FAILED
    }
    indexes.insert(UnsafeRawPointer(mapped))
    return mapped
  }

  fileprivate static func unmap(_ start: UnsafeMutableRawPointer?, _ length: Int) -> Int32 {
    if let start {
      MappedMemory.remove(start)
      indexes.remove(UnsafeRawPointer(start))
    }
    return munmap(start, length)
  }

  /// Whether writing is allowed; if not, `errno` is set.
  fileprivate static var mayWrite: Bool {
    guard refusesWriting || hasLostIndex else { return true }
    errno = EIO
    return false
  }

  // The databases of a process are used by one thread.
  private nonisolated(unsafe) static var refusesWriting = false
  private nonisolated(unsafe) static var indexes: Set<UnsafeRawPointer> = []

  private static let isInstalled: Bool = {
    guard let system = sqlite3_vfs_find(nil), let replace = system.pointee.xSetSystemCall else {
      return false
    }
    for (name, call) in calls { _ = replace(system, name, call) }
    system.pointee.xSleep = { SystemCalls.sleep($1) }
    return true
  }()
}

/// The replacements by SQLite's names; of those that write, a build uses only some.
private let calls: [(String, sqlite3_syscall_ptr)] = {
  let open: @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Int32 = {
    SystemCalls.open($0, $1, $2)
  }
  let map:
    @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int)
      -> UnsafeMutableRawPointer? = { SystemCalls.map($0, $1, $2, $3, $4, $5) }
  let unmap: @convention(c) (UnsafeMutableRawPointer?, Int) -> Int32 = {
    SystemCalls.unmap($0, $1)
  }
  let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = {
    SystemCalls.mayWrite ? Glibc.write($0, $1, $2) : -1
  }
  let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int = {
    SystemCalls.mayWrite ? pwrite($0, $1, $2, $3) : -1
  }
  let truncate: @convention(c) (Int32, Int) -> Int32 = {
    SystemCalls.mayWrite ? ftruncate($0, $1) : -1
  }
  let remove: @convention(c) (UnsafePointer<CChar>) -> Int32 = {
    SystemCalls.mayWrite ? unlink($0) : -1
  }
  func pointer<Call>(_ call: Call) -> sqlite3_syscall_ptr {
    unsafeBitCast(call, to: sqlite3_syscall_ptr.self)
  }
  return [
    ("open", pointer(open)), ("mmap", pointer(map)), ("munmap", pointer(unmap)),
    ("write", pointer(write)), ("pwrite", pointer(writeAt)), ("pwrite64", pointer(writeAt)),
    ("ftruncate", pointer(truncate)), ("unlink", pointer(remove)),
  ]
}()
