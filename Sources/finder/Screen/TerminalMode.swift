import CProcess
import FinderEngine

/// What a program does to a terminal that is to be its own: keys as they are typed, a screen beside the
/// one that the shell writes on, reports of the mouse.
enum TerminalMode {
  /// The other screen, no cursor, lines that do not wrap, the mouse where a button is held (1002; 1000
  /// for those that know no more) in numbers without end (1006), pasted text between marks.
  private static let begin: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
  /// Begins with the end of a frame that was cut off. What is on the screen goes first, where there is no
  /// other one, as on the Linux console.
  private static let end: StaticString = """
    \u{1B}[?2026l\u{1B}[0m\u{1B}[2J\u{1B}[H\
    \u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """

  /// From now on whatever ends the process gives the terminal back. Returns what has to be written to it;
  /// `nil` with `errno` set where it is none.
  static func enter(_ terminal: CInt) -> StaticString? {
    waitForForeground(terminal)
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    end.utf8Start.withMemoryRebound(to: CChar.self, capacity: end.utf8CodeUnitCount) {
      guardTerminal(terminal, &before, $0, end.utf8CodeUnitCount)
    }
    var raw = before
    cfmakeraw(&raw)
    while tcsetattr(terminal, TCSADRAIN, &raw) != 0 {
      guard errno == EINTR else {
        let error = errno
        restoreTerminal()
        errno = error
        return nil
      }
    }
    return begin
  }

  /// In the background a terminal's settings are the shell's. Stops as reading there would, until the user
  /// wants the map; in vain where no shell is there to continue it.
  private static func waitForForeground(_ terminal: CInt) {
    for _ in 0..<3 where tcgetpgrp(terminal) != getpgrp() { kill(0, SIGTTIN) }
  }

  static func leave() { restoreTerminal() }
}
