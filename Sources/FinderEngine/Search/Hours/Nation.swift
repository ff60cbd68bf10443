/// Whose public holidays a place keeps. England and Wales have the same.
package enum Nation: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case englandAndWales
  case scotland
  case northernIreland
  case ireland
  case isleOfMan
  case jersey
  case guernsey
  /// Whose holidays finder does not know.
  case elsewhere

  /// By the area of a UK postcode; `nil` where it lies in England and in Scotland (CA, DG, NE, TD), is of
  /// no place (BF, BX), or where there is no such area.
  package init?(postcode: String) {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.capitalised }
    guard Self.isPostcode(text[...]) else { return nil }
    let letters = text.prefix { !$0.isDigit }
    switch String(decoding: letters, as: UTF8.self) {
    case "CA", "DG", "NE", "TD", "BF", "BX": return nil
    case "AB", "DD", "EH", "FK", "G", "HS", "IV", "KA", "KW", "KY", "ML", "PA", "PH", "ZE":
      self = .scotland
    case "BT": self = .northernIreland
    case "IM": self = .isleOfMan
    case "JE": self = .jersey
    case "GY": self = .guernsey
    default:
      let second = letters.dropFirst().first ?? 0
      guard PostcodeAreas.contains(letters[0], second) else { return nil }
      self = .englandAndWales
    }
  }

  /// An outward code alone, of letters that Irish Eircodes begin with too: W12 is a district of London, and
  /// the routing key of Newbridge.
  static func mayBeRoutingKey(_ postcode: String) -> Bool {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.lowercasedASCII }
    return text.count == 3 && "enw".utf8.contains(text[0]) && text[1].isDigit && text[2].isDigit
  }

  /// An outward code, or with it a sector or an inward code. Eircodes, such as `D02 X285`, are none.
  private static func isPostcode(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = text.prefix(while: \.isCapital).count
    guard (1...2).contains(letters), text.dropFirst(letters).first?.isDigit ?? true else {
      return false
    }
    let rest = text.dropFirst(letters)
    let hasInward =
      rest.count >= 4 && rest.dropLast(2).last!.isDigit && rest.suffix(2).allSatisfy { !$0.isDigit }
    return (1...2).contains(hasInward ? rest.count - 3 : rest.count)
  }
}
