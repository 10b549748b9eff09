// SPDX-License-Identifier: Apache-2.0
internal import CMappedMemory
import Glibc

/// Mappings of files whose pages may become unreadable.
///
/// A file that is cut off in place loses pages that are still mapped, and so does a file on a disk
/// that fails; the kernel sends SIGBUS when such a page is read. In the mappings that are added
/// here such a page becomes zeros, in this process only, and the program continues.
package enum MappedMemory {
  /// Installs the handler of SIGBUS, unless it is installed.
  ///
  /// A handler of SIGBUS that another component installs must be installed after this one, call
  /// ``repair(_:)`` first, and restore this one at its end.
  package static func watch() { keybridge_watch_mappings() }

  /// Adds a mapping.
  ///
  /// - Parameters:
  ///   - bytes: the mapping, as `mmap` returned it.
  ///   - isWritable: whether a page of zeros is writable.
  /// - Returns: false if there are too many mappings.
  package static func add(_ bytes: UnsafeRawBufferPointer, isWritable: Bool = false) -> Bool {
    keybridge_add_mapping(
      UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, isWritable)
  }

  /// Removes a mapping, before it is unmapped.
  ///
  /// - Parameter start: its first byte; nothing happens if the mapping was not added.
  package static func remove(_ start: UnsafeRawPointer?) {
    keybridge_remove_mapping(UnsafeMutableRawPointer(mutating: start))
  }

  /// Returns whether pages of a mapping were replaced by zeros.
  ///
  /// - Parameter start: its first byte.
  /// - Returns: false as well if the mapping was not added.
  package static func hasLostPages(_ start: UnsafeRawPointer?) -> Bool {
    keybridge_mapping_faults(UnsafeMutableRawPointer(mutating: start)) > 0
  }

  /// Replaces the page of a fault by zeros; async-signal-safe.
  ///
  /// - Parameter fault: C's `siginfo_t` of the signal.
  /// - Returns: false if the fault is not in a mapping that was added.
  package static func repair(_ fault: UnsafeRawPointer) -> Bool {
    keybridge_repair_mapping(fault.assumingMemoryBound(to: siginfo_t.self))
  }
}
