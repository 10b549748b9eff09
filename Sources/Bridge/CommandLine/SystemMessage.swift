// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What the C library says about an `errno`.
package func systemMessage(_ errno: Int32) -> String {
  String(cString: strerror(errno))
}
