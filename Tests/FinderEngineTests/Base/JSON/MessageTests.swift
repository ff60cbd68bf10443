import TestSupport
import Testing

@testable import FinderEngine

/// The place and the excerpt in an error message.
@Suite("Positions in texts") struct TextPositionTests {
  @Test(arguments: [
    // Lines and columns count from 1; a column is a character, not a byte.
    ("▸a\nb", "line 1, column 1"), ("a▸\nb", "line 1, column 2"), ("a\n▸b", "line 2, column 1"),
    ("a\nbc▸", "line 2, column 3"), ("a\n\n\n▸b", "line 4, column 1"),
    ("é北😀▸x\n\n", "line 1, column 4"),
    ("a\né北😀▸x", "line 2, column 4"), ("e\u{301}▸x\n\n", "line 1, column 3"),
    ("a\r\n▸b", "line 2, column 1"), ("a▸\r\nb", "line 1, column 2"),
    ("a\r▸\nb", "line 1, column 3"),
    ("a\n\t▸b", "line 2, column 2"), ("a\nb\n▸", "line 3, column 1"), ("\n▸x", "line 2, column 1"),
    // A text may be a single line of several megabytes.
    ("▸", "byte 0"), ("a▸b", "byte 1"), ("ab▸", "byte 2"), ("é▸b", "byte 2"), ("é北😀▸x\n", "byte 9"),
    ("ab▸\n", "byte 2"), ("ab\n▸", "byte 3"), ("a\r▸b", "byte 2"), ("a▸b\r\n", "byte 1"),
  ])
  func described(marked: String, description: String) {
    let text = MarkedText(marked)
    let position = text.bytes.withUnsafeBufferPointer { TextPosition(of: text.mark, in: $0) }
    #expect(position.description == description && position.offset == text.mark)
  }

  @Test func pastTheEnd() {
    for text in ["", "ab", "ab\ncd"] {
      let position = Array(text.utf8).withUnsafeBufferPointer { TextPosition(of: 99, in: $0) }
      #expect(position.offset == text.utf8.count)
    }
  }

  /// A finder that goes through the text once gives the same results as one that starts again each time, in
  /// any order of questions.
  @Test func oneAfterAnother() {
    Array("ab\né北\r\n\n😀x\n".utf8).withUnsafeBufferPointer { text in
      let offsets = Array(0...text.count)
      for order in [offsets, offsets.reversed(), offsets + offsets, [5, 5, 2, 9, 0]] {
        var finder = TextPositionFinder(text)
        for offset in order {
          #expect(finder.position(of: offset) == TextPosition(of: offset, in: text))
        }
      }
    }
  }
}

@Suite("Excerpts") struct ExcerptTests {
  @Test(arguments: [
    ("▸", "the end"), ("abc▸", "the end"), ("▸abc", "'abc'"), ("ab▸c", "'c'"),
    ("▸\n", "the end of the line"),
    ("▸\r\n", "the end of the line"), ("▸\u{0}x", "byte 0x00"), ("▸\u{1B}[31m", "byte 0x1b"),
    ("▸\u{1F}", "byte 0x1f"), ("▸\tx", "' x'"), ("▸a\tb", "'a b'"), ("▸abc\ndef", "'abc'"),
    ("▸abc\r\ndef", "'abc'"), ("▸abc\u{0}def", "'abc'"), ("▸ ", "' '"),
    ("▸12345678901234567890", "'12345678901234567890'"),
    ("▸123456789012345678901", "'12345678901234567890…'"),
    ("▸12345678901234567890\n", "'12345678901234567890'"),
    // No character is cut in two, and none is lost.
    ("▸1234567890123456789é", "'1234567890123456789…'"),
    ("▸123456789012345678é", "'123456789012345678é'"),
    ("▸123456789012345678éx", "'123456789012345678é…'"),
    ("▸12345678901234567😀", "'12345678901234567…'"),
    ("▸1234567890123456😀x", "'1234567890123456😀…'"), ("▸北北北北北北北", "'北北北北北北…'"),
    ("▸\u{FFFD}", "'\u{FFFD}'"), ("▸'quoted'", "''quoted''"),
    // Nothing that a terminal would interpret.
    ("▸a\u{7F}b", "'a\u{FFFD}b'"), ("▸a\u{9B}31mb", "'a\u{FFFD}31mb'"), ("▸a\u{85}b", "'a b'"),
    ("▸a\u{202E}b\u{2066}", "'a\u{FFFD}b\u{FFFD}'"), ("▸a\u{2028}b", "'a b'"),
  ])
  func table(marked: String, shown: String) {
    let text = MarkedText(marked)
    #expect(text.bytes.withUnsafeBufferPointer { excerpt(of: $0, at: text.mark) } == shown)
  }

