import CLastWords
import FinderEngine

/// The ends that come from outside, where nothing can be thrown: each is one line and an exit code, and
/// leaves no unfinished file. Answers are written in whole lines, and never while a snapshot is read or
/// memory is asked for, so that what was written ends with a whole line too.
enum LastWords {
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
      if let code = LastWords.afterAnswer {
        restoreTerminal()
        UnfinishedFiles.remove()
        _exit(code.rawValue)
      }
      LastWords.end(.refused, "finder: out of memory: the system refuses more\n")
    }
  }
}
