#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process. Use it from one thread; it is killed when it is released.
package final class Coprocess {
  package let processID: pid_t
  private let command: [String]
  private var input: Int32?
  private var outputs: [Stream]
  private var unsent: ArraySlice<UInt8> = []
  private var closesInputWhenSent = false
  private var isReaped = false
  private var hasEnded = false
  /// How much of the output `readLine` has returned.
  private var taken = 0
  private var peakSample = 0
  private var nextSample = ContinuousClock.now
  /// The peak memory of this process when it had just started the child.
  private let ownPeak: Int

  /// One end of a pipe that the child writes to, and the bytes that came through.
  private struct Stream {
    var descriptor: Int32?
    var bytes: [UInt8] = []
  }

  /// Starts the executable at a path, with a pipe for its input.
  package convenience init(
    _ executable: String, _ arguments: [String] = [],
    environment: [String: String] = ProcessRunner.plainEnvironment, directory: String? = nil
  ) throws {
    try self.init(
      executable, arguments, environment: environment, stdin: nil, stdout: .captured,
      stderr: .captured, directory: directory)
  }

  init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    stdin: ChildInput?, stdout: ChildOutput, stderr: ChildOutput, directory: String?
  ) throws {
    var spawn = Spawn()
    defer { spawn.destroy() }
    (processID, input, outputs) = try Spawn.lock.withLock { _ in
      let input = try spawn.connectInput(stdin)
      let outputs = try [spawn.connect(stdout, as: 1), spawn.connect(stderr, as: 2)]
      let child = try spawn.start(
        executable, arguments, environment: environment, directory: directory)
      return (child, input, outputs.map { Stream(descriptor: $0) })
    }
    ownPeak = Self.highWater(of: "self") ?? 0
    command = [executable] + arguments
    // Sent by whichever method runs the loop first.
    if case .bytes(let bytes) = stdin {
      unsent = bytes[...]
      closesInputWhenSent = true
    }
  }

  deinit {
    killGroup()
    if !isReaped { waitpid(processID, nil, 0) }
    for descriptor in [input] + outputs.map(\.descriptor) { descriptor.map { _ = close($0) } }
  }

  /// Sends all of the bytes, and keeps output that comes in the meantime.
  package func send(_ bytes: [UInt8], timeout: Duration = .seconds(120)) throws {
    unsent += bytes
    let isSent = try pump(until: .now + timeout) { self.unsent.isEmpty }
    guard isSent else { throw ProcessError("\(command[0]) took no input within \(timeout)") }
  }

  package func send(_ text: String, timeout: Duration = .seconds(120)) throws {
    try send(Array(text.utf8), timeout: timeout)
  }

  /// The next line of its output without its line break; `nil` at the end. What follows the last line break
  /// counts as a line.
  package func readLine(timeout: Duration = .seconds(120)) throws -> String? {
    var scanned = taken
    var end: Int?
    let isThere = try pump(until: .now + timeout) {
      end = self.outputs[0].bytes[scanned...].firstIndex(of: UInt8(ascii: "\n"))
      scanned = self.outputs[0].bytes.count
      return end != nil || self.outputs[0].descriptor == nil
    }
    guard isThere else { throw ProcessError("\(command[0]) wrote no line within \(timeout)") }
    let bytes = outputs[0].bytes
    let line = bytes[taken..<(end ?? bytes.count)]
    if end == nil, line.isEmpty { return nil }
    taken = min((end ?? bytes.count) + 1, bytes.count)
    return String(decoding: line, as: UTF8.self)
  }

  package func closeInput() {
    if let descriptor = input { close(descriptor) }
    input = nil
    unsent = []
  }

  /// Sends a signal only to the process; one that has ended gets none.
  package func sendSignal(_ number: Int32) {
    if !isReaped { kill(processID, number) }
  }

  /// Closes its input after everything has been sent, and waits for its end. The result has all of its
  /// output, including lines already read. When the time is up, it is killed.
  package func finish(timeout: Duration = .seconds(120)) throws -> ProcessResult {
    closesInputWhenSent = true
    if unsent.isEmpty { closeInput() }
    let isDone = { self.hasEnded && self.outputs.allSatisfy { $0.descriptor == nil } }
    let inTime = try pump(until: .now + timeout, isDone)
    if !inTime {
      killGroup()
      // A process that left the group may hold the pipes open for any time.
      _ = try pump(until: .now + .seconds(5), isDone)
    }
    return try reap(timedOut: !inTime)
  }

  private func reap(timedOut: Bool) throws -> ProcessResult {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(processID, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw ProcessError("wait4", errno: errno) }
    }
    isReaped = true
    let signal = status & 0x7F
    return ProcessResult(
      command: command, status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      signal: signal == 0 ? nil : signal, timedOut: timedOut, stdoutBytes: outputs[0].bytes,
      stderrBytes: outputs[1].bytes, peakResidentBytes: peak(usage))
  }

  /// Ends the process and everything it started, which share its group.
  private func killGroup() {
    if !isReaped { kill(-processID, SIGKILL) }
  }
}