  @Test(
    arguments: [
      ([0xFF], "'\u{FFFD}'"), ([0x80, 0x61], "'\u{FFFD}a'"), ([0xC3, 0x28], "'\u{FFFD}('"),
      ([0x61, 0xE2, 0x82], "'a\u{FFFD}'"),
    ] as [([UInt8], String)])
  func bytesThatAreNotText(bytes: [UInt8], shown: String) {
    #expect(bytes.withUnsafeBufferPointer { excerpt(of: $0, at: 0) } == shown)
  }
}

/// An error is one line of readable length, whatever a file contains.
@Suite("Messages with words from files") struct MessageTests {
  static let hostile =
    #"\u001b[31mred\u0007\nsecond\u2028line\u202e"# + String(repeating: "long ", count: 99)

  @Test func namesOfTypes() throws {
    let error = try #require(throws: ParseError.self) {
      try LoadedDataset("{\"type\":\"\(Self.hostile)\"}")
    }
    check(error)
    #expect(error.problem.contains("'\u{FFFD}[31mred\u{FFFD} second line\u{FFFD}long long"))
  }

  @Test func typesThatAreNotStrings() throws {
    let error = try #require(throws: ParseError.self) {
      try LoadedDataset("{\"type\":[\n\"\(Self.hostile)\",\r\n7]}")
    }
    check(error)
  }

  @Test func namesOfReferenceSystems() throws {
    let crs = "{\"properties\":{\"name\":\"\(Self.hostile)\"}}"
    let error = try #require(throws: ParseError.self) {
      try LoadedDataset("{\"type\":\"FeatureCollection\",\"features\":[],\"crs\":\(crs)}")
    }
    check(error)
  }

  /// Also the points of a stream.
  @Test(arguments: [
    ("lat,lon", "\"5\u{1B}[31m\n\u{202E}\u{9B}\(String(repeating: "x", count: 999))\",5"),
    ("lat\tlon", "5\u{1B}[31m\u{202E}\u{7F}\(String(repeating: "x", count: 999))\t5"),
    ("{}", "{\"lat\":\"\u{9B}\u{202E}\(String(repeating: "x", count: 999))\",\"lon\":0}"),
    ("{}", "{\"lat\":[1,\n\"\u{7F}\(String(repeating: "x", count: 999))\"],\"lon\":0}"),
  ])
  func invalidPoints(firstLine: String, record: String) throws {
    let shape =
      firstLine == "{}" ? PointStreamShape.objects : .cells(try CellLayout(firstRow: firstLine))
    let text = guarded(Array(record.utf8))
    defer { withExtendedLifetime(text) {} }
    var reader = PointReader(shape)
    let error = try #require(throws: BadRecord.self) { try reader.read(PaddedText(text)) }
    check(ParseError(0, error.problem))
    #expect(error.problem.hasPrefix("'lat' is not a number: '"))
  }

  @Test(arguments: [
    (#""""#, #"'""'"#), (#""north""#, #"'"north"'"#), ("null", "'null'"), ("[5]", "'[5]'"),
    ("1e400", "'1e400'"),
  ])
  func namesWhatWasFound(latitude: String, shown: String) throws {
    let text = guarded(Array("{\"lat\":\(latitude),\"lon\":0}".utf8))
    defer { withExtendedLifetime(text) {} }
    var reader = PointReader(.objects)
    let error = try #require(throws: BadRecord.self) { try reader.read(PaddedText(text)) }
    #expect(error.problem == "'lat' is not a number: \(shown)")
  }

  private func check(_ error: ParseError) {
    let isCalm = error.problem.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
        && scalar != "\u{2028}"
    }
    #expect(isCalm && error.problem.count < 200, "\(error.problem.debugDescription)")
  }
}
