import FinderEngine

/// A line on a terminal that tells how far a download is, once it takes over half a second. It is
/// gone at the end.
struct FetchProgress {
  private let isWanted: Bool
  private let start = ChildProgram.now()
  private var isShown = false
  private var nextChange = 0.5

  init(isQuiet: Bool) { isWanted = !isQuiet && Terminal.isTerminal(STDERR_FILENO) }

  mutating func show(_ received: Int, of whole: Int?) {
    let passed = ChildProgram.now() - start
    guard isWanted, passed >= nextChange else { return }
    nextChange = passed + 0.2
    var line = "fetching: \(ByteSize.text(received))"
    if let whole, whole > 0, received <= whole {
      line += " of \(ByteSize.text(whole)), \(Int(Double(received) / Double(whole) * 100)) %"
    }
    let width = Terminal.width(of: STDERR_FILENO) ?? 80
    Diagnostics.write("\r\u{1B}[K\(line.prefix(max(0, width - 1)))")
    isShown = true
  }

  mutating func clear() {
    if isShown { Diagnostics.write("\r\u{1B}[K") }
    isShown = false
  }
}
