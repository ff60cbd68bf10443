import CProcess
import FinderEngine
import FinderMaps

/// The full screen of a terminal, with its input.
///
///     let screen = try TerminalScreen(isColoured: true)
///     defer { screen.close() }
///     try screen.begin()
///     screen.show(grid)
///     for event in screen.events() { … }
///
/// However the process ends, the terminal is restored: by `close`, after a signal or after a crash. Frames
/// are not queued: while the terminal has not taken the last one, the next is left out, and `events` returns
/// `.ready` when it has. Only one thread at a time may use it. It must be created by the thread whose stack
/// may run out.
final class TerminalScreen {
  enum Event: Equatable {
    case input(KeyEvent)
    /// The terminal has a new size, or everything must be drawn again.
    case changed
    /// The terminal can take a frame again, after one was left out.
    case ready
    /// The terminal is gone.
    case hungUp
  }

  /// Opened separately, so waiting for it does not change how other programs use it.
  private let terminal: CInt
  private let signals: ScreenSignals
  private var decoder = KeyDecoder()
  private var frames: FrameWriter
  private var output: ScreenOutput
  private var isFrameDue = false
  private var isGone = false
  private var isOpen = true
  private var hasBegun = false

  init(isColoured: Bool) throws {
    guard let terminal = Self.open() else { throw Self.failure("cannot open the terminal") }
    self.terminal = terminal
    guard let signals = ScreenSignals() else {
      let failure = Self.failure("cannot make a pipe")
      FinderEngine.close(terminal)
      throw failure
    }
    self.signals = signals
    frames = FrameWriter(isColoured: isColoured)
    output = ScreenOutput(descriptor: terminal)
    StopSignals.listen()
    expectCrashes()
  }

