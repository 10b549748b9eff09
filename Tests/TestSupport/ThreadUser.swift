// SPDX-License-Identifier: Apache-2.0
import CTestSetup
import Glibc

/// Runs a function as another user, which only root can do.
///
/// Only the current thread changes its user, so tests on other threads are not affected.
package func asUser<Result>(_ user: UInt32, _ body: () throws -> Result) throws -> Result {
  guard set_thread_user(user) else { throw SystemFailure(call: "setresuid", errno: errno) }
  defer { precondition(set_thread_user(0)) }
  return try body()
}
