import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Postcodes, and the results for texts that are nearly postcodes.
@Suite struct PostcodeTests {
  private func read(_ text: String) -> Result<PostcodeReading, PostcodeReading.Fault> {
    do throws(PostcodeReading.Fault) {
      return .success(try PostcodeReading(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let postcode: String
    let repairs: PostcodeRepairs
    let other: String?

    init(
      _ text: String, _ postcode: String, _ repairs: PostcodeRepairs = [], other: String? = nil
    ) {
      (self.text, self.postcode, self.repairs, self.other) = (text, postcode, repairs, other)
    }

    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Case("M1 1AE", "M1 1AE"), Case("B33 8TH", "B33 8TH"), Case("W1A 0AX", "W1A 0AX"),
    Case("CR2 6XH", "CR2 6XH"), Case("DN55 1PT", "DN55 1PT"), Case("EC1A 1BB", "EC1A 1BB"),
    Case("BS0 1AA", "BS0 1AA"), Case("GIR 0AA", "GIR 0AA"), Case("ZE3 9JW", "ZE3 9JW"),
    Case("dn55 1pT", "DN55 1PT", .letterCase), Case("DN551PT", "DN55 1PT", .missingSpace),
    Case("bn31ba", "BN3 1BA", [.letterCase, .missingSpace]),
    Case(" DN55 1PT", "DN55 1PT", .outerSpace), Case("DN55 1PT \t", "DN55 1PT", .outerSpace),
    Case("DN55  1PT", "DN55 1PT", .unusualSpace), Case("DN55\t1PT", "DN55 1PT", .unusualSpace),
    Case("DN55\u{A0}1PT", "DN55 1PT", .unusualSpace),
    Case("\u{FEFF}DN55 1PT\u{2003}", "DN55 1PT", .outerSpace),
    Case("PL25 3 NJ", "PL25 3NJ", .misplacedSpace), Case("P L253NJ", "PL25 3NJ", .misplacedSpace),
    Case("D N 5 5 1 P T", "DN55 1PT", .misplacedSpace),
    Case("DN5 51PT", "DN55 1PT", .misplacedSpace, other: "DN5"),
    // The space suggests SW11 with a digit lost; without it, the text belongs to SW1.
    Case("SW11 EZ", "SW1 1EZ", .misplacedSpace, other: "SW11"),
    Case("BN31 BA", "BN3 1BA", .misplacedSpace, other: "BN31"),
    // Only a letter is possible: there is no area Y, C or V, and none begins with a digit.
    Case("Y07 4NJ", "YO7 4NJ", .digitForLetter), Case("C08 5AT", "CO8 5AT", .digitForLetter),
    Case("1V2 3AA", "IV2 3AA", .digitForLetter), Case("0X1 2JD", "OX1 2JD", .digitForLetter),
    Case("S014 0AA", "SO14 0AA", .digitForLetter), Case("W1A 1A0", "W1A 1AO", .digitForLetter),
    Case("W1A 111", "W1A 1II", .digitForLetter),
    // Only a digit is possible.
    Case("MI IAE", "M1 1AE", .letterForDigit), Case("DN55 IPT", "DN55 1PT", .letterForDigit),
    Case("DN55 OPT", "DN55 0PT", .letterForDigit), Case("CRO 2AA", "CR0 2AA", .letterForDigit),
    Case("E1O 1AA", "E10 1AA", .letterForDigit), Case("LIO 1AA", "L10 1AA", .letterForDigit),
    Case("1PI OQQ", "IP1 0QQ", [.letterForDigit, .digitForLetter]),
    // There is an area SO, so nothing is changed.
    Case("SO14 0AA", "SO14 0AA"), Case("IP1 1AA", "IP1 1AA"),
    // Parts of postcodes, as in tables and careless lists.
    Case("SW11", "SW11"), Case("m1", "M1", .letterCase), Case("SW11 1", "SW11 1"),
    Case("S014", "SO14", .digitForLetter), Case("SW11 I", "SW11 1", .letterForDigit),
  ])
  func readsAndRepairs(wanted: Case) throws {
    let found = try read(wanted.text).get()
    #expect(found.postcode.text == wanted.postcode)
    #expect(found.repairs == wanted.repairs)
    #expect(found.otherOutcode?.text == wanted.other)
  }

  @Test(arguments: [
    ("", PostcodeReading.Fault.missing), ("  \t", .missing), ("\u{A0}", .missing),
    ("London", .noPostcode), ("N/A", .noPostcode), ("SW1A-1AA", .noPostcode),
    ("SW1A 1AA.", .noPostcode), ("DN55 1PTX", .noPostcode), ("DN555 1PT", .noPostcode),
    ("DN55 PTT", .noPostcode), ("1234 567", .noPostcode), ("A", .noPostcode), ("1", .noPostcode),
    ("M01 4BT", .noPostcode), ("SW111", .noPostcode), ("SW 11", .noPostcode),
    ("D12 7HD", .noSuchArea), ("GH1 5HF", .noSuchArea), ("ZZ99 9ZZ", .noSuchArea),
    ("café", .noPostcode), ("ＳＷ１ １ＡＡ", .noPostcode), ("SW1A\u{0}1AA", .noPostcode),
    ("SW1A 1AA SW1A 1AA", .noPostcode), ("\u{FF}", .noPostcode),
  ])
  func refuses(text: String, fault: PostcodeReading.Fault) {
    guard case .failure(let found) = read(text) else {
      Issue.record("read as \(String(describing: try? read(text).get()))")
      return
    }
    #expect(found == fault)
  }

  @Test func partsOfOne() throws {
    let full = try read("EC1A 1BB").get().postcode
    #expect(full.level == .postcode && full.sector?.text == "EC1A 1")
    #expect(full.outcode.text == "EC1A" && full.outcode.level == .outcode)
    #expect(full.outcode.sector == nil && full.sector?.level == .sector)
    #expect(full.sector?.outcode == full.outcode && full.sector?.sector == full.sector)
    // E1 1 is a sector, and E11 an outward code.
    #expect(try read("E1 1").get().postcode != read("E11").get().postcode)
    #expect(try read("BT1 1AA").get().postcode.isInNorthernIreland)
    #expect(try !read("B1 1AA").get().postcode.isInNorthernIreland)
  }

  @Test func areas() {
    let names = PostcodeAreas.all
    #expect(names.count == 126 && Set(names).count == 126 && names == names.sorted())
    for first in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      for second in [0] + Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) {
        let name = String(decoding: [first] + (second == 0 ? [] : [second]), as: UTF8.self)
        #expect(PostcodeAreas.contains(first, second) == names.contains(name), "\(name)")
      }
    }
  }