  /// Until this is called, the terminal is unchanged.
  func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    guard takeOver() else {
      let failure = Self.failure("cannot use the terminal")
      close()
      throw failure
    }
  }

  /// No user's terminal is larger, and there might be no memory for its cells.
  private static let most = (columns: 1000, rows: 500)

  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (min(Int(size.ws_col), Self.most.columns), min(Int(size.ws_row), Self.most.rows))
  }

  func show(_ grid: CellGrid, cursor: FrameWriter.Place? = nil) {
    isFrameDue = !output.isEmpty
    guard !isFrameDue, !isGone else { return }
    output.append { frames.append(grid, cursor: cursor, to: &$0) }
    isGone = !output.write()
  }

  func redraw() { frames.forget() }

  /// Like Ctrl-Z: the shell has the terminal until the process is continued.
  func suspend() {
    restoreTerminal()
    output.forget()
    signals.stop()
    resume()
  }

  /// Like Ctrl-C and Ctrl-\: the process ends, unless it was started with the signal ignored.
  func raiseSignal(_ number: CInt) { raise(number) }

  func close() {
    guard isOpen else { return }
    isOpen = false
    restoreTerminal()
    signals.close()
    FinderEngine.close(terminal)
  }

  deinit { close() }

  // MARK: Waiting

  /// Waits for an event, for at most this time. Returns everything that has come already.
  func events(within milliseconds: Int? = nil) -> [Event] {
    let deadline = milliseconds.map { monotonicSeconds() + Double($0) / 1000 }
    var events: [Event] = []
    repeat {
      guard !isGone else { return [.hungUp] }
      let rest = deadline.map { max(0, Int((($0 - monotonicSeconds()) * 1000).rounded(.up))) }
      wait(min(rest ?? .max, decoder.patience ?? .max), &events)
    } while events.isEmpty && deadline.map { monotonicSeconds() < $0 } ?? true
    return events
  }

  private func wait(_ milliseconds: Int, _ events: inout [Event]) {
    let wanted = output.isEmpty ? POLLIN : POLLIN | POLLOUT
    var requests = [
      pollfd(fd: terminal, events: Int16(wanted), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let patience = decoder.patience
    let count = poll(&requests, 2, milliseconds == .max ? -1 : CInt(min(milliseconds, 60_000)))
    if count == 0, let patience, milliseconds >= patience {
      var keys: [KeyEvent] = []
      decoder.timeOut(to: &keys)
      events += keys.map { .input($0) }
    }
    guard count > 0 else { return }
    if requests[1].revents != 0 { handleSignals(&events) }
    if requests[0].revents & Int16(POLLOUT) != 0 {
      isGone = !output.write()
      if output.isEmpty, isFrameDue { events.append(.ready) }
    }
    if requests[0].revents & ~Int16(POLLOUT) != 0 { readKeys(&events) }
  }

  private func handleSignals(_ events: inout [Event]) {
    let numbers = signals.taken()
    if numbers.contains(SIGTSTP) {
      suspend()
    } else if numbers.contains(SIGCONT) {
      // It was stopped by another process, and the shell has used the terminal since.
      resume()
    }
    if !numbers.isEmpty { events.append(.changed) }
  }

  private func readKeys(_ events: inout [Event]) {
    var keys: [KeyEvent] = []
    // Limits how much is read at once; the rest waits for the next call.
    for _ in 0..<16 {
      let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { bytes in
        let count = read(terminal, bytes.baseAddress, bytes.count)
        if count > 0 { decoder.decode(bytes[..<count], to: &keys) }
        return count
      }
      if count > 0 { continue }
      isGone = count == 0 || errno != EAGAIN && errno != EINTR
      break
    }
    events += keys.map { .input($0) }
  }

  // MARK: The terminal

  private func takeOver() -> Bool {
    guard let bytes = TerminalMode.enter(terminal) else { return false }
    frames.forget()
    output.append { $0.append(bytes) }
    isGone = !output.write()
    return true
  }

  private func resume() {
    restoreTerminal()
    isGone = !takeOver() || isGone
  }

  private static func open() -> CInt? {
    #if canImport(Darwin)
      // On macOS, /dev/tty cannot be polled.
      let named = ttyname(STDOUT_FILENO).map { FilePath($0) }
      let paths = [named, FilePath("/dev/tty")].compactMap { $0 }
    #else
      let paths = [FilePath("/dev/tty")]
    #endif
    for path in paths {
      let descriptor = path.withCString { FinderEngine.open($0, O_RDWR | O_NOCTTY | O_NONBLOCK) }
      guard descriptor >= 0 else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    return nil
  }

  private static func failure(_ problem: String) -> Failure {
    Failure(.unavailable, "\(problem): \(systemMessage(errno))")
  }
}

/// Bytes for a terminal that may take them in pieces.
struct ScreenOutput: ~Copyable {
  private let descriptor: CInt
  private var bytes = ByteBuffer(capacity: 1 << 14)
  /// How many of them were written.
  private var start = 0

  init(descriptor: CInt) { self.descriptor = descriptor }

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ body: (inout ByteBuffer) -> Void) { body(&bytes) }

  mutating func forget() {
    bytes.truncate()
    start = 0
  }

  /// Writes as much as the terminal takes now. False if the terminal is gone.
  mutating func write() -> Bool {
    while !isEmpty {
      let rest = UnsafeBufferPointer(rebasing: bytes.bytes[start...])
      let count = FinderEngine.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if count < 0, errno == EAGAIN {
        return true
      } else if count >= 0 || errno != EINTR {
        return false
      }
    }
    forget()
    return true
  }
}

/// Signals that a screen waits for together with keys: each becomes a byte in a pipe. `StopSignals` handles
/// those that end the process, and the terminal guard handles crashes.
struct ScreenSignals {
  /// Readable when a signal has come.
  let descriptor: CInt

  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT]

  /// `nil` with `errno` set if no pipe can be made.
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

  /// The signals that have come since the last call.
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

/// The descriptor that the handler writes to.
@exclusivity(unchecked)
nonisolated(unsafe) private var signalsEnd: CInt = -1

private func note(_ number: CInt) {
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalsEnd, &byte, 1)
  errno = error
}

/// How a program takes over a terminal: unbuffered keys, a screen separate from the shell's, reports of the
/// mouse.
enum TerminalMode {
  /// The alternate screen, no cursor, no line wrapping, mouse events while a button is held (1002; 1000 for
  /// terminals without that) with unlimited coordinates (1006), and marks around pasted text.
  private static let begin: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
  /// Begins with the end of a frame that may have been cut off. Clears the screen first, for terminals
  /// without an alternate one, such as the Linux console.
  private static let end: StaticString = """
    \u{1B}[?2026l\u{1B}[0m\u{1B}[2J\u{1B}[H\
    \u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """

  /// From now on, any end of the process restores the terminal. Returns what must be written to it; `nil`
  /// with `errno` set if it is not a terminal.
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

  /// In the background, a terminal's settings belong to the shell. This stops the process, as reading from
  /// the terminal would, until the user wants the map. It has no effect if there is no shell to continue it.
  private static func waitForForeground(_ terminal: CInt) {
    for _ in 0..<3 where tcgetpgrp(terminal) != getpgrp() { kill(0, SIGTTIN) }
  }
}
