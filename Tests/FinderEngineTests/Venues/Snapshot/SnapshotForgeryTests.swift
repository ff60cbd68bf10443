import TestSupport
import Testing

@testable import FinderEngine

/// Snapshots with valid checksums and false contents. Their answers may be wrong, but nothing in them may
/// trap or lead to a read outside the file.
@Suite struct SnapshotForgeryTests {
  private static func withForgery(
    _ body: (Forgery, SnapshotFile, Interrogation) throws -> Void
  ) throws {
    try SnapshotFile.with(seed: 91) { file, questions, _ in
      try body(Forgery(file), file, questions)
    }
  }

  /// Asks all questions of the store and of a part of it. That none of them traps is what is tested.
  private func survive(_ store: VenueStore, _ questions: Interrogation) {
    #expect(!questions.answers(of: store).isEmpty)
    let part = store.matching(questions.match)
    #expect(!questions.answers(of: part, ids: UniqueIDs(store)).isEmpty)
    _ = store.coordinates
  }

  @Test func signingAnUnchangedSnapshotChangesNothing() throws {
    try Self.withForgery { forgery, file, _ in
      #expect(forgery.signed == file.original)
    }
  }

  @Test func spansOutsideTheText() throws {
    try Self.withForgery { forgery, file, questions in
      let (layout, starts) = (forgery.layout, [Int.min, -1, -4096, 1 << 46, Int.max])
      let lengths = [UInt32.max, 1 << 31, UInt32(layout.textBytes + 1)]
      var cases: [(String, Forgery)] = []
      for start in starts + [layout.textBytes, layout.textBytes - 1] {
        cases.append(("start \(start)", forgery.filling(start, at: forgery.offset(.featureStart))))
      }
      for length in lengths {
        cases.append(
          ("length \(length)", forgery.filling(length, at: forgery.offset(.featureLength))))
      }
      // The highest start and the greatest length, of a name and of a postcode: see `VenueText`.
      for bits: UInt64 in [0xFFFFF, 0x7FF << 20, 0xFFFFF << 32, 0x3FF << 52, .max - 1] {
        cases.append(("text \(bits)", forgery.filling(bits, at: forgery.offset(.venueText))))
      }
      for (label, forgery) in cases {
        let store = try #require(file.map(forgery.signed))
        survive(store, questions)
        #expect(store.isDamaged, "\(label) is not noticed")
      }
    }
  }

