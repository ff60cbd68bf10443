import FinderEngine

/// A running program, with finder's ends of its pipes.
struct RunningProgram {
  private let process: pid_t
  private let hasOwnGroup: Bool
  private var descriptors: [(stream: ChildProgram.Stream, descriptor: CInt)]

  var isOpen: Bool { !descriptors.isEmpty }

  init?(_ program: ChildProgram) {
    var ours: [(stream: ChildProgram.Stream, descriptor: CInt)] = []
    var theirs: [(number: CInt, descriptor: CInt)] = []
    defer { for end in theirs { close(end.descriptor) } }
    guard let input = Pipe() else { return nil }
    theirs.append((STDIN_FILENO, input.reader))
    precondition(program.input.count <= ChildProgram.mostInput)
    _ = program.input.withUnsafeBytes { write(input.writer, $0.baseAddress, $0.count) }
    close(input.writer)
    for stream in ChildProgram.Stream.allCases {
      guard let pipe = Pipe() else {
        for end in ours { close(end.descriptor) }
        return nil
      }
      ours.append((stream, pipe.reader))
      theirs.append((stream.rawValue, pipe.writer))
    }
    StopSignals.listen()
    let process = start(
      program.path, program.arguments.map { FilePath($0) }, environment: program.environment,
      streams: theirs, program.hasOwnGroup ? .tiedGroup : .tied)
    guard let process else {
      let error = errno
      for end in ours { close(end.descriptor) }
      errno = error
      return nil
    }
    self.process = process
    hasOwnGroup = program.hasOwnGroup
    descriptors = ours
    Self.left = target
  }

  /// The target of signals: the process, or its group.
  private var target: pid_t { hasOwnGroup ? -process : process }

  /// The running program, for code that ends finder early; 0 if there is none.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var left: pid_t = 0

  /// Ends a program whose output is no longer needed. Calls only `kill`, as a signal handler must.
  static func killLeft() { if left != 0 { _ = FinderEngine.kill(left, SIGKILL) } }

  /// Whether it has ended, though other programs may still write to its pipes.
  var hasEnded: Bool {
    var ended = siginfo_t()
    ended.si_signo = 0
    // Any failure not caused by a signal means that there is nothing to wait for.
    let result = waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT | WNOHANG)
    return result == 0 ? ended.si_signo != 0 : errno != EINTR
  }

  /// Passes anything that arrives within this time to `take`, and returns whether that wants more. Streams
  /// that have ended are closed.
  mutating func read(
    within milliseconds: CInt, into buffer: UnsafeMutableBufferPointer<UInt8>,
    _ take: (ChildProgram.Stream, Bytes) -> Bool
  ) -> Bool {
    var requests = descriptors.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return true }
    // The header was sent before the body: reading in this order, it is known by then.
    for (end, request) in zip(descriptors, requests).reversed() where request.revents != 0 {
      let count = FinderEngine.read(end.descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        let bytes = UnsafeBufferPointer(rebasing: buffer[..<count])
        guard take(end.stream, bytes) else { return false }
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        close(end.descriptor)
        descriptors.removeAll { $0.stream == end.stream }
      }
    }
    return true
  }

  mutating func kill() {
    _ = FinderEngine.kill(target, SIGKILL)
    _ = wait()
  }

  mutating func wait() -> ChildProgram.End {
    for end in descriptors { close(end.descriptor) }
    descriptors = []
    var status: CInt = 0
    // Once it has been waited for, its number may belong to another process.
    var ended = siginfo_t()
    while waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    if hasOwnGroup { _ = FinderEngine.kill(target, SIGKILL) }
    Self.left = 0
    while waitpid(process, &status, 0) < 0 {
      // It is not known whether it succeeded.
      guard errno == EINTR else { return .unknown }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Both ends of a pipe. Other programs do not inherit them, and their numbers are above those of a program's
/// own streams. If there are no such numbers left, there are too few descriptors, and `errno` says so.
private struct Pipe {
  let reader: CInt
  let writer: CInt

  init?() {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      errno = EMFILE
      return nil
    }
    (reader, writer) = (moved[0], moved[1])
  }
}
