import FinderEngine

enum Terminal {
  static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  static func width(of descriptor: CInt) -> Int? { size(of: descriptor)?.columns }

  /// `nil` if `descriptor` is not a terminal; the usual size if the terminal does not report one.
  static func size(of descriptor: CInt) -> (columns: Int, lines: Int)? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Whether the user prefers words to drawings, for example for a screen reader.
  static var asksForWords: Bool { environment("ACCESSIBLE").map { !$0.isEmpty } ?? false }

  /// Whether it shows more than ASCII, according to the locale.
  static var isUTF8: Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }.first {
      !$0.isEmpty
    }
    let locale = named.map { "\($0)".lowercased() } ?? ""
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.holds("utf-8@")
  }

  /// Whether the environment disables colour, unless an option asks for it.
  static var refusesColour: Bool {
    let isRefused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return isRefused || environment("TERM") == "dumb"
  }
}

func environment(_ name: String) -> FilePath? { getenv(name).map { FilePath($0) } }

enum StandardStreams {
  /// Opens closed standard streams in the wrong direction, so using one is an error. Otherwise the first file
  /// opened would take the number, and a result might be written into a dataset.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
