import CProcess
import FinderEngine

/// The ends that come from outside, where nothing can be thrown: each is one line and an exit code, and
/// leaves no unfinished file. Answers are written in whole lines, and never while a snapshot is read or
/// memory is asked for, so that what was written ends with a whole line too.
enum ProcessEnd {
  /// How finder ends where the answer is out, and only its snapshot cannot be made.
  nonisolated(unsafe) static var afterAnswer: ExitCode?

  /// Called only where a single system call is all that is allowed: no memory, no locks.
  static func end(_ code: ExitCode, _ message: StaticString) -> Never {
    restoreTerminal()
    UnfinishedFiles.remove()
    RunningProgram.killLeft()
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(code.rawValue)
  }

  /// Where the system refuses memory, to whatever part of the process.
  static func prepareForRefusal() {
    whenMemoryIsRefused {
      _ = isFirstToSpeak()
      if let code = ProcessEnd.afterAnswer {
        restoreTerminal()
        UnfinishedFiles.remove()
        _exit(code.rawValue)
      }
      ProcessEnd.end(.refused, "finder: out of memory: the system refuses more\n")
    }
  }

  /// Where a mapped file was cut short, or cannot be read, while it is in use: SIGBUS. To be called
  /// once a file is mapped.
  static func prepareForCutFiles() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = faulted
    #else
      action.__sigaction_handler.sa_sigaction = faulted
    #endif
    sigaction(SIGBUS, &action, nil)
  }
}

private func faulted(
  _ number: CInt, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  guard let info, MappedFile.contains(info.pointee.address) else {
    // None of ours: the same access once more, and the usual end.
    restoreTerminal()
    signal(number, SIG_DFL)
    // One that was sent does not come again by itself.
    if let info, info.pointee.si_code <= 0 { raise(number) }
    return
  }
  _ = isFirstToSpeak()
  ProcessEnd.end(
    .writeFailed,
    "finder: the snapshot in use was cut short or cannot be read; run the command again\n")
}

extension siginfo_t {
  /// Where the access was that failed.
  fileprivate var address: UInt {
    #if canImport(Glibc)
      UInt(bitPattern: _sifields._sigfault.si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: __si_fields.__sigfault.si_addr)
    #else
      UInt(bitPattern: si_addr)
    #endif
  }
}