  /// Escapes that are cut off by the end of a name, at the very end of the text.
  @Test func namesThatEndInAnEscape() throws {
    try Self.withForgery { forgery, file, questions in
      let layout = forgery.layout
      for tail in [#"\"#, #"\u"#, #"\u00"#, #"\ud83d"#, #"\ud83d\"#, #"\ud83d\ude"#, "\u{F0}"] {
        var forged = forgery
        let bytes = Array(tail.utf8)
        forged.put(bytes, at: forgery.offset(.text) + layout.textBytes - bytes.count)
        for row in 0..<layout.venues {
          forged.put(layout.textBytes - bytes.count, at: forgery.offset(.featureStart) + row * 8)
          forged.put(UInt32(bytes.count), at: forgery.offset(.featureLength) + row * 4)
          let escaped = UInt64(bytes.count) << 20 | 1 << 31
          forged.put(escaped, at: forgery.offset(.venueText) + row * 8)
        }
        let store = try #require(file.map(forged.signed))
        survive(store, questions)
        #expect(store.isDamaged, "\(tail)")
      }
    }
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e308, -1e308, 91, 181, -0.0, .leastNonzeroMagnitude,
  ])
  func impossibleCoordinates(value: Double) throws {
    try Self.withForgery { forgery, file, questions in
      let columns = [
        forgery.offset(.x), forgery.offset(.y), forgery.offset(.z), forgery.offset(.latitude),
        forgery.offset(.longitude),
      ]
      for column in columns {
        for step in [1, 7] {
          let store = try #require(file.map(forgery.filling(value, at: column, step: step).signed))
          survive(store, questions)
          if column >= forgery.offset(.latitude), !value.isFinite {
            #expect(store.isDamaged, "\(value) is not noticed")
          }
        }
      }
      let boxes = forgery.filling(Float(value), at: forgery.offset(.boxes), count: 8 * 8)
      survive(try #require(file.map(boxes.signed)), questions)
    }
  }

  @Test func positionsAndIDsOutOfRangeDoNotTrap() throws {
    try Self.withForgery { forgery, file, questions in
      for value in [UInt32.max, 1 << 31, 40, 0] {
        let forged = forgery.filling(value, at: forgery.offset(.position))
        survive(try #require(file.map(forged.signed)), questions)
        let numbered = forgery.filling(
          value, at: forgery.offset(.numbers), count: forgery.layout.numberedIDs * 2)
        survive(try #require(file.map(numbered.signed)), questions)
      }
      for value in [UInt64.max, 1 << 63, 1 << 60, 0] {
        let forged = forgery.filling(value, at: forgery.offset(.idKey))
        survive(try #require(file.map(forged.signed)), questions)
      }
    }
  }

  @Test func impossibleCrowdsDoNotTrap() throws {
    let harness = try SearchHarness(.oneSpot, count: 600, seed: 8)
    try TemporaryDirectory.with { folder in
      let file = try SnapshotFile(of: harness.store, in: folder)
      let forgery = Forgery(file)
      #expect(forgery.layout.crowds == 1)
      let questions = Interrogation(harness.venues, seed: 9)
      for (start, end) in [(0, 0), (600, 0), (0, 601), (7, 590), (.max, .max), (0, .max)]
        as [(UInt32, UInt32)]
      {
        var forged = forgery
        forged.put(RowRun(start: start, end: end), at: forgery.offset(.crowds))
        survive(try #require(file.map(forged.signed)), questions)
      }
    }
  }

  @Test func textThatIsNotJSON() throws {
    try Self.withForgery { forgery, file, questions in
      let layout = forgery.layout
      let fillers: [[UInt8]] = [
        [0], [0xFF], [0xF0, 0x80], Array("[".utf8), Array(#"{"a":"#.utf8), Array("\"".utf8),
        Array(#"\"#.utf8), Array(#"{"type":"Feature","id":"\"#.utf8),
      ]
      for filler in fillers {
        var forged = forgery
        let text = (0..<layout.textBytes).map { filler[$0 % filler.count] }
        forged.put(text, at: forgery.offset(.text))
        let store = try #require(file.map(forged.signed))
        survive(store, questions)
        // Quotes alone are valid JSON everywhere, and make venues without properties.
        #expect(store.isDamaged || filler == Array("\"".utf8), "\(filler)")
      }
    }
  }

  /// Everything that reads the text relies on the zeros after it.
  @Test func textWithoutItsPaddingIsRefused() throws {
    try Self.withForgery { forgery, file, _ in
      let end = forgery.offset(.text) + forgery.layout.textBytes
      for place in [0, 1, PaddedBytes.padding - 1] {
        var forged = forgery
        forged.put(UInt8(ascii: "a"), at: end + place)
        #expect(file.map(forged.signed) == nil)
      }
    }
  }

  /// Counts that differ from those of the file, or that no file can have.
  @Test func headerNumbers() throws {
    try Self.withForgery { forgery, file, _ in
      let values: [UInt64] = [
        .max, 1 << 63, 1 << 62, 1 << 48, 1 << 46, 1 << 32, UInt64(UInt32.max), 1 << 31, 100_000,
      ]
      let notes = 4 + forgery.header.identity.count
      let columns = notes + forgery.header.notes.count
      for word in notes..<columns + 2 * forgery.header.columnCount {
        for value in values where word >= columns || value >= 1 << 46 {
          var forged = forgery
          forged.putHeader(value, word: word)
          #expect(file.map(forged.signed) == nil, "word \(word) is \(value)")
        }
      }
      var forged = forgery
      forged.putHeader(0, word: 0)
      #expect(file.map(forged.signed) == nil)
    }
  }

  /// Verification finds a difference exactly when a forged snapshot answers differently from its dataset.
  @Test(arguments: [91, 92, 93] as [UInt64]) func wrongAnswersAreFound(seed: UInt64) throws {
    try SnapshotFile.with(seed: seed) { file, questions, harness in
      let (forgery, plain) = (Forgery(file), harness.storeAsRead)
      let query = Query(from: questions.points[0], limit: 30)
      func written(_ hits: [Hit], _ store: VenueStore) -> String {
        let writer = VenueWriter(store)
        return output { output in for hit in hits { writer.append(jsonOf: hit, to: &output) } }
      }
      func answer(_ store: VenueStore) -> [Hit] {
        var searcher = Searcher(store)
        return searcher.search(query, for: TenthsRounding())
      }
      let right = written(answer(plain), plain)
      var (lies, generator) = (0, SeededGenerator(seed: seed))
      func check(_ forged: Forgery, _ what: String) throws {
        let store = try #require(file.map(forged.signed))
        let hits = answer(store)
        let given = GivenAnswer(hits, in: store)
        let answered = written(hits, store)
        // A damaged store is replaced before anything is verified.
        guard !store.isDamaged else { return }
        let found = Verification(query, given, in: plain, for: TenthsRounding()).difference
        #expect((found != nil) == (answered != right), "seed \(seed): \(what)")
        if found != nil { lies += 1 }
      }
      try check(forgery, "nothing")
      #expect(lies == 0)
      let rows = 0..<forgery.layout.venues
      for _ in 0..<12 {
        let (first, second) = (
          rows.randomElement(using: &generator)!, rows.randomElement(using: &generator)!
        )
        for part in [SnapshotLayout.Part.x, .y, .z, .latitude, .longitude, .idKey, .venueText] {
          var forged = forgery
          forged.swap(of: part, UInt64.self, first, second)
          try check(forged, "\(part), \(first) and \(second)")
        }
        var forged = forgery
        forged.swap(of: .position, UInt32.self, first, second)
        try check(forged, "position, \(first) and \(second)")
      }
      var text = forgery
      text.lowerLetters()
      try check(text, "text")
      #expect(lies > 10, "seed \(seed)")
    }
  }

  /// Random values at random places.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func randomForgeriesDoNotTrap(seed: UInt64) throws {
    try Self.withForgery { forgery, file, questions in
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<60 {
        var forged = forgery
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
          let place = Int.random(in: 0..<forgery.header.blocks.payloadBytes - 64, using: &generator)
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: forged.put(generator.next(), at: place / 8 * 8)
          case 1: forged.put(UInt64.max, at: place / 8 * 8)
          case 2: forged.put(Double.nan, at: place / 8 * 8)
          case 3: forged.put(UInt32.random(in: 0...70_000, using: &generator), at: place / 4 * 4)
          default: forged.put(UInt8.random(in: 0...255, using: &generator), at: place)
          }
        }
        guard let store = file.map(forged.signed) else { continue }
        survive(store, questions)
      }
    }
  }
}

/// A snapshot that tests change, and then sign with valid checksums.
struct Forgery {
  private var bytes: [UInt8]
  let header: SectionHeader
  let layout: SnapshotLayout

  init(_ file: SnapshotFile) {
    bytes = file.original
    header = file.header
    layout = SnapshotLayout(header)!
  }

  /// The offset of a column from the payload's start.
  func offset(_ part: SnapshotLayout.Part) -> Int { header.offset(ofColumn: part.rawValue) }

  /// `offset` counts from the payload's start.
  mutating func put<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: value, toByteOffset: header.blocks.payloadStart + offset, as: Value.self)
    }
  }

  mutating func put(_ values: [UInt8], at offset: Int) {
    let start = header.blocks.payloadStart + offset
    bytes.replaceSubrange(start..<start + values.count, with: values)
  }

  mutating func putHeader(_ value: UInt64, word: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: value, toByteOffset: word * 8, as: UInt64.self)
    }
  }

  /// A copy with the same value in every row of a column, or in every `step`th row.
  func filling<Value: BitwiseCopyable>(
    _ value: Value, at offset: Int, count: Int? = nil, step: Int = 1
  ) -> Forgery {
    var copy = self
    for row in stride(from: 0, to: count ?? layout.venues, by: step) {
      copy.put(value, at: offset + row * MemoryLayout<Value>.stride)
    }
    return copy
  }

  /// Exchanges two rows of a column.
  mutating func swap<Value: BitwiseCopyable>(
    of part: SnapshotLayout.Part, _: Value.Type, _ first: Int, _ second: Int
  ) {
    let stride = MemoryLayout<Value>.stride
    let start = header.blocks.payloadStart + offset(part)
    for byte in 0..<stride {
      bytes.swapAt(start + first * stride + byte, start + second * stride + byte)
    }
  }

  /// Every `AB1 2CD` in the text becomes `aB1 2CD`.
  mutating func lowerLetters() {
    let start = header.blocks.payloadStart + offset(.text)
    for place in start..<start + layout.textBytes - 1
    where bytes[place] == UInt8(ascii: "A") && bytes[place + 1] == UInt8(ascii: "B") {
      bytes[place] |= 0x20
    }
  }

  var signed: [UInt8] { bytes.signed(header) }
}
