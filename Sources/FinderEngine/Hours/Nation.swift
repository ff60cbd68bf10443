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

  /// By the area of a UK postcode; `nil` where it lies in England and in Scotland (CA, DG, NE, TD), or where
  /// there is no such area.
  package init?(postcode: String) {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.lowercasedASCII }
    guard Self.isPostcode(text[...]) else { return nil }
    let letters = text.prefix { !$0.isDigit }
    switch String(decoding: letters, as: UTF8.self) {
    case "ca", "dg", "ne", "td": return nil
    case "ab", "dd", "eh", "fk", "g", "hs", "iv", "ka", "kw", "ky", "ml", "pa", "ph", "ze":
      self = .scotland
    case "bt": self = .northernIreland
    case "im": self = .isleOfMan
    case "je": self = .jersey
    case "gy": self = .guernsey
    case let area where Self.areasOfEnglandAndWales.contains(area): self = .englandAndWales
    default: return nil
    }
  }

  /// The others are named above.
  private static let areasOfEnglandAndWales = Set(
    """
    al b ba bb bd bh bl bn br bs cb cf ch cm co cr ct cv cw da de dh dl dn dt dy e ec en ex fy gl gu ha hd
    hg hp hr hu hx ig ip kt l la ld le ll ln ls lu m me mk n ng nn np nr nw ol ox pe pl po pr rg rh rm s sa
    se sg sk sl sm sn so sp sr ss st sw sy ta tf tn tq tr ts tw ub w wa wc wd wf wn wr ws wv yo
    """.split(whereSeparator: \.isWhitespace).map { String($0) })

  /// An outward code alone, of letters that Irish Eircodes begin with too: W12 is a district of London, and
  /// the routing key of Newbridge.
  static func mayBeRoutingKey(_ postcode: String) -> Bool {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.lowercasedASCII }
    return text.count == 3 && "enw".utf8.contains(text[0]) && text[1].isDigit && text[2].isDigit
  }

  /// An outward code, or with it a sector or an inward code. Eircodes, such as `D02 X285`, are none.
  private static func isPostcode(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = text.prefix { !$0.isDigit }.count
    guard (1...2).contains(letters) else { return false }
    let rest = text.dropFirst(letters)
    let hasInward =
      rest.count >= 4 && rest.dropLast(2).last!.isDigit && rest.suffix(2).allSatisfy { !$0.isDigit }
    return (1...2).contains(hasInward ? rest.count - 3 : rest.count)
  }
}