  // MARK: Damage

  /// Every kind of damage, alone and combined, is repaired and named.
  @Test(.slow) func damageByRuleIsRepaired() throws {
    var generator = SeededGenerator(seed: 20_200_803)
    for round in 0..<10_000 {
      let whole = PostcodeOracle.random(&generator)
      var (text, expected) = PostcodeOracle.damaged(whole, &generator)
      if PostcodeOracle.readings(of: text) != [whole] { (text, expected) = (whole, []) }
      let found = try read(text).get()
      #expect(found.postcode.text == whole, "round \(round): \(text.debugDescription)")
      #expect(found.repairs == expected, "round \(round): \(text.debugDescription)")
    }
  }

  /// Texts of letters and digits that are nearly postcodes: a second program, with only regular expressions,
  /// finds the same postcode or none either.
  @Test(.slow) func asBruteForceReads() {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("OI01ABNSW9E5").map { String($0) }
    var readable = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 5...7, using: &generator)
      let text = (0..<count).map { _ in letters.randomElement(using: &generator)! }.joined()
      let expected = PostcodeOracle.readings(of: text)
      switch read(text) {
      case .success(let reading):
        readable += 1
        #expect(expected == [reading.postcode.text], "\(text)")
      case .failure(let fault):
        #expect(expected.count != 1, "\(text): \(fault)")
        #expect(expected.count < 2 || fault == .ambiguous, "\(text): \(fault)")
      }
    }
    #expect(readable > 300)
  }

  @Test func anyBytes() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<50_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let reading = try? PostcodeReading(bytes) { #expect(reading.postcode.text.count >= 2) }
    }
  }

  @Test(RealData.needed("outcodes.csv"))
  func everyOutwardCodeThereIs() throws {
    let rows = try RealData.rows(of: "outcodes.csv")
    #expect(rows.count == 2_856)
    for row in rows {
      let outcode = String(row.prefix { $0 != "," })
      let found = try read(outcode).get()
      #expect(found.postcode.text == outcode && found.repairs.isEmpty, "\(outcode)")
    }
  }
}

