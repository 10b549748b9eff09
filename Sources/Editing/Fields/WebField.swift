// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A text field in a form of a web page: it has every assistance, but few traits (F054).
///
/// A page controls only correction and capitals, and the name of its field has no meaning for the
/// keyboard (DSP-4). Other traits always have their defaults: ``TextContainer/setTraits(_:)``
/// refuses them with an error, and the setter of ``TextContainer/traits`` ignores them.
public final class WebField: TextField {
  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: the field's name in the form.
  ///   - frame: the rectangle in the superview, in cells.
  public init(name: String = "", frame: CellRect = .zero) {
    super.init(name: name, frame: frame, traits: TextInputTraits())
    notesChanges = true
  }

  /// The automatic capitalization.
  public var autocapitalizationType: AutocapitalizationType {
    get { traits.autocapitalizationType }
    set { traits.autocapitalizationType = newValue }
  }

  /// Whether typing mistakes are corrected.
  public var autocorrectionType: TraitSwitch {
    get { traits.autocorrectionType }
    set { traits.autocorrectionType = newValue }
  }

  override func refusal(of traits: TextInputTraits) -> ContainerError? {
    possible(traits) == traits ? nil : .unsupportedTrait(kind: .webField)
  }

  /// Keeps only correction and capitals.
  override func possible(_ wanted: TextInputTraits) -> TextInputTraits {
    var traits = TextInputTraits()
    traits.autocapitalizationType = wanted.autocapitalizationType
    traits.autocorrectionType = wanted.autocorrectionType
    return traits
  }

  public override var kind: ContainerKind { .webField }
}
