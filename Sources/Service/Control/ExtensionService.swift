// SPDX-License-Identifier: Apache-2.0

/// The input extensions of the service, which clients of the control socket list, enable and grant
/// rights (CIV-13).
package protocol ExtensionService: AnyObject {
  /// The installed extensions, sorted by name, and the mistakes in others.
  var listing: ExtensionListing { get }

  /// Enables an extension; the completion may be called later, because its folder is read.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - completion: receives the reason why it is refused; nil for none.
  func enable(_ name: String, completion: @escaping (ExtensionRefusal?) -> Void)

  /// Disables an extension; its rights stay granted.
  func disable(_ name: String) throws(ExtensionRefusal)

  /// Disables an extension, and revokes its rights.
  func reset(_ name: String) throws(ExtensionRefusal)

  /// Grants or revokes a right of an extension.
  func set(_ grant: String, of name: String, isGranted: Bool) throws(ExtensionRefusal)
}

/// The reason why a choice about an extension is refused.
package struct ExtensionRefusal: Error, Hashable, Sendable {
  /// The kind of a refusal.
  package enum Kind: Hashable, Sendable {
    /// There is no such extension.
    case unknown
    /// A parameter has another form.
    case invalid
    /// It cannot be done.
    case failed
  }

  /// The kind.
  package var kind: Kind
  /// A sentence without a full stop.
  package var message: String
  /// The member of the request that the refusal is about.
  package var member: String

  package init(_ kind: Kind, _ message: String, member: String = "name") {
    (self.kind, self.message, self.member) = (kind, message, member)
  }
}

/// The response to `extensions.list`.
package struct ExtensionListing: Encodable, Hashable, Sendable {
  /// An extension, with what the user has chosen and what it has seen.
  package struct Extension: Encodable, Hashable, Sendable {
    package var name: String
    package var title: String
    package var version: String
    package var folder: String
    package var modes: [Mode]
    /// Whether the user has enabled the extension.
    package var enabled: Bool
    /// The rights that it requests.
    package var requests: [String]
    /// The rights that the user has granted.
    package var grants: [String]
    /// Whether every right that it requests is granted.
    package var hasFullAccess: Bool
    /// `disabled`, `stopped`, `starting`, `ready`, or `resting` after too many ends.
    package var state: String
    /// The number of keys that it has seen since the service started.
    package var keys: Int
    /// How many seconds ago it has seen the last one; nil for none.
    package var secondsSinceKey: Int?
    /// The number of calls for the network that were refused since the service started.
    package var refusedSockets: Int
    /// The number of the process; nil for none.
    package var process: Int32?
    /// The last fault; nil for none.
    package var lastFault: String?

    package init(
      name: String, title: String, version: String, folder: String, modes: [Mode],
      enabled: Bool, requests: [String], grants: [String], hasFullAccess: Bool, state: String,
      keys: Int = 0, secondsSinceKey: Int? = nil, refusedSockets: Int = 0,
      process: Int32? = nil, lastFault: String? = nil
    ) {
      (self.name, self.title, self.version) = (name, title, version)
      (self.folder, self.modes, self.enabled) = (folder, modes, enabled)
      (self.requests, self.grants, self.hasFullAccess) = (requests, grants, hasFullAccess)
      (self.state, self.keys, self.secondsSinceKey) = (state, keys, secondsSinceKey)
      (self.refusedSockets, self.process, self.lastFault) = (refusedSockets, process, lastFault)
    }
  }

  /// A mode of an extension.
  package struct Mode: Encodable, Hashable, Sendable {
    /// The identifier in the list of modes, as `esperanto.x`.
    package var mode: String
    package var language: String
    package var title: String

    package init(mode: String, language: String, title: String) {
      (self.mode, self.language, self.title) = (mode, language, title)
    }
  }

  package var extensions: [Extension]
  /// The mistakes in folders and manifests, as sentences with their places.
  package var mistakes: [String]

  package init(extensions: [Extension], mistakes: [String]) {
    (self.extensions, self.mistakes) = (extensions, mistakes)
  }
}
