// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The last responder of the chain; the UIKit counterpart is `UIApplication`.
open class Application: Responder {
  /// The responder after the application (RSP-7); retained.
  ///
  /// As in UIKit, a view, a view controller or an application is skipped here, because it has its
  /// own place in the chain.
  public final var delegate: Responder? {
    get { behind }
    set { behind = newValue }
  }
  private final var behind: Responder? { didSet { DispatchRevision.advance() } }

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - name: the application's name on the wire, as the target of a command.
  ///   - delegate: the responder after the application; nil for none.
  public init(name: String = "application", delegate: Responder? = nil) {
    behind = delegate
    super.init(name: name)
    notesChanges = type(of: self) == Application.self
  }

  override var naturalNext: Responder? {
    guard let behind else { return nil }
    return behind is View || behind is ViewController || behind is Application ? nil : behind
  }
}
