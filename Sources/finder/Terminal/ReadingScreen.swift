import FinderEngine

/// A screen that responds to keys while its data is being read. If that takes a while, it says so; otherwise
/// it does not show.
///
///     let reading = try ReadingScreen(isColoured: true)
///     defer { reading.close() }
///     …                                    // reads
///     let screen = try reading.finish()    // now belongs to this thread again
final class ReadingScreen {
  private let screen: TerminalScreen
  /// One end of a pipe. If the other end is closed, the thread stops.
  private let isOverEnd: CInt
  private var ownEnd: CInt
  private var thread: pthread_t?
  private var failure: Error?

  private static let patience: CInt = 300

  init(isColoured: Bool) throws {
    screen = try TerminalScreen(isColoured: isColoured)
    var ends: [CInt] = [-1, -1]
    _ = pipe(&ends)
    (isOverEnd, ownEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Without it, the user waits as before.
    if isOverEnd >= 0 { thread = startThread() }
  }

  func finish() throws -> TerminalScreen {
    stop()
    if let failure { throw failure }
    try screen.begin()
    return screen
  }

  func close() {
    stop()
    screen.close()
  }

  private func stop() {
    guard ownEnd >= 0 else { return }
    FinderEngine.close(ownEnd)
    ownEnd = -1
    if let thread { pthread_join(thread, nil) }
    FinderEngine.close(isOverEnd)
  }

  private func watch() {
    guard !isOver(within: Self.patience) else { return }
    do { try screen.begin() } catch {
      failure = error
      return
    }
    repeat {
      let size = screen.size
      screen.show(
        InteractiveMapPainter.reading(InteractiveMapLayout(columns: size.columns, rows: size.rows)))
      for event in screen.events(within: 50) {
        switch event {
        case .input(.text("q")): quit()
        case .input(.key(.character("c"), .control)): screen.raiseSignal(SIGINT)
        case .input(.key(.character("\\"), .control)): screen.raiseSignal(SIGQUIT)
        case .input(.key(.character("z"), .control)): screen.suspend()
        case .hungUp: return
        default: break
        }
      }
    } while !isOver(within: 0)
  }

  private func isOver(within milliseconds: CInt) -> Bool {
    var request = pollfd(fd: isOverEnd, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// The reading thread goes on meanwhile, so none of its data is freed.
  private func quit() -> Never {
    screen.close()
    UnfinishedFiles.remove()
    RunningProgram.killLeft()
    _exit(ExitCode.success.rawValue)
  }

  private func startThread() -> pthread_t? {
    // Unretained, since the thread is joined before this is freed.
    let this = Unmanaged.passUnretained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(&thread, nil, { ReadingScreen.watch($0) }, this)
    #else
      var created = pthread_t()
      let error = pthread_create(&created, nil, { ReadingScreen.watch($0!) }, this)
      let thread: pthread_t? = created
    #endif
    return error == 0 ? thread : nil
  }

  private static func watch(_ this: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ReadingScreen>.fromOpaque(this).takeUnretainedValue().watch()
    return nil
  }
}
