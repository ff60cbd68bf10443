import CommandLineKit
import FinderEngine

/// A line on standard error, if that is a terminal, about work that takes more than half a second. It is
/// removed at the end.
final class Progress {
  private let isWanted: Bool
  private let started = monotonicSeconds()
  private var lastShown = 0.0
  private var isOnScreen = false

  private static let patience = 0.5
  private static let pause = 0.1

  init(isQuiet: Bool) { isWanted = !isQuiet && Terminal.isTerminal(STDERR_FILENO) }

  deinit { wipe() }

  /// Shows how many venues were read, how fast, and how long the rest will take. `share` is `nil` if the
  /// total is unknown. `name` is what is being read if venues are not counted.
  func show(venues count: Int, share: Double?, of name: String = "") {
    show { elapsed in
      if count == 0, let share, share > 0 {
        let left = duration(elapsed / share - elapsed)
        return "reading \(UsageError.escape(name)), \(Int(share * 100)) %, \(left) left"
      }
      let speed = grouped(Int(Double(count) / elapsed))
      let line = "\(grouped(count)) venues, \(speed) a second"
      guard let share, share > 0 else { return line }
      return line + ", \(Int(share * 100)) %, \(duration(elapsed / share - elapsed)) left"
    }
  }

  /// Shows how far a download is, and how long the rest will take. `begun` bytes were there at the start;
  /// `whole` is `nil` if the server does not say.
  func show(_ what: String = "fetching", received: Int, of whole: Int?, from begun: Int = 0) {
    show { elapsed in
      guard received > 0 else { return what }
      let line = "\(what): \(shown(bytes: received))"
      guard let whole, whole > 0, received <= whole else { return line }
      let share = Int(Double(received) / Double(whole) * 100)
      let left =
        received > begun && received < whole
        ? ", \(duration(elapsed / Double(received - begun) * Double(whole - received))) left" : ""
      return line + " of \(shown(bytes: whole)), \(share) %\(left)"
    }
  }

  func show(_ what: String) { show { _ in what } }

  private func show(_ line: (_ elapsed: Double) -> String) {
    guard isWanted else { return }
    let elapsed = monotonicSeconds() - started
    guard elapsed > Self.patience, elapsed - lastShown > Self.pause else { return }
    lastShown = elapsed
    isOnScreen = true
    let width = max(1, (Terminal.width(of: STDERR_FILENO) ?? 80) - 1)
    Diagnostics.write("\r\u{1B}[K" + line(elapsed).prefix(width))
  }

  func wipe() {
    guard isOnScreen else { return }
    isOnScreen = false
    Diagnostics.write("\r\u{1B}[K")
  }

  private func grouped(_ number: Int) -> String {
    var digits = Substring(String(number))
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  private func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.rounded(.up), 0), 359_999))
    if whole < 60 { return "\(whole) s" }
    return whole < 3600
      ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
