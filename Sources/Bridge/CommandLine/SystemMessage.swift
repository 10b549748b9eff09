// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Returns the C library's message for an `errno`.
package func systemMessage(_ errno: Int32) -> String {
  String(cString: strerror(errno))
}
