import CLastWords
import FinderEngine

/// Restores the terminal, removes unfinished files and ends the program that finder started when a signal stops the process,
/// then lets the signal do its work, so that the shell sees 130 or 143.
enum StopSignals {
  static func listen() {
    // SIGPIPE comes from a note on a standard error that nobody reads any more.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] where !isIgnored(number) {
      signal(number, stopped)
    }
  }

  /// As under nohup; it is to stay so.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

private func stopped(by number: CInt) {
  restoreTerminal()
  UnfinishedFiles.remove()
  RunningProgram.killLeft()
  signal(number, SIG_DFL)
  raise(number)
}
