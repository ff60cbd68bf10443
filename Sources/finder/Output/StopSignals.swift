import FinderEngine

/// Removes unfinished files when a signal stops the process, then lets the signal do its work, so
/// that the shell sees 130 or 143.
enum StopSignals {
  /// Takes the name of one unfinished file, and `nil` once there is none any more. No command writes
  /// more than two files at a time.
  static func watcher() -> (FilePath?) -> Void {
    let isSecond = unfinishedPaths.0 != nil
    return { path in
      let new = path.flatMap { $0.withCString { strdup($0) } }
      let old = isSecond ? unfinishedPaths.1 : unfinishedPaths.0
      if isSecond { unfinishedPaths.1 = new } else { unfinishedPaths.0 = new }
      free(old)
      if new != nil { listen() }
    }
  }

  private static func listen() {
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

/// Read by the signal handler, where only the C library's simplest calls are allowed.
nonisolated(unsafe) private var unfinishedPaths:
  (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)

private func stopped(by number: CInt) {
  if let path = unfinishedPaths.0 { unlink(path) }
  if let path = unfinishedPaths.1 { unlink(path) }
  signal(number, SIG_DFL)
  raise(number)
}
