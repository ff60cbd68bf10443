/// A path as the system has it: bytes up to a zero, nearly always but not necessarily UTF-8. A `String` would
/// repair other text, and then name a different file.
///
///     let path: FilePath = "\(folder)/\(name)"
///     let descriptor = path.open(O_RDONLY)
///     print("cannot read \(path)")                      // as text; bytes that are not UTF-8 as \xE9
package struct FilePath: Hashable, Sendable {
  /// Including the zero at its end.
  private let terminated: [UInt8]

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  // Not generic over sequences: a generic function of another module costs a start 50,000 instructions.
  package init(bytes: [UInt8]) { terminated = bytes + [0] }
  package init(bytes: ArraySlice<UInt8>) { terminated = bytes + [0] }

  package init(_ name: UnsafePointer<CChar>) {
    let count = strlen(name) + 1
    terminated = name.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }
  package var isEmpty: Bool { terminated.count == 1 }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    terminated.withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }

  package func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  package func dropFirst(_ count: Int) -> FilePath { FilePath(bytes: bytes.dropFirst(count)) }

  /// Everything up to and including the last slash; empty if there is none.
  package var folderPrefix: FilePath { FilePath(bytes: bytes[..<(lastSlash.map { $0 + 1 } ?? 0)]) }

  /// The part before the last slash; `nil` if there is none.
  package var folder: FilePath? { lastSlash.map { FilePath(bytes: bytes[..<$0]) } }

  /// The part after the last slash.
  package var name: FilePath { FilePath(bytes: bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The part before the first dot.
  package var stem: FilePath { FilePath(bytes: bytes.prefix { $0 != UInt8(ascii: ".") }) }

  private var lastSlash: Int? { bytes.lastIndex(of: UInt8(ascii: "/")) }

  /// The path of the running program, with links resolved.
  package static var ofProgram: FilePath? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
      return name.withUnsafeBufferPointer { FilePath($0.baseAddress!).resolved }
    #else
      return ("/proc/self/exe" as FilePath).resolved
    #endif
  }

  /// The absolute path with links resolved; `nil` with `errno` set if it leads nowhere.
  package var resolved: FilePath? {
    guard let resolved = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(resolved)
  }

  /// Whether it exists and this process may use it as `mode` says.
  package func isAccessible(_ mode: CInt = F_OK) -> Bool { withCString { access($0, mode) } == 0 }

  /// The descriptor, or -1 with `errno` set. Other programs do not inherit it.
  package func open(_ flags: CInt, mode: mode_t = 0) -> CInt {
    withCString { FinderEngine.open($0, flags | O_CLOEXEC, mode) }
  }

  /// Renames the file, replacing `other` in one step; false with `errno` set.
  package func rename(to other: FilePath) -> Bool {
    withCString { old in other.withCString { FinderEngine.rename(old, $0) } } == 0
  }

  @discardableResult package func removeFile() -> Bool { withCString { unlink($0) } == 0 }
}

extension FilePath: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 64)
    }

    package mutating func appendLiteral(_ text: String) { bytes += text.utf8 }
    package mutating func appendInterpolation(_ path: FilePath) { bytes += path.bytes }
    package mutating func appendInterpolation(_ text: String) { bytes += text.utf8 }
    package mutating func appendInterpolation(_ number: CInt) { bytes += String(number).utf8 }
  }

  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation: StringInterpolation) {
    self.init(bytes: stringInterpolation.bytes)
  }
}

extension FilePath: CustomStringConvertible {
  /// For people. Bytes that are not UTF-8 are spelled out, so two names never look the same.
  package var description: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var shown = ""
    var rest = bytes
    var parser = Unicode.UTF8.ForwardParser()
    var unread = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &unread) {
      case .valid(let scalar):
        shown.unicodeScalars.append(Unicode.UTF8.decode(scalar))
        rest = rest.dropFirst(scalar.count)
      case .error(let length):
        for byte in rest.prefix(length) {
          shown += "\\x" + String(byte, radix: 16, uppercase: true)
        }
        rest = rest.dropFirst(length)
      case .emptyInput: return shown
      }
    }
  }
}
