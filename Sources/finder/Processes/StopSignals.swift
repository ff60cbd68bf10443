import CProcess
import FinderEngine

/// Restores the terminal, removes unfinished files and ends the program that finder started when a signal stops the process,
/// then lets the signal do its work, so that the shell sees 130 or 143.
enum StopSignals {
  static func listen() { for number in numbers where isUsual(number) { signal(number, stopped) } }

  /// All that end a process by default, but for crashes, which are the terminal guard's. SIGPIPE comes
  /// from a note on a standard error that is no longer read, SIGXCPU from a limit of the shell's.
  private static var numbers: [CInt] {
    var numbers = [
      SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU,
    ]
    #if os(Linux)
      // Those of real time begin with two that are the C library's own.
      numbers += [SIGIO, SIGPWR, SIGSTKFLT] + Array(34...64)
    #endif
    return numbers
  }

  /// One that is ignored, as under nohup, is to stay so; and a profiler's is the profiler's.
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
