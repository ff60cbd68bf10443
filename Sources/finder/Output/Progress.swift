import FinderEngine

/// A line on standard error, where that is a terminal, about work that takes more than half a second:
/// how much is done and how fast, and how long the rest will take. It is gone at the end.
final class Progress {
  private let isShown: Bool
  private let started = Progress.now
  private var lastShown = 0.0
  private var isOnScreen = false

  private static let patience = 0.5
  private static let pause = 0.1

  init(isQuiet: Bool) { isShown = !isQuiet && Terminal.isTerminal(STDERR_FILENO) }

  deinit { wipe() }

  /// `share` is `nil` where nobody knows how much there is.
  func show(share: Double?, count: Int, of noun: String) {
    guard isShown else { return }
    let elapsed = Progress.now - started
    guard elapsed > Self.patience, elapsed - lastShown > Self.pause else { return }
    lastShown = elapsed
    isOnScreen = true
    var line = "\(grouped(count)) \(noun), \(grouped(Int(Double(count) / elapsed))) a second"
    if let share, share > 0 {
      line += ", \(Int(share * 100)) %, \(duration(elapsed / share - elapsed)) left"
    }
    let width = max(1, (Terminal.width(of: STDERR_FILENO) ?? 80) - 1)
    Diagnostics.write("\r\u{1B}[K" + line.prefix(width))
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

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
