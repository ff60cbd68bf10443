import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite struct NameMatchTests {
  @Test(
    arguments: [
      ("cafe", "Café"), ("cafe", "Cafe\u{301}"), ("CAFÉ", "the cafe"), ("caf", "Café Nero"),
      ("mcdonalds", "McDonald's"), ("mcdonald’s", "MCDONALDS"), ("joes", "Joe’s"),
      ("joe's", "Joe`s"), ("oneill", "O＇Neill's"), ("ello", "'Ello 'Ello"), ("f", "\"Fish\""),
      ("fish chips", "Fish & Chips"), ("chips fish", "Fish & Chips"), ("fi fish", "Fish"),
      ("fish-chips", "The Fish/Chips"), ("fry", "Stir-Fry"), ("2", "Mackies 19.2"), ("1", "No.1"),
      ("strasse", "Straße"), ("straße", "STRASSE"), ("STRAẞE", "strasse"), ("aeble", "Æble"),
      ("smorrebrod", "Smørrebrød"), ("lodz", "Łódź"), ("thorn", "Þorn"), ("dadi", "Ðaði"),
      ("istanbul", "İSTANBUL"), ("isik", "Işık"), ("oeuvre", "Œuvre"), ("pho", "Phở 24"),
      ("duong", "Đường"), ("cafe", "Ｃａｆｅ\u{301}"), ("fish", "ﬁsh"), ("1 2", "½ Moon"),
      ("no 5", "№5"), ("№5", "No. 5"), ("a", "Ⓐ"), ("viii", "Henry Ⅷ"),
      ("VIII", "henry ⅷ"), ("Ⅷ", "Henry VIII"), ("vi", "Ⅷ"), ("viii arms", "Ⅷ Arms"),
      ("рес", "РЕСТОРАН"),
      ("елка", "Ёлка"), ("ταβερνα", "ΤΑΒΈΡΝΑ"), ("οδος", "ΟΔΟΣ"), ("한", "한국"), ("한국", "한국"),
      ("飯店", "北京飯店"), ("北京飯店", "北京飯店"), ("bar", "寿司Bar"), ("寿司", "Bar寿司"),
      ("カフェ", "ｶﾌｪ"), ("ไทย", "ร้านอาหารไทย"), ("soft", "so\u{AD}ft"), ("cafe", "ca\u{1}fe"),
      ("दाल", "दाल मखनी"), ("दा", "दाल"), ("फल", "फ़ल"), ("हिंदी", "हिँदी"), ("ข้าว", "ข้าวผัด"),
      ("ขาว", "ข้าว"), ("ກິນ", "ກິນເຂົ້າ"), ("ခို", "ခိုင်"), ("ភ្នំ", "ភ្នំពេញ"), ("བོད", "བོད་ཁང"),
      ("cafe", "\u{202E}ca\u{200D}fe\u{FEFF}"), ("b", "a\u{200B}b"), ("b", "a\tb"),
    ] as [(String, String)])
  func matches(text: String, name: String) throws {
    #expect(try #require(NameMatch(text)).matches(name), "\(name.debugDescription)")
  }

  @Test(arguments: [
    ("afe", "Café"), ("donald", "McDonald's"), ("s", "Joe's"), ("fish chips", "Fish Shop"),
    ("fishes", "Fish"), ("cafe", ""), ("cafe", "..."), ("cafes", "Cafe S"), ("9", "19.2"),
    ("é", "Axe Bar"), ("京北", "北京"), ("s", "ﬁsh"), ("kfctm", "KFC™"),
    ("b", "a\u{200D}b"), ("カフェ", "Cafe"), ("दाल", "दिल से"), ("दल", "दाल"), ("กน", "กิน"),
    ("ກນ", "ກິນ"), ("ခင", "ခိုင်"), ("ភន", "ភ្នំ"), ("བད", "བོད"), ("தமழ", "தமிழ்"), ("a", "[b{@`"),
    ("p", "\u{10}"), ("0", "\u{10}"),
  ])
  func doesNotMatch(text: String, name: String) throws {
    #expect(try !#require(NameMatch(text)).matches(name), "\(name.debugDescription)")
  }

  @Test(arguments: ["", " ", "&", "'", "’’", "- / -", "\u{301}", "😀", "👨‍👩‍👧 ❤️", "™", "\u{0}"])
  func textWithoutAWord(text: String) { #expect(NameMatch(text) == nil) }

  @Test(arguments: [
    ("Joe’s  CAFÉ", "joes cafe"), (" & ", ""), ("a-b", "a b"), ("Straße 1½", "strasse 11 2"),
    ("北京Bar", "北京bar"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("1️⃣ ⌘ ®", "1"), ("№5", "no 5"),
    ("Rock'n'Roll", "rocknroll"), ("Ⅷ", "viii"), ("ⅷ", "viii"), ("Ⅶ", "vii"),
    ("Ⅻ", "xii"), ("⅒", "1 10"), ("⑽", "10"), ("a⒇b", "a 20 b"), ("⑴", "1"), ("⒜", "a"), ("Ⓐ", "a"),
    ("⑩", "10"), ("ＶＩＩＩ", "viii"), ("ﬃ", "ffi"), ("ŉ", "n"), ("㍿", ""), ("ᾳ", "α"), ("™®©", ""),
  ])
  func folds(name: String, to folded: String) { #expect(fold(name) == folded) }

  /// Words that begin at each place of a name that is longer than any step of eight bytes.
  @Test func everyPlaceInLongNames() throws {
    let match = try #require(NameMatch("zq"))
    for length in 2...80 {
      for place in 0...length - 2 {
        var name = Array(repeating: UInt8(ascii: " "), count: length)
        name.replaceSubrange(place..<place + 2, with: "Zq".utf8)
        #expect(match.matches(String(decoding: name, as: UTF8.self)), "\(place) of \(length)")
        guard place > 0 else { continue }
        name[place - 1] = UInt8(ascii: "x")
        #expect(!match.matches(String(decoding: name, as: UTF8.self)), "\(place) of \(length)")
      }
    }
  }
}

// MARK: - Against a plain second implementation

@Suite struct NameMatchOracleTests {
  static let pieces =
    "a A b B s S e E é e\u{301} É ë ß ẞ æ ø ﬁ Ａ ９ 1 2 ½ ' ’ ` & - . / _ @ [ { \u{1} \u{7F} \t"
    .split(separator: " ").map(String.init)
    + ["北", "京", "か", "が", "ｶ", "ﾞ", "한", "ㅎ", "ก", "ไ", "Я", "ё", "Σ", "ς", "😀", "👩‍🚀", "❤️"]
    + [" ", " ", " ", "  ", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{A0}", "\u{3000}", "\u{202E}"]

  @Test(.slow, arguments: [1, 2, 3] as [UInt64])
  func randomNames(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<20_000 {
      // Only ASCII half of the time, otherwise the fast path would rarely be used.
      let alphabet = Bool.random(using: &generator) ? Self.pieces : Self.pieces.filter(\.isASCII)
      let name = text(of: 0...30, alphabet, &generator)
      let query = text(of: 1...4, alphabet, &generator)
      let expected = naive(query, name)
      if expected == true { found += 1 }
      guard NameMatch(query)?.matches(name) != expected else { continue }
      Issue.record("seed \(seed): \(query.debugDescription) in \(name.debugDescription)")
    }
    #expect(found > 2_000)
  }

  @Test func randomBytesDoNotTrap() throws {
    var generator = SeededGenerator(seed: 4)
    let match = try #require(NameMatch("é 北 a"))
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0x60...0xFF, using: &generator)
      }
      bytes.withUnsafeBufferPointer {
        _ = (match.matches($0), NameMatch.words(in: $0), TidyText.string($0))
      }
    }
  }

  @Test(.slow, RealDataset.needed)
  func realNames() throws {
    let names = RealDataset.names.map { ($0, offered(by: $0)) }
    for query in ["pizza", "the", "cafe", "mcdonalds", "fish chips", "joes", "st 1", "s", "飯"] {
      let (match, wanted) = (try #require(NameMatch(query)), words(of: query))
      let wrong = names.filter { match.matches($0.0) != allBegin(wanted, $0.1) }
      #expect(wrong.isEmpty, "\(query)")
    }
    let cafes = try #require(NameMatch("cafe"))
    #expect(names.count { cafes.matches($0.0) } == 4_499)
  }

  /// Every name is found by each of its words, and by the whole name.
  @Test(RealDataset.needed)
  func realNamesFindThemselves() {
    let lost = RealDataset.names.filter { name in
      fold(name).split(separator: " ").map(String.init).contains {
        NameMatch($0)?.matches(name) != true
      } || NameMatch(name)?.matches(name) != true
    }
    #expect(lost.isEmpty)
  }

  private func text(
    of length: ClosedRange<Int>, _ alphabet: [String], _ generator: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: length, using: &generator))
      .map { _ in alphabet.randomElement(using: &generator)! }.joined()
  }

  /// Splits and compares prefixes; `nil` if the query has no word.
  private func naive(_ query: String, _ name: String) -> Bool? {
    let wanted = words(of: query)
    return wanted.isEmpty ? nil : allBegin(wanted, offered(by: name))
  }

  private func allBegin(_ wanted: [[UInt32]], _ offered: [ArraySlice<UInt32>]) -> Bool {
    wanted.allSatisfy { word in offered.contains { $0.starts(with: word) } }
  }

  /// Each word of the name from its start, and from each place where an unspaced script begins one.
  private func offered(by name: String) -> [ArraySlice<UInt32>] {
    words(of: name).flatMap { word in
      word.indices
        .filter { $0 == 0 || word[$0 - 1...$0].contains(where: NameMatch.isUnspaced) }
        .map { word[$0...] }
    }
  }

  private func words(of text: String) -> [[UInt32]] {
    fold(text).split(separator: " ").map { $0.unicodeScalars.map(\.value) }
  }
}

