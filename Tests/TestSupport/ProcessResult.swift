#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a child's standard input comes from.
package enum ChildInput: Sendable {
  /// `/dev/null`: at its end at once.
  case null
  /// No descriptor 0 at all.
  case closed
  case bytes([UInt8])
  case file(String)

  package static func text(_ text: String) -> ChildInput { .bytes(Array(text.utf8)) }
}

/// Where a child's standard output or error goes.
package enum ChildOutput: Sendable {
  case captured
  /// No descriptor at all.
  case closed
  /// A path, which is created or emptied; for example `/dev/full`.
  case file(String)
}

/// How a process ended, and what it printed.
package struct ProcessResult: Sendable {
  package let command: [String]
  /// The exit status, or 128 + the number of the signal that ended it, as in a shell.
  package let status: Int32
  /// The signal that ended it, if one did.
  package let signal: Int32?
  /// It was killed because its time was up.
  package let timedOut: Bool
  package let stdoutBytes: [UInt8]
  package let stderrBytes: [UInt8]
  /// The most memory that it used at once. Exact if that is more than this process uses; otherwise the
  /// highest of samples taken every few milliseconds (see `Coprocess.sampleMemory`).
  package let peakResidentBytes: Int

  package var stdout: String { String(decoding: stdoutBytes, as: UTF8.self) }
  package var stderr: String { String(decoding: stderrBytes, as: UTF8.self) }
}

extension ProcessResult: CustomStringConvertible {
  /// What is useful to see when a test fails.
  package var description: String {
    let words = command.map { word in
      let isPlain = !word.isEmpty && word.allSatisfy { !" '\"\\$|&;<>()*?\n\t".contains($0) }
      return isPlain ? word : "'\(word)'"
    }
    let end = timedOut ? "timed out" : signal.map { "signal \($0)" } ?? "exit \(status)"
    return """
      $ \(words.joined(separator: " "))
      [\(end)]
      --- stdout, \(stdoutBytes.count) bytes
      \(stdout.prefix(4_000))
      --- stderr, \(stderrBytes.count) bytes
      \(stderr.prefix(4_000))
      """
  }
}

package struct ProcessError: Error, CustomStringConvertible {
  package let description: String

  init(_ what: String, errno code: Int32? = nil) {
    description = what + (code.map { ": " + String(cString: strerror($0)) } ?? "")
  }
}
