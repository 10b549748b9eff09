// SPDX-License-Identifier: Apache-2.0
import Mirrors
import YAMLNodes

/// A setting of the settings file: a row of a ``SettingsTable``.
///
/// The reader, the schema, the page of settings, the hints, the options and the result of a reload
/// follow from it.
struct Setting<Root: Sendable>: Sendable {
  /// The name, the documentation and what a reload does.
  private(set) var about: SettingDescription
  /// Returns the description of the values.
  ///
  /// A function, as all that costs time: a start makes the whole table, and uses few of its rows.
  let values: @Sendable () -> ValueDescription
  /// Reads the value from a node; does nothing after a mistake.
  private(set) var read: @Sendable (inout ConfigurationReader, YAMLNode, inout Root) -> Void
  /// Returns the value as in a file; nil for one that a page does not show.
  let written: @Sendable (Root) -> JSONValue?
  /// Whether two values differ in this setting.
  let differs: @Sendable (Root, Root) -> Bool
  /// The mistake if the mapping does not have the key that this one needs.
  private(set) var unmetNeed: ConfigurationError.Problem?

  private init(
    _ about: SettingDescription, _ values: @escaping @Sendable () -> ValueDescription,
    read: @escaping @Sendable (inout ConfigurationReader, YAMLNode, inout Root) -> Void,
    written: @escaping @Sendable (Root) -> JSONValue?,
    differs: @escaping @Sendable (Root, Root) -> Bool
  ) {
    (self.about, self.values, self.read) = (about, values, read)
    (self.written, self.differs) = (written, differs)
  }

  /// Creates a setting that replaces a property.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - path: the property.
  ///   - type: the type of the values.
  ///   - text: the meaning, in one sentence.
  init<Value: Equatable & Sendable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value> & Sendable,
    _ type: @autoclosure @escaping @Sendable () -> SettingType<Value>, _ text: String
  ) {
    self.init(SettingDescription(name, text), { type().about() }) { reader, node, root in
      if let value = type().read(&reader, node, name) { root[keyPath: path()] = value }
    } written: {
      type().written($0[keyPath: path()])
    } differs: {
      $0[keyPath: path()] != $1[keyPath: path()]
    }
  }

  /// Creates a setting that replaces a property which is nil without it.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - path: the property.
  ///   - type: the type of the values.
  ///   - usual: the value that nil stands for; nil for none that a page can show.
  ///   - text: the meaning, in one sentence.
  init<Value: Equatable & Sendable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value?> & Sendable,
    _ type: @autoclosure @escaping @Sendable () -> SettingType<Value>,
    usual: @autoclosure @escaping @Sendable () -> Value? = nil, _ text: String
  ) {
    self.init(SettingDescription(name, text), { type().about() }) { reader, node, root in
      if let value = type().read(&reader, node, name) { root[keyPath: path()] = value }
    } written: {
      ($0[keyPath: path()] ?? usual()).flatMap(type().written)
    } differs: {
      $0[keyPath: path()] != $1[keyPath: path()]
    }
  }

  /// Creates a setting that changes other properties than one of its own.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - type: the type of the values.
  ///   - text: the meaning, in one sentence.
  ///   - write: stores a value.
  ///   - differs: returns whether two values differ; a setting that needs a restart requires it.
  init<Value: Sendable>(
    _ name: String, _ type: @autoclosure @escaping @Sendable () -> SettingType<Value>,
    _ text: String,
    write: @escaping @Sendable (inout Root, Value) -> Void,
    differs: @escaping @Sendable (Root, Root) -> Bool = { _, _ in false }
  ) {
    self.init(SettingDescription(name, text), { type().about() }) { reader, node, root in
      if let value = type().read(&reader, node, name) { write(&root, value) }
    } written: { _ in
      nil
    } differs: {
      differs($0, $1)
    }
  }

  /// Creates a setting whose value is stored by functions.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - type: the type of the values.
  ///   - text: the meaning, in one sentence.
  ///   - get: returns the value.
  ///   - set: stores a value.
  init<Value: Equatable & Sendable>(
    _ name: String, _ type: @autoclosure @escaping @Sendable () -> SettingType<Value>,
    _ text: String,
    get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(SettingDescription(name, text), { type().about() }) { reader, node, root in
      if let value = type().read(&reader, node, name) { set(&root, value) }
    } written: {
      type().written(get($0))
    } differs: {
      get($0) != get($1)
    }
  }

  /// Returns the setting as one of a value that contains its root.
  func within<Outer>(
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Outer, Root> & Sendable
  ) -> Setting<Outer> {
    Setting<Outer>(about, values) { [read] reader, node, outer in
      read(&reader, node, &outer[keyPath: path()])
    } written: { [written] in
      written($0[keyPath: path()])
    } differs: { [differs] in
      differs($0[keyPath: path()], $1[keyPath: path()])
    }
  }
}

extension Setting {
  /// Adds sentences in Markdown that only the page of settings shows.
  func details(_ details: String) -> Self { with { $0.about.details = details } }

  /// Describes the effect without the setting, if no value does.
  func usually(_ words: String) -> Self { with { $0.about.usualWords = words } }

  /// Adds names that other programs use for the setting.
  ///
  /// - Parameters:
  ///   - names: the names, in lower case and without punctuation.
  ///   - hasSharedValues: whether the values are the same in other programs.
  /// - Returns: the setting with these names.
  func called(_ names: String..., hasSharedValues: Bool = false) -> Self {
    with { ($0.about.otherNames, $0.about.hasSharedValues) = (names, hasSharedValues) }
  }

  /// Makes a change take effect at the next start.
  var afterRestart: Self { with { $0.about.needsRestart = true } }

  /// Makes the key required; the function that finishes the mapping reports a missing one.
  var required: Self { with { $0.about.isRequired = true } }

  /// Makes the key a mistake in a mapping without another one.
  func needs(_ key: String, or problem: ConfigurationError.Problem) -> Self {
    with { ($0.about.need, $0.unmetNeed) = (key, problem) }
  }

  /// Also stores the place of the value.
  func placed(
    at path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, YAMLPlace?> & Sendable
  ) -> Self {
    with { setting in
      setting.read = { [read] reader, node, root in
        read(&reader, node, &root)
        root[keyPath: path()] = node.place
      }
    }
  }

  /// Also stores the places of the values in a list.
  func placed(
    eachAt path:
      @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, [YAMLPlace]> & Sendable
  ) -> Self {
    with { setting in
      setting.read = { [read] reader, node, root in
        read(&reader, node, &root)
        root[keyPath: path()] = (node.items ?? [node]).map(\.place)
      }
    }
  }

  /// Names the user's setting over which this one takes precedence.
  func ofUser(_ name: String, unchosen: JSONValue?) -> Self {
    with { ($0.about.userName, $0.about.unchosen) = (name, unchosen) }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
