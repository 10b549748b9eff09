// SPDX-License-Identifier: Apache-2.0

/// The protocol's version.
///
/// The first number changes when something is removed or changes its meaning, the second when
/// something is added.
package let protocolVersion = "1.1"
