import CProcess
import FinderEngine

/// When a signal stops the process: restores the terminal, removes unfinished files, ends the program that
/// finder started, and then lets the signal take effect, so the shell sees 130 or 143.
enum StopSignals {
  static func listen() { for number in numbers where isUsual(number) { signal(number, stopped) } }

  /// All signals that end a process by default, except crashes, which the terminal guard handles. SIGPIPE
  /// comes from a message to a standard error that is no longer read, SIGXCPU from a limit set in the shell.
  private static var numbers: [CInt] {
    var numbers = [
      SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU,
    ]
    #if os(Linux)
      // The first two real-time signals belong to the C library.
      numbers += [SIGIO, SIGPWR, SIGSTKFLT] + Array(34...64)
    #endif
    return numbers
  }

  /// A signal that is ignored, as under nohup, must stay ignored; and a profiler's signal is left to the
  /// profiler.
  private static func isUsual(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}

private func stopped(by number: CInt) {
  restoreTerminal()
  UnfinishedFiles.remove()
  RunningProgram.killLeft()
  signal(number, SIG_DFL)
  raise(number)
}
