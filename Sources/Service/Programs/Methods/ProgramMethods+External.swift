// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

extension ProgramMethods {
  /// The methods for texts that the program's toolkit owns.
  static let external: [String: Method<ProgramClient>] = [
    "surroundings.set": Method(["container", "text", "anchor", "head", "seen", "cause"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.externalText(parameters)
      let surroundings = try parameters.surroundings(in: program.offsetUnit)
      let seen = try parameters.number("seen")
      let cause = try parameters.choice(ifThere: "cause", as: Surroundings.Cause.self) ?? .other
      do throws(SurroundingsError) {
        try text.report(surroundings, seen: seen, cause: cause)
      } catch {
        throw error.requestError(parameters, lastNumber: text.lastNumber)
      }
      return Done()
    },
    "composition.end": Method(["container", "composition", "outcome", "seen"]) {
      (client, parameters) throws(RequestError) in
      let text = try client.program.externalText(parameters)
      let composition = try parameters.number("composition")
      let seen = try parameters.number("seen")
      guard let outcome = try parameters.choice(ifThere: "outcome", as: CompositionOutcome.self)
      else { throw parameters.invalid("outcome", "inserted or dropped") }
      do throws(SurroundingsError) {
        try text.compositionDidEnd(composition, isInserted: outcome == .inserted, seen: seen)
      } catch {
        throw error.requestError(parameters, lastNumber: text.lastNumber)
      }
      return Done()
    },
  ]
}

/// The end of a composition by a toolkit: the effect on text that was being composed.
private enum CompositionOutcome: String, CaseIterable {
  /// It has inserted the fallback.
  case inserted
  /// It has removed the text.
  case dropped
}

extension Program {
  /// Finds a text of the program's toolkit.
  fileprivate func externalText(_ parameters: Parameters) throws(RequestError) -> ExternalText {
    let container = try container(parameters)
    guard let external = container.external else {
      throw RequestError(
        .unsupported,
        "\(container.name.excerpt) is not of kind external; its text is in the service",
        at: parameters.pointer("container"))
    }
    return external.text
  }

  /// Finds a text that the service owns, for a request that changes it (EXT-1).
  func ownText(_ parameters: Parameters) throws(RequestError) -> TextContainer {
    let container = try container(parameters)
    guard container.external == nil else {
      throw RequestError(
        .unsupported,
        "\(container.name.excerpt) is of kind external: the program changes its text itself, and "
          + "reports it with surroundings.set",
        at: parameters.pointer("container"))
    }
    return container.text
  }
}

extension Parameters {
  /// Reads what a toolkit reports about its text; nil if it does not know it.
  fileprivate func surroundings(in unit: OffsetUnit) throws(RequestError) -> Surroundings? {
    guard let text = try text(ifThere: "text", limit: Self.usualLimit) else {
      for member in ["anchor", "head"] where has(member) && self[member] != .null {
        throw RequestError(
          .invalidParameter, "\(member) needs text", at: pointer(member))
      }
      return nil
    }
    var ends: [Int] = []
    for member in ["anchor", "head"] {
      guard has(member), self[member] != .null else {
        throw RequestError(.invalidParameter, "text needs \(member)", at: pointer(member))
      }
      let offset = try number(member)
      guard offset >= 0, let end = unit.utf16Offset(of: offset, in: text) else {
        throw RequestError(
          .invalidParameter,
          "\(member) must be between two code points of text, in \(unit.rawValue) from 0 to "
            + "\(unit.length(of: text)), not \(offset)",
          at: pointer(member))
      }
      ends.append(end)
    }
    return Surroundings(text, selection: Selection(anchor: ends[0], head: ends[1]))
  }
}

extension SurroundingsError {
  fileprivate func requestError(_ parameters: Parameters, lastNumber: Int) -> RequestError {
    switch self {
    case .tooLong(let bytes):
      RequestError(
        .invalidParameter,
        "text must have at most \(Surroundings.byteLimit) bytes, not \(bytes); send the part "
          + "around the caret",
        at: parameters.pointer("text"))
    case .badOffset(let offset):
      RequestError(
        .invalidParameter, "\(offset) is not between two code points of text",
        at: parameters.pointer("head"))
    case .unknownNumber(let number):
      RequestError(
        .invalidParameter,
        "seen must be from 0 to \(lastNumber), the number of the last message, not \(number)",
        at: parameters.pointer("seen"))
    case .isSecret:
      RequestError(
        .unsupported, "the container is secure: send seen without text",
        at: parameters.pointer("text"))
    }
  }
}