// MARK: - The table against the standard library's properties

@Suite struct FoldingTableTests {
  /// What the table was made from; later scalars fold to themselves.
  static let known = (0...0x1FFFF).compactMap(Unicode.Scalar.init).filter(isKnown)

  static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, age.major <= 14 else { return false }
    return !scalar.properties.isIdeographic
  }

  @Test func foldedTextStaysAsItIs() {
    #expect(Self.known.filter { fold(fold($0)) != fold($0) } == [])
  }

  @Test func composedAndDecomposedAgree() {
    let differ = Self.known.filter {
      fold(String($0).decomposedStringWithCanonicalMapping) != fold($0)
    }
    #expect(differ == [])
  }

  /// Full mappings write an iota below (ᾳ) as a letter beside (ΑΙ); here it is a mark and is dropped.
  @Test func casesAgree() {
    let differ = Self.known.filter { scalar in
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      guard !decomposed.contains("\u{345}") else { return false }
      let mappings = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
      return mappings.contains {
        $0.unicodeScalars.allSatisfy(Self.isKnown) && fold($0) != fold(scalar)
      }
    }
    #expect(differ == [])
  }

  @Test func categoriesDecideWhatIsLeft() {
    let wrong = Self.known.filter { scalar in
      switch scalar.properties.generalCategory {
      case .enclosingMark: fold(scalar) != ""
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .decimalNumber: fold(scalar) == ""
      case .dashPunctuation, .openPunctuation, .closePunctuation, .spaceSeparator, .mathSymbol:
        fold("a\(scalar)b") != "a b"
      default: false
      }
    }
    #expect(wrong == [])
  }

  /// Accents, tones, nuktas and nasal signs have no primary weight in the Unicode collation; vowel
  /// signs, viramas and subjoined letters have one.
  @Test(arguments: [
    ("accents", "\u{300}\u{301}\u{323}\u{345}\u{5B4}\u{64B}\u{651}\u{3099}\u{20DD}\u{FE0F}", false),
    ("Indic signs", "\u{901}\u{902}\u{903}\u{93C}\u{9BC}\u{A70}\u{A82}\u{B82}\u{D01}", false),
    ("Indic vowels", "ािीुूेैोौ\u{94D}\u{9BE}\u{9C7}\u{A41}\u{AC7}\u{BC0}\u{C55}\u{CC6}\u{D3F}", true),
    ("Thai tones", "\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{EC8}\u{ECC}", false),
    ("Thai vowels", "\u{E31}\u{E34}\u{E35}\u{E38}\u{E39}\u{EB1}\u{EB4}\u{EB8}\u{EBB}\u{EBC}", true),
    ("Burmese tones", "\u{1036}\u{1037}", false),
    ("Burmese vowels", "\u{102B}\u{102D}\u{102F}\u{1031}\u{1039}\u{103A}\u{103B}\u{103D}", true),
    ("Khmer signs", "\u{17C6}\u{17C9}\u{17CB}\u{17CD}", false),
    ("Khmer vowels", "\u{17B6}\u{17B7}\u{17BB}\u{17C1}\u{17D2}", true),
    ("Tibetan signs", "\u{F35}\u{F39}\u{F7E}\u{F86}", false),
    ("Tibetan vowels", "\u{F71}\u{F72}\u{F74}\u{F7A}\u{F84}\u{F90}\u{FB1}", true),
  ])
  func marks(of kind: String, _ marks: String, areLetters: Bool) {
    for mark in marks.unicodeScalars {
      let folded = fold("क" + String(mark))
      #expect(folded == (areLetters ? "क" + String(mark) : "क"), "\(kind) \(mark.value)")
    }
  }
}

// MARK: - Helpers

private func fold(_ scalar: Unicode.Scalar) -> String { fold(String(scalar)) }

private func fold(_ text: String) -> String {
  var text = text
  return text.withUTF8 { name in
    NameMatch.words(in: name)
      .map { word in String(String.UnicodeScalarView(word.map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
      }
      .joined(separator: " ")
  }
}

extension NameMatch {
  fileprivate func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
