import FinderEngine

/// Types names and postcodes the way people fill in forms: with the caps lock on, a blank too
/// many, an apostrophe too few. Shares are those of the real dataset unless said otherwise.
struct Typist {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed, stream: 4) }

  mutating func type(name: String) -> String { spaced(cased(company(accented(punctuated(name))))) }

  /// About one postcode in 200 is flawed. The real dataset has none left, for it was made by looking
  /// them up; in the list that it was made from it is one in 20.
  mutating func type(postcode: String) -> String {
    if postcode.contains("0"), random.chance(1, in: 300) {
      return postcode.replacing("0", with: "O")
    }
    guard random.chance(1, in: 200) else { return postcode }
    let unspaced = postcode.filter { $0 != " " }
    switch random.below(16) {
    case ..<5: return postcode.lowercased()
    case ..<9: return unspaced
    case ..<11: return unspaced.lowercased()
    case ..<12: return unspaced.dropLast(2) + " " + unspaced.suffix(2)
    case ..<14: return postcode.dropLast(2) + " " + postcode.suffix(2)
    case ..<15: return String(postcode.dropLast())
    default: return postcode + " "
    }
  }

  private mutating func punctuated(_ name: String) -> String {
    var name = name
    if name.contains(" and "), random.chance(60, in: 100) {
      name = name.replacing(" and ", with: random.chance(1, in: 400) ? " \\& " : " & ")
    }
    if name.contains("'") {
      switch random.below(100) {
      case ..<36: name = name.filter { $0 != "'" }
      case ..<45: name = name.replacing("'", with: "’")
      default: break
      }
    }
    return name
  }

  private mutating func accented(_ name: String) -> String {
    guard name.contains("Cafe"), random.chance(2, in: 100) else { return name }
    return name.replacing("Cafe", with: "Café")
  }

  private mutating func company(_ name: String) -> String {
    guard !name.hasSuffix("Ltd"), !name.hasSuffix("Limited") else { return name }
    return switch random.below(1000) {
    case ..<52: name + " Ltd"
    case ..<82: name + " Limited"
    case ..<88: name + " LTD"
    case ..<91: name + " ltd"
    default: name
    }
  }

  private mutating func cased(_ name: String) -> String {
    switch random.below(1000) {
    case ..<124: name.uppercased()
    case ..<160: name.lowercased()
    case ..<195: name.prefix(1) + name.dropFirst().lowercased()
    default: name
    }
  }

  private mutating func spaced(_ name: String) -> String {
    switch random.below(10_000) {
    case ..<1118: name + " "
    case ..<1126: name + "  "
    case ..<1137: " " + name
    case ..<1173: name.replacing(" ", with: "  ", maxReplacements: 1)
    case 1173: "\t" + name
    case 1174: name + "\t\t"
    case 1175: "\"" + name + "\""
    default: name
    }
  }
}
