/// JSON read into values, in the simplest way. The text must be known to be JSON: any other has no value.
indirect enum PlainJSON {
  case object([(key: [UInt8], value: PlainJSON)])
  case array([PlainJSON])
  /// With escapes resolved.
  case text([UInt8])
  /// A number, true, false or null, as written.
  case token([UInt8])

  /// The `properties` of a venue's feature.
  static func properties(of venue: Venue) -> PlainJSON? {
    var reader = Reader(bytes: Array(venue.store.featureBytes(ofRow: venue.row)))
    guard case .object(let members)? = reader.value() else { return nil }
    return members.last { $0.key == Array("properties".utf8) }?.value
  }

  var isNull: Bool {
    if case .token(let token) = self { token.first == UInt8(ascii: "n") } else { false }
  }

  /// The value for a key as in `--where` (`PropertyKey`): as written, then split at its dots, then without
  /// `properties.`
  func value(at key: String) -> PlainJSON? {
    if let value = member(Array(key.utf8)) { return value }
    let prefix = "properties."
    return key.hasPrefix(prefix) ? member(Array(key.dropFirst(prefix.count).utf8)) : nil
  }

  private func member(_ key: [UInt8]) -> PlainJSON? {
    guard case .object(let members) = self else { return nil }
    if let whole = members.last(where: { $0.key == key }) { return whole.value }
    guard let dot = key.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let outer = members.last { $0.key == Array(key[..<dot]) }
    return outer?.value.member(Array(key[(dot + 1)...]))
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
      while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      guard next == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    mutating func value() -> PlainJSON? {
      skipSpace()
      switch next {
      case UInt8(ascii: "{"): return object()
      case UInt8(ascii: "["): return array()
      case UInt8(ascii: "\""): return text().map { .text($0) }
      case nil: return nil
      default:
        let start = place
        while let byte = next, ![0x20, 0x09, 0x0A, 0x0D].contains(byte),
          ![",", "]", "}"].contains(Unicode.Scalar(byte))
        {
          place += 1
        }
        return .token(Array(bytes[start..<place]))
      }
    }

    private mutating func object() -> PlainJSON? {
      var members: [(key: [UInt8], value: PlainJSON)] = []
      guard take("{") else { return nil }
      if take("}") { return .object([]) }
      repeat {
        skipSpace()
        guard let key = text(), take(":"), let value = value() else { return nil }
        members.append((key, value))
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    private mutating func array() -> PlainJSON? {
      var elements: [PlainJSON] = []
      guard take("[") else { return nil }
      if take("]") { return .array([]) }
      repeat {
        guard let value = value() else { return nil }
        elements.append(value)
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    private mutating func text() -> [UInt8]? {
      guard next == UInt8(ascii: "\"") else { return nil }
      place += 1
      var text: [UInt8] = []
      while let byte = next {
        place += 1
        if byte == UInt8(ascii: "\"") { return text }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard let escape = next else { return nil }
        place += 1
        switch Unicode.Scalar(escape) {
        case "n": text.append(0x0A)
        case "t": text.append(0x09)
        case "r": text.append(0x0D)
        case "b": text.append(0x08)
        case "f": text.append(0x0C)
        case "u": text += scalar()
        default: text.append(escape)
        }
      }
      return nil
    }

    /// An escape of four digits, or two that form a pair. Half of a pair alone becomes U+FFFD.
    private mutating func scalar() -> [UInt8] {
      let first = unit()
      guard (0xD800..<0xDC00).contains(first), place + 1 < bytes.count,
        bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
      else { return utf8(first) }
      let after = place
      place += 2
      let second = unit()
      guard (0xDC00..<0xE000).contains(second) else {
        place = after
        return utf8(first)
      }
      return utf8(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func unit() -> UInt32 {
      let end = min(place + 4, bytes.count)
      defer { place = end }
      return UInt32(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16) ?? 0xFFFD
    }

    private func utf8(_ value: UInt32) -> [UInt8] {
      Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }
  }
}
