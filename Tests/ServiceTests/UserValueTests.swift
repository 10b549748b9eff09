// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Glibc
import Keys
import TestSupport
import TestTraits
import Testing

@testable import Service
@testable import TextInput

/// A value reaches programs of the user that it belongs to, whatever name a program gives itself.
///
/// Two users connect to the real socket, so the kernel reports who they are.
@Suite(.heldToSchema, .needsRoot) struct UserValueTests {
  private static let stranger: UInt32 = 65_534
  /// A part of every value, which must appear nowhere else.
  private static let mark = "MARKED"

  /// Where a value comes from.
  enum Source: CaseIterable {
    case profile
    case credentials
    case offer
    case control
    case engine

    /// Whether the source can have a value of a type.
    func has(_ type: TextContentType) -> Bool {
      switch self {
      case .profile: [.person, .work, .place, .contact, .birth].contains(type.group)
      case .credentials: type == .username || type == .password
      case .offer, .control: [.place, .oneTime, .events].contains(type.group)
      case .engine: type.origin != .never && type != .newPassword
      }
    }
  }

  /// Values of the service's own user, as an embedding program sets them.
  private struct EveryValue: FillSource {
    func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
      TextContentType.allCases.map { FillRecord([$0: UserValueTests.mark], source: "Own") }
    }
  }

  private let desk: Desk
  private let control: Observer

  init() throws {
    desk = try Desk(engine: TextEngine(), group: getegid())
    chmod(desk.folder.path, 0o711)
    control = try desk.connectControl()
  }

  /// Connects a program; with the second user's credentials if `isStranger`.
  private func greet(_ desk: Desk, _ name: String, isStranger: Bool) throws -> Observer {
    let client = try isStranger ? asUser(Self.stranger, desk.connectProgram) : desk.connectProgram()
    #expect(try desk.ask(client, "hello", "{\"name\":\"\(name)\"}").contains("result"))
    return client
  }

  /// Creates a service that has values of a type, from a source, for the first or second user.
  private func desk(
    _ type: TextContentType, from source: Source, isStrangers: Bool
  ) throws -> (Desk, provider: Observer?) {
    let engine = TextEngine()
    if source == .engine {
      var store = MemoryCredentials()
      store.save(Credential(owner: "bank", username: Self.mark, password: Self.mark))
      engine.autoFill = AutoFillSuggester(sources: [EveryValue()], credentials: store)
    }
    let desk = try Desk(engine: engine, group: getegid())
    chmod(desk.folder.path, 0o711)
    let control = try desk.connectControl()
    let user = isStrangers ? Self.stranger : geteuid()
    let values = "{\"\(type.rawValue)\":\"\(Self.mark)\"}"
    switch source {
    case .engine: return (desk, nil)
    case .control:
      let given = try desk.ask(
        control, "fill.give", "{\"values\":\(values),\"user\":\(user),\"source\":\"modem\"}")
      #expect(given.contains(#""result":{}"#), "\(given)")
      return (desk, nil)
    case .offer:
      let provider = try greet(desk, "messages", isStranger: isStrangers)
      #expect(try desk.ask(provider, "fill.offer", "{\"values\":\(values)}").contains("result"))
      return (desk, provider)
    case .profile, .credentials:
      let provider = try greet(desk, "vault", isStranger: isStrangers)
      let provided =
        source == .profile
        ? "{\"profile\":\(values)}"
        : #"{"credentials":[{"program":"bank","username":"\#(Self.mark)","password":"\#(Self.mark)"}]}"#
      #expect(try desk.ask(provider, "fill.provide", provided).contains("result"))
      _ = try desk.ask(control, "fill.allow", #"{"program":1,"allowed":true}"#)
      return (desk, provider)
    }
  }

  /// Lets a program named as the credentials' owner ask for a value in every way that it has.
  private func ask(_ desk: Desk, _ type: TextContentType, isStranger: Bool) throws -> [String] {
    let bank = try greet(desk, "bank", isStranger: isStranger)
    var lines: [String] = []
    for (name, type) in [("c", type.rawValue), ("d", "username"), ("e", "password")] {
      lines += desk.exchange(
        bank, "container.create",
        "{\"container\":\"\(name)\",\"traits\":{\"textContentType\":\"\(type)\"}}")
    }
    lines += desk.exchange(bank, "focus.request", #"{"container":"c"}"#)
    lines += desk.exchange(bank, "snapshot")
    for number in 1...9 {
      lines += desk.exchange(bank, "candidates.choose", "{\"number\":\(number)}")
    }
    // Without a person's consent nothing is entered at all.
    #expect(desk.programs.programs.last?.containers["c"]?.text.text == "")
    // A key of the person enters what is suggested.
    desk.chooseFill(1)
    lines += desk.exchange(bank, "snapshot")
    lines += bank.lines()
    return lines
  }

  @Test(
    "TRT-20 a value of each type and source reaches programs of its user only",
    arguments: TextContentType.allCases, Source.allCases)
  func values(_ type: TextContentType, _ source: Source) throws {
    guard source.has(type) else { return }
    for isStrangers in source == .engine ? [false] : [false, true] {
      for isStranger in [false, true] {
        let (desk, provider) = try desk(type, from: source, isStrangers: isStrangers)
        let lines = try ask(desk, type, isStranger: isStranger)
        let isSeen = lines.contains { $0.contains(Self.mark) }
        #expect(isSeen == (isStranger == isStrangers), "\(isStrangers) \(isStranger) \(lines)")
        if isStranger != isStrangers, !type.isCredential {
          #expect(!lines.contains { $0.contains("candidates.didChange") })
        }
        withExtendedLifetime(provider) {}
      }
    }
  }

  @Test("TRT-20 a program receives no password of another user, even if its own user has some")
  func bothHave() throws {
    let (desk, provider) = try desk(.password, from: .credentials, isStrangers: false)
    let own = try greet(desk, "vault", isStranger: true)
    _ = try desk.ask(
      own, "fill.provide",
      #"{"credentials":[{"program":"bank","username":"eve","password":"own"}]}"#)
    let control = try desk.connectControl()
    _ = try desk.ask(control, "fill.allow", #"{"program":2,"allowed":true}"#)
    let lines = try ask(desk, .username, isStranger: true)
    #expect(!lines.contains { $0.contains(Self.mark) }, "\(lines)")
    #expect(lines.contains { $0.contains("eve") })
    withExtendedLifetime((provider, own)) {}
  }

  @Test("TRT-14, TRT-20 a program does not learn whether another user has passwords")
  func existence() throws {
    for source in [Source.credentials, .engine] {
      let (desk, provider) = try desk(.password, from: source, isStrangers: false)
      let bank = try greet(desk, "shop", isStranger: true)
      _ = try desk.ask(
        bank, "container.create", #"{"container":"c","traits":{"textContentType":"password"}}"#)
      let lines = desk.exchange(bank, "focus.request", #"{"container":"c"}"#)
      #expect(!lines.contains { $0.contains("candidates.didChange") }, "\(lines)")
      #expect(desk.engine.candidates == nil)
      withExtendedLifetime(provider) {}
    }
  }

  @Test("TRT-20 a value that a client of the control socket gives belongs to its user by default")
  func controlDefault() throws {
    let given = #"{"values":{"one-time-code":"MARKED"}}"#
    #expect(try desk.ask(control, "fill.give", given).contains(#""result":{}"#))
    let lines = try ask(desk, .oneTimeCode, isStranger: true)
    #expect(!lines.contains { $0.contains(Self.mark) })
    #expect(try ask(desk, .oneTimeCode, isStranger: false).contains { $0.contains(Self.mark) })
  }

  @Test("TRT-20 a client of the control socket withdraws what it gave to one user only")
  func controlWithdraws() throws {
    for user in [0, Self.stranger] {
      let given = "{\"values\":{\"one-time-code\":\"\(user)\"},\"user\":\(user)}"
      #expect(try desk.ask(control, "fill.give", given).contains(#""result":{}"#))
    }
    #expect(try desk.ask(control, "fill.revoke").contains(#""result":{}"#))
    #expect(
      !(try ask(desk, .oneTimeCode, isStranger: false)).contains {
        $0.contains("candidates.didChange")
      })
    #expect(
      try ask(desk, .oneTimeCode, isStranger: true).contains { $0.contains("\(Self.stranger)") })
  }

  @Test("A person sees the user and the executable of a program that provides values")
  func whoAsks() throws {
    let vault = try greet(desk, "vault", isStranger: true)
    _ = try desk.ask(vault, "fill.provide", #"{"profile":{"email":"a@example.org"}}"#)
    let listed = try desk.ask(control, "fill.sources")
    #expect(listed.contains("\"user\":\(Self.stranger)"), "\(listed)")
    let path = try #require(Peer.executable(of: getpid()))
    #expect(path.hasPrefix("/") && listed.contains("\"executable\":\"\(path)\""), "\(listed)")
    #expect(Peer.executable(of: 0) == nil && Peer.executable(of: .max) == nil)
  }
}
