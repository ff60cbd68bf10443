import CProcess
import FinderEngine

/// Ends that come from outside, where nothing can be thrown: each prints one line, returns an exit code and
/// leaves no unfinished file. Answers are written in whole lines, and never while a snapshot is read or
/// memory is allocated, so the output also ends with a whole line.
enum ProcessEnd {
  /// The exit code once the answer has been written, and only the snapshot cannot be made.
  nonisolated(unsafe) static var afterAnswer: ExitCode?

  /// Called where only single system calls are allowed, without memory or locks.
  static func end(_ code: ExitCode, _ message: StaticString) -> Never {
    restoreTerminal()
    UnfinishedFiles.remove()
    RunningProgram.killLeft()
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(code.rawValue)
  }

  /// For when the system refuses memory to any part of the process.
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

  /// For SIGBUS: a mapped file was cut short, or cannot be read, while it is in use. To be called once a file
  /// is mapped.
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
    // It is not one of finder's files: the access is repeated, and ends the process as usual.
    restoreTerminal()
    signal(number, SIG_DFL)
    // A signal that was sent does not repeat by itself.
    if let info, info.pointee.si_code <= 0 { raise(number) }
    return
  }
  _ = isFirstToSpeak()
  ProcessEnd.end(
    .writeFailed,
    "finder: the snapshot in use was cut short or cannot be read; run the command again\n")
}

extension siginfo_t {
  /// The address of the failed access.
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
