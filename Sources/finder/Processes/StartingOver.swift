import CLastWords
import FinderEngine

/// What becomes of a query whose snapshot is cut short, or cannot be read, while it is in use.
///
/// Reading it then raises SIGBUS. A query that has written nothing, and taken nothing that cannot be
/// read again, starts over without a snapshot, as if the cache were off: the process runs itself again.
/// Any other ends as one does that cannot write.
enum StartingOver {
  /// Set for the process that starts over: how many lines of standard error there were already. The
  /// same will come again, and are not printed twice.
  private static let variable = "FINDER_STARTED_OVER"

  /// Nothing was written, and nothing taken that cannot be read again.
  nonisolated(unsafe) static var isPossible = true
  nonisolated(unsafe) fileprivate static var linesSaid: UInt8 = 0

  /// Where standard input stood, if it is a file.
  nonisolated(unsafe) fileprivate static var inputStart: off_t = -1
  /// The environment of the process that starts over, made while there is time.
  nonisolated(unsafe) fileprivate static var variables: Words?
  fileprivate typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  static var hasStartedOver: Bool { getenv(variable) != nil }

  /// Counts a line of standard error, and returns whether the process that started over printed it.
  static func wasSaidBefore() -> Bool {
    linesSaid = min(linesSaid, 254) + 1
    return linesSaid <= getenv(variable).map { atoi($0) } ?? 0
  }

  /// To be called before points are read.
  static func willRead(_ descriptor: CInt) {
    guard stat(of: descriptor)?.isRegular == true else {
      isPossible = false
      return
    }
    if descriptor == STDIN_FILENO { inputStart = lseek(descriptor, 0, SEEK_CUR) }
  }

  /// To be called once a file is mapped.
  static func listen() {
    guard variables == nil else { return }
    var count = 0
    while environ[count] != nil { count += 1 }
    let variables = Words.allocate(capacity: count + 2)
    variables.update(from: environ, count: count + 1)
    variables[count] = strdup("\(variable)=000")
    variables[count + 1] = nil
    self.variables = variables
    var action = sigaction()
    // The process that starts over is to have the signal as this one had it, and not to have it held
    // back because this one was in its handler.
    action.sa_flags = SA_SIGINFO | SA_NODEFER
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = faulted
    #else
      action.__sigaction_handler.sa_sigaction = faulted
    #endif
    sigaction(SIGBUS, &action, nil)
  }

  /// In the handler: only system calls.
  fileprivate static func startOver() {
    guard isPossible, let variables else { return }
    var last = 0
    while variables[last + 1] != nil { last += 1 }
    guard let value = variables[last] else { return }
    let end = strlen(value)
    value[end - 1] = digit(linesSaid % 10)
    value[end - 2] = digit(linesSaid / 10 % 10)
    value[end - 3] = digit(linesSaid / 100)
    if inputStart >= 0 { lseek(STDIN_FILENO, inputStart, SEEK_SET) }
    UnfinishedFiles.remove()
    execve("/proc/self/exe", CommandLine.unsafeArgv, variables)
  }

  private static func digit(_ value: UInt8) -> CChar { CChar(bitPattern: 0x30 + value) }
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
  StartingOver.startOver()
  LastWords.end(
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
