import FinderEngine

/// Signals that a screen waits for as it waits for keys: each becomes a byte in a pipe. Those that end the
/// process are `StopSignals`', and crashes are the terminal guard's.
struct ScreenSignals {
  /// Readable where one has come.
  let descriptor: CInt

  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT]

  /// `nil` with `errno` set where there is no pipe.
  init?() {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    signalsEnd = ends[1]
    for number in Self.numbers { signal(number, note) }
  }

  func close() {
    for number in Self.numbers { signal(number, SIG_DFL) }
    FinderEngine.close(signalsEnd)
    FinderEngine.close(descriptor)
    signalsEnd = -1
  }

  /// Those that came since it was called last.
  func taken() -> [CInt] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map { CInt($0) }
  }

  /// Stops the process and those started with it, as Ctrl-Z does, until they are continued.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    signal(SIGTSTP, note)
  }
}

/// Where the handler writes.
@exclusivity(unchecked)
nonisolated(unsafe) private var signalsEnd: CInt = -1

private func note(_ number: CInt) {
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalsEnd, &byte, 1)
  errno = error
}
