// SPDX-License-Identifier: Apache-2.0

/// The end of the chain; UIKit's counterpart is `UIApplication`.
open class Application: Responder {
  /// Who is asked behind the application (RSP-7); kept alive.
  ///
  /// As in UIKit, a view, a controller or an application is not asked here: it has its own place in
  /// the chain.
  public final var delegate: Responder? {
    get { behind }
    set { behind = newValue }
  }
  private final var behind: Responder?

  /// Makes an application.
  public init(name: String = "application", delegate: Responder? = nil) {
    behind = delegate
    super.init(name: name)
  }

  override var naturalNext: Responder? {
    guard let behind else { return nil }
    return behind is View || behind is ViewController || behind is Application ? nil : behind
  }
}
