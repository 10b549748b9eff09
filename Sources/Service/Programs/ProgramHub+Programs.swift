// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The programs that connect, and those that are forgotten.
extension ProgramHub {
  /// Resumes a disconnected program, or creates a new one.
  ///
  /// The name and the user alone prove nothing: another process of the user may have both.
  ///
  /// - Parameters:
  ///   - connection: the program's connection.
  ///   - name: the name that the program gives itself.
  ///   - token: the token from its earlier `hello`; nil to start without any state.
  /// - Returns: the program, and whether it was resumed.
  func greet(
    _ connection: Connection, name: String, token: String?
  ) -> (program: Program, isBack: Bool) {
    let resumed = directory.resume(name: name, token: token, user: connection.peer.user)
    let program = resumed ?? makeProgram(name: name, user: connection.peer.user)
    directory.connect(program, to: connection)
    reportedWindow = nil
    program.reportedHolding = turns.isHolder(program)
    program.reportedLocks = program.knownLocks(of: engine)
    if program.reportedHolding == true { idle.watch(program) }
    server?.greeted(connection)
    let isBack = resumed != nil
    log(program.connectedEntry(connection.peer, resumed: isBack))
    return (program, isBack)
  }

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: the name that the program gives itself.
  ///   - user: the program's user.
  ///   - number: its number in an earlier run of the service; nil for a new one.
  ///   - token: its token in an earlier run; nil for a new one.
  /// - Returns: the program.
  func makeProgram(
    name: String, user: UInt32, number: Int? = nil, token: String? = nil
  ) -> Program {
    let program = directory.add(number: number) { number in
      Program(
        number: number, name: name, user: user, token: token,
        window: engine.makeWindow(name: name, user: user),
        encoder: WireEncoder(sharing: encoder),
        quota: Program.Quota(units: limits.textUnits, unitsOfUser: limits.textUnitsOfUser),
        unsent: unsent)
    }
    program.siblings = { [unowned self, unowned program] in
      programs.filter { $0.user == program.user && $0 !== program }
    }
    program.didPerform = { [unowned self, unowned program] in
      audience.didPerform($0, $1, by: program)
    }
    return program
  }

  /// The costs of each user with connected programs, the costliest first.
  var users: [UserCosts] {
    (server?.users ?? []).map { account in
      let programs = programs.filter { $0.user == account.user }
      return UserCosts(
        user: account.user, connections: account.connections,
        programs: programs.count { $0.connection != nil },
        kept: programs.count { $0.connection == nil },
        textUnits: programs.reduce(0) { $0 + $1.lastUnits },
        servedMilliseconds: Int(account.served / .milliseconds(1)),
        busiestProcess: server?.busiestProcess(of: account.user))
    }
  }

  /// Records the user's decision whether a program's values may be suggested.
  func allowFilling(_ isAllowed: Bool, by program: Program) {
    guard fillSources.isAllowed(program.number) != isAllowed else { return }
    fillSources.allow(isAllowed, program.number)
    program.notify("fill.consentDidChange", FillConsent(allowed: isAllowed))
    program.sendFrame()
  }

  /// The program with a number; nil for none.
  func program(number: Int) -> Program? { programs.first { $0.number == number } }
}

extension ProgramHub: ProgramDirectoryDelegate {
  func didSuspend(_ program: Program) {
    turns.release(program)
    giveTurns()
    scanners.release(of: program)
  }

  func isWorthKeeping(_ program: Program) -> Bool {
    program.itemCount > 0 || !program.controller.isBare || program.hasMainMenu
      || offers.has(from: program)
  }

  func willForget(_ program: Program) {
    fillSources.forget(program.number)
    turns.release(program)
    giveTurns()
  }

  func didForget(_ program: Program) {
    // A new window may be allocated at the same address.
    reportedWindow = nil
    audience.forget(program)
    idle.follow(audience.holder)
    scanners.release(of: program)
    program.window.close()
  }
}
