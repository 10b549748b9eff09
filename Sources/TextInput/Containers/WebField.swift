// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A text field of a page's form: it has every assistance, but the page says little of it (F054).
///
/// A page controls correction and capitals only, and its field's name means nothing to the keyboard
/// (DSP-4). Other traits have their defaults for ever: ``TextContainer/setTraits(_:)`` refuses them with an error, and
/// the setter of ``TextContainer/traits`` takes over no more than those two.
public final class WebField: TextField {
  /// Makes a field by the name it has in its form.
  public init(name: String = "", frame: CellRect = .zero) {
    super.init(name: name, frame: frame, traits: TextInputTraits())
  }

  /// When capitals come by themselves.
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

  /// Correction and capitals, nothing else.
  override func possible(_ wanted: TextInputTraits) -> TextInputTraits {
    var traits = TextInputTraits()
    traits.autocapitalizationType = wanted.autocapitalizationType
    traits.autocorrectionType = wanted.autocorrectionType
    return traits
  }

  public override var kind: ContainerKind { .webField }
}