/// Postcodes by regular expressions.
enum PostcodeOracle {
  private static let areas = Set(PostcodeAreas.all)

  static func random(_ generator: inout SeededGenerator) -> String {
    let area = PostcodeAreas.all.randomElement(using: &generator)!
    let digits = "123456789".map { String($0) }
    // Letters that cannot be mistaken for digits; damage to one that can would be ambiguous.
    let letters = "ABDEFGHJLNPQRSTUWXYZ".map { String($0) }
    func digit(_ generator: inout SeededGenerator) -> String {
      digits.randomElement(using: &generator)!
    }
    func letter(_ generator: inout SeededGenerator) -> String {
      letters.randomElement(using: &generator)!
    }
    let tails = ["", "0", digit(&generator), letter(&generator)]
    let district = digit(&generator) + tails.randomElement(using: &generator)!
    let sector = (digits + ["0"]).randomElement(using: &generator)!
    return "\(area)\(district) \(sector)\(letter(&generator))\(letter(&generator))"
  }

  static func damaged(
    _ postcode: String, _ generator: inout SeededGenerator
  ) -> (String, PostcodeRepairs) {
    var repairs: PostcodeRepairs = []
    var parts = postcode.split(separator: " ").map { String($0) }
    if Bool.random(using: &generator) {
      for (i, part) in parts.enumerated() {
        let swapped = part.map { letter -> String in
          guard Int.random(in: 0..<3, using: &generator) == 0 else { return String(letter) }
          switch letter {
          case "0", "1":
            repairs.insert(.letterForDigit)
            return letter == "0" ? "O" : "I"
          case "O", "I":
            repairs.insert(.digitForLetter)
            return letter == "O" ? "0" : "1"
          default: return String(letter)
          }
        }
        parts[i] = swapped.joined()
      }
    }
    var text: String
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      text = parts.joined()
      repairs.insert(.missingSpace)
    case 1:
      text = parts.joined(
        separator: ["  ", "\t", "\u{A0}", "   "].randomElement(using: &generator)!)
      repairs.insert(.unusualSpace)
    case 2:
      text = "\(parts[0]) \(parts[1].prefix(1)) \(parts[1].dropFirst())"
      repairs.insert(.misplacedSpace)
    default: text = parts.joined(separator: " ")
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text = [" \(text)", "\(text) ", "\t\(text)\u{A0} "].randomElement(using: &generator)!
      repairs.insert(.outerSpace)
    }
    if Int.random(in: 0..<4, using: &generator) == 0, text != text.lowercased() {
      text = text.lowercased()
      repairs.insert(.letterCase)
    }
    return (text, repairs)
  }

  /// All postcodes that result with the fewest O, I, 0 and 1 exchanged in the outward code; in the inward
  /// code there is no choice.
  static func readings(of text: String) -> [String] {
    let closed = text.uppercased().filter { !$0.isWhitespace }
    guard (5...7).contains(closed.count) else { return [] }
    let pairs: [Character: Character] = ["O": "0", "I": "1", "0": "O", "1": "I"]
    let outward = Array(closed.dropLast(3))
    let inward = closed.suffix(3).enumerated().map { i, letter in
      letter.isNumber == (i == 0) ? letter : pairs[letter] ?? letter
    }
    guard String(inward).wholeMatch(of: /[0-9][A-Z][A-Z]/) != nil else { return [] }
    var best: (changes: Int, found: [String]) = (99, [])
    for mask in 0..<(1 << outward.count) {
      var candidate = outward
      var isPossible = true
      for (i, letter) in outward.enumerated() where mask >> i & 1 == 1 {
        if let other = pairs[letter] { candidate[i] = other } else { isPossible = false }
      }
      let changes = mask.nonzeroBitCount
      guard isPossible, changes <= best.changes, isOutward(String(candidate)) else { continue }
      if changes < best.changes { best = (changes, []) }
      best.found.append("\(String(candidate)) \(String(inward))")
    }
    return best.found
  }

  private static func isOutward(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /([A-Z]{1,2})([0-9]|[1-9][0-9]|[0-9][A-HJ-NP-Z])/) else {
      return text == "GIR"
    }
    return areas.contains(String(match.output.1))
  }
}

extension PostcodeAreas {
  static var all: [String] {
    String(describing: names).split(separator: " ").map { String($0) }
  }
}
