/// The words of a name that identify its owner, in order: folded, without articles, legal endings and
/// anything before a `t/a`.
///
///     The Boston Tea Party Group Limited    boston tea party group
///     P A Crocker Ltd t/a McDonald’s        mcdonalds
///     KFC - BOLTON (Drive Thru)             kfc | bolton | drive thru
///
/// A break (`|`) marks where a dash, a bracket, a comma, an `@` or a legal ending was.
package struct NameWords {
  package struct Item {
    package var word: WordTable.Word
    /// Its range in the spelling.
    var start: Int
    var end: Int
    package var followsBreak: Bool
  }

  /// A name with more words, or with a longer word, cannot be a chain's and is only compared as a whole.
  static let mostWords = 24
  static let longestWord = 64

  package private(set) var items: [Item] = []
  /// Where its article begins, if it has one.
  private(set) var article: Int?
  /// Whether it has words, and not too many.
  private(set) var isUsable = true

  private let table: WordTable
  private let special: SpecialWords
  private var scratch: [UInt8] = []

  package init(_ table: WordTable) {
    self.table = table
    special = SpecialWords(table)
  }

  package mutating func read(_ spelling: Bytes) {
    items.removeAll(keepingCapacity: true)
    (article, isUsable) = (nil, true)
    split(spelling)
    guard isUsable else { return items.removeAll() }
    joinPossessives()
    keepTradingName()
    dropLegalEndings()
    dropArticle()
    dropJoints()
    isUsable = !items.isEmpty
  }

  private mutating func split(_ spelling: Bytes) {
    var cursor = ScalarCursor(spelling)
    var (start, end, isBroken, before) = (0, 0, false, UInt32(0x20))
    scratch.removeAll(keepingCapacity: true)
    func isBlank(at place: Int) -> Bool { place >= spelling.count || spelling[place] <= 0x20 }
    while isUsable {
      let position = cursor.position
      guard let scalar = cursor.next() else { break }
      var folded = FoldedScalars.fold(scalar)
      if folded == UInt64(FoldedScalars.separator) {
        add(start, end, &isBroken)
        let isDash = scalar == 0x2D || (0x2010...0x2015).contains(scalar)
        let stands = isDash ? before <= 0x20 || isBlank(at: cursor.position) : Self.breaks(scalar)
        isBroken = isBroken || stands
      } else if folded != 0 {
        if scratch.isEmpty { start = position }
        end = cursor.position
      }
      while folded != 0, folded != UInt64(FoldedScalars.separator) {
        append(FoldedScalars.first(of: &folded))
      }
      before = scalar
    }
    add(start, end, &isBroken)
  }

  private static func breaks(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x40, 0x5B, 0x5D, 0x7C: true  // ( ) , : ; @ [ ] |
    default: false
    }
  }

  private mutating func append(_ scalar: UInt32) {
    guard scalar >= 0x80 else { return scratch.append(UInt8(scalar)) }
    scratch.append(contentsOf: Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? [])
  }

  private mutating func add(_ start: Int, _ end: Int, _ isBroken: inout Bool) {
    guard !scratch.isEmpty else { return }
    isUsable = items.count < Self.mostWords && scratch.count <= Self.longestWord
    guard isUsable else { return }
    let word = scratch.withUnsafeBufferPointer { table.number(of: $0) }
    items.append(Item(word: word, start: start, end: end, followsBreak: isBroken))
    scratch.removeAll(keepingCapacity: true)
    isBroken = false
  }

  /// `McDonald s`, as some keyboards produce it, is `McDonalds`.
  private mutating func joinPossessives() {
    var kept = 0
    for item in items {
      if item.word == special.s, kept > 0, table.length(of: items[kept - 1].word) > 1 {
        scratch.removeAll(keepingCapacity: true)
        table.withBytes(of: items[kept - 1].word) { scratch.append(contentsOf: $0) }
        scratch.append(UInt8(ascii: "s"))
        items[kept - 1].word = scratch.withUnsafeBufferPointer { table.number(of: $0) }
        items[kept - 1].end = item.end
      } else {
        items[kept] = item
        kept += 1
      }
    }
    scratch.removeAll(keepingCapacity: true)
    items.removeSubrange(kept...)
  }

  /// Keeps only the name that a company trades under, which usually comes last: `Ltd t/a Subway`, `Subway t/a
  /// X Ltd`.
  private mutating func keepTradingName() {
    var found: (place: Int, length: Int)?
    for place in items.indices {
      let length = special.lengthOfTradingAs(at: place, of: items, isLegal)
      if length > 0, place + length < items.count { found = (place, length) }
    }
    guard let found else { return }
    let first = items[..<found.place]
    if isLegal(items[items.count - 1]), !first.isEmpty, !first.contains(where: isLegal) {
      items.removeSubrange(found.place...)
    } else {
      items.removeSubrange(..<(found.place + found.length))
    }
  }

  private func isLegal(_ item: Item) -> Bool { table.roles[Int(item.word)].contains(.legal) }

  /// Drops legal endings. Those before the end of the name leave a break.
  private mutating func dropLegalEndings() {
    while items.count > 1, isLegal(items[items.count - 1]) { items.removeLast() }
    dropWords(leavingBreaks: true) { [table] in table.roles[Int($0)].contains(.legal) }
  }

  private mutating func dropArticle() {
    guard items.count > 1, items[0].word == special.the else { return }
    article = items[0].start
    items.removeFirst()
  }

  /// Drops `and`, so that `Rose and Crown` equals `Rose & Crown`.
  private mutating func dropJoints() {
    dropWords(leavingBreaks: false) { [special] in $0 == special.and }
  }

  /// Drops all unwanted words, but never the name's first word.
  private mutating func dropWords(leavingBreaks: Bool, where isUnwanted: (WordTable.Word) -> Bool) {
    var (kept, isBroken) = (0, false)
    for place in items.indices {
      var item = items[place]
      if place > 0, isUnwanted(item.word) {
        isBroken = isBroken || item.followsBreak || leavingBreaks
        continue
      }
      item.followsBreak = item.followsBreak || isBroken
      items[kept] = item
      (kept, isBroken) = (kept + 1, false)
    }
    items.removeSubrange(kept...)
  }
}

/// The words that the rules for reading a name need.
private struct SpecialWords {
  let the, and, s, t, a, asWord, ta, tas, trading: WordTable.Word

  init(_ table: WordTable) {
    (the, and, s) = (table.number(of: "the"), table.number(of: "and"), table.number(of: "s"))
    (t, a, asWord) = (table.number(of: "t"), table.number(of: "a"), table.number(of: "as"))
    (ta, tas) = (table.number(of: "ta"), table.number(of: "tas"))
    trading = table.number(of: "trading")
  }

  /// How many words mean `trading as` here; 0 if none do. `ta` is a word in other languages too, so it counts
  /// only if a legal ending comes just before it or ends the name.
  func lengthOfTradingAs(
    at place: Int, of items: [NameWords.Item], _ isLegal: (NameWords.Item) -> Bool
  ) -> Int {
    let word = items[place].word
    if word == ta || word == tas {
      return place > 0 && (isLegal(items[place - 1]) || isLegal(items[items.count - 1])) ? 1 : 0
    }
    guard place + 1 < items.count else { return 0 }
    let next = items[place + 1].word
    if word == t { return next == a || next == asWord ? 2 : 0 }
    return word == trading && next == asWord ? 2 : 0
  }
}
