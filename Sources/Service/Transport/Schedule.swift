// SPDX-License-Identifier: Apache-2.0

/// Calls a closure after a delay; the returned closure cancels the call.
package typealias Schedule = (_ delay: Duration, _ body: @escaping () -> Void) -> () -> Void
