import Foundation

/// Writes chunks of bytes into a pipe on its own thread, so that a reader that stops, or answers before it
/// reads on, never deadlocks with it.
package final class PipeFeeder: @unchecked Sendable {
  package enum Pace: Sendable {
    /// As fast as the pipe takes them.
    case none
    /// Each chunk only when the reader has taken the one before and waits again, so that it sees each one
    /// separately.
    case oneByOne
  }

  /// The end to read from.
  package let descriptor: CInt
  private let writeEnd: CInt
  private let lock = NSLock()
  private var isCancelled = false
  private let isFinished = DispatchSemaphore(value: 0)

  package init(_ chunks: [[UInt8]], pace: Pace = .none) {
    var ends: [CInt] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    (descriptor, writeEnd) = (ends[0], ends[1])
    Thread.detachNewThread { [self] in
      for chunk in chunks where !cancelled {
        send(chunk)
        if pace == .oneByOne { waitUntilTaken() }
      }
      close(writeEnd)
      isFinished.signal()
    }
  }

  /// Reads what is left and closes the pipe. Only then may a writer find the other end closed, and it gets no
  /// signal.
  package func finish() {
    lock.withLock { isCancelled = true }
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while read(descriptor, &rest, rest.count) > 0 {}
    isFinished.wait()
    close(descriptor)
  }

  private var cancelled: Bool { lock.withLock { isCancelled } }

  private func send(_ chunk: [UInt8]) {
    var done = 0
    while done < chunk.count {
      let count = chunk[done...].withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      done += count
    }
  }

  private func waitUntilTaken() {
    var waiting: CInt = 0
    repeat {
      sched_yield()
      guard ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 else { return }
    } while waiting > 0 && !cancelled
    // It has the bytes; give it time to look for more and find none.
    usleep(100)
  }
}

extension Array {
  /// In order, in pieces of `size`; the last may be shorter.
  package func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension [UInt8] {
  /// Without the bytes that end them, and without empty lines.
  package var lines: [ArraySlice<UInt8>] { split(separator: 0x0A) }
}
