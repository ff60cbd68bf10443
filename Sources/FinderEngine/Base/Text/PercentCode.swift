/// Text as it is in an address or in a submitted form: UTF-8, with all but letters, digits and `-._~` as
/// `%XX` (RFC 3986).
package enum PercentCode {
  package static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }

  /// `nil` if a `%` is not followed by two digits, or the bytes are not UTF-8.
  package static func decoded(_ text: Substring) -> String? {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "%") else {
        decoded.append(bytes[place])
        place += 1
        continue
      }
      guard place + 2 < bytes.count, let high = bytes[place + 1].hexDigit,
        let low = bytes[place + 2].hexDigit
      else { return nil }
      decoded.append(UInt8(high << 4 | low))
      place += 3
    }
    return String(validating: decoded, as: UTF8.self)
  }
}