// MARK: - The loop

extension Coprocess {
  /// Moves bytes until the condition holds, or returns `false` at the deadline.
  private func pump(
    until deadline: ContinuousClock.Instant, _ condition: () -> Bool
  ) throws -> Bool {
    // Short sleeps at first, for programs that end at once; longer ones later, to save processor time.
    var nap: Int32 = 1
    while true {
      noteEnd()
      if condition() { return true }
      if .now >= deadline { return false }
      sampleMemory()
      try moveBytes(waiting: nap)
      nap = min(nap + 1, 10)
    }
  }

  private func moveBytes(waiting milliseconds: Int32) throws {
    let feeding = unsent.isEmpty ? nil : input
    var polled = [
      pollfd(fd: feeding ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputs[0].descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outputs[1].descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 || errno == EINTR else {
      throw ProcessError("poll", errno: errno)
    }
    if polled[0].revents != 0 { try feed() }
    for index in outputs.indices where polled[index + 1].revents != 0 { try drain(index) }
  }

  private func feed() throws {
    guard let descriptor = input else { return }
    let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    switch (count, errno) {
    case (0..., _): unsent = unsent.dropFirst(count)
    case (_, EAGAIN), (_, EINTR): return
    // The child has stopped reading; that is normal, as in a shell.
    case (_, EPIPE): closeInput()
    case (_, let code): throw ProcessError("writing to \(command[0])", errno: code)
    }
    if unsent.isEmpty, closesInputWhenSent { closeInput() }
  }

  private func drain(_ index: Int) throws {
    guard let descriptor = outputs[index].descriptor else { return }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { outputs[index].bytes += buffer[..<count] }
      return count
    }
    if count == 0 {
      close(descriptor)
      outputs[index].descriptor = nil
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      throw ProcessError("reading from \(command[0])", errno: errno)
    }
  }

  /// Checks whether the child has ended, without reaping it.
  private func noteEnd() {
    guard !hasEnded else { return }
    var info = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(processID), &info, flags) == 0 else { return }
    hasEnded = info.si_signo == SIGCHLD
  }
}

// MARK: - Memory

extension Coprocess {
  /// On Linux the figure from `wait4` starts from the parent's memory, since a child shares it until it runs
  /// its own program, and a test process uses a lot. The kernel's figure for the child's own memory is gone
  /// once the child has ended; hence samples.
  private func sampleMemory() {
    guard !hasEnded, .now >= nextSample else { return }
    nextSample = .now + .milliseconds(2)
    // Before it runs its own program, the figure is that of this process.
    guard Self.program(of: "\(processID)") != Self.program(of: "self") else { return }
    peakSample = max(peakSample, Self.highWater(of: "\(processID)") ?? 0)
  }

  private static func program(of process: String) -> String? {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/\(process)/exe", &path, path.count)
    return length < 0
      ? nil : String(decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func peak(_ usage: rusage) -> Int {
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      let told = Int(usage.ru_maxrss) * 1024
      // The kernel counts in batches, so the two figures for this process may differ slightly.
      let isOwn = told > ownPeak + (1 << 20)
      // A child that ended before the first sample used little: filling 100 MB takes longer than 2 ms.
      return isOwn ? told : min(told, peakSample)
    #endif
  }

  private static func highWater(of process: String) -> Int? {
    guard let text = try? Files.text("/proc/\(process)/status") else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = line?.split(whereSeparator: \.isWhitespace)
    return words?.dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
