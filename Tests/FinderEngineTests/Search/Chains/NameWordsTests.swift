import Testing

@testable import FinderEngine

@Suite struct NameWordsTests {
  /// Words, with a `|` at each break.
  private func words(of name: String) -> String {
    let table = WordTable()
    var reader = NameWords(table)
    name.withBytes { reader.read($0) }
    return reader.items.map { item in
      let word = table.withBytes(of: item.word) { String(decoding: $0, as: UTF8.self) }
      return item.followsBreak ? "| \(word)" : word
    }
    .joined(separator: " ")
  }

  @Test(
    "The words of a name that identify its owner",
    arguments: [
      ("McDonald's", "mcdonalds"), ("McDonald’s", "mcdonalds"), ("McDonald s", "mcdonalds"),
      ("MCDONALD'S - LEEDS", "mcdonalds | leeds"), ("KFC (Bolton)", "kfc | bolton"),
      ("Costa, Leeds", "costa | leeds"), ("Costa @ Leeds", "costa | leeds"),
      ("Burger King-Croydon", "burger king croydon"), ("Alsager -Costa", "alsager | costa"),
      ("P A Crocker Ltd t/a McDonalds", "mcdonalds"),
      ("Qian Limited T/A German Doner Kebab", "german doner kebab"),
      ("Stylish cafe Ltd trading as Wimpy ", "wimpy"),
      ("North Yorkshire Restaurants t/as McDonald's", "mcdonalds"),
      ("Ismet Turen Ltd TA McDonalds Brighton", "mcdonalds brighton"),
      ("Subway ta Soul Feet Ltd", "subway"), ("Ta Bouche", "ta bouche"),
      ("The Boston Tea Party Group Limited", "boston tea party group"),
      ("Galms Ltd (McDonald's)", "galms | mcdonalds"),
      ("WIMPY ( ALDERSHOT) LIMITED", "wimpy | aldershot"),
      ("The Rose & Crown", "rose crown"), ("Rose and Crown", "rose crown"),
      ("Café Rouge", "cafe rouge"), ("The", "the"), ("Limited", "limited"), ("And", "and"),
      ("t/a", "t a"), ("x t/a", "x t a"), ("Ltd t/a Ltd", "ltd"), ("北京飯店", "北京飯店"),
      ("", ""), ("…", ""), ("🍕🍕", ""), ("\u{202E}KFC\u{7}", "kfc"),
    ])
  func words(name: String, expected: String) { #expect(words(of: name) == expected) }

  @Test("A name that is too long to be a chain's has no words")
  func longNames() {
    let word = String(repeating: "a", count: NameWords.longestWord)
    #expect(words(of: word) == word)
    #expect(words(of: word + "a") == "")
    let many = Array(repeating: "b", count: NameWords.mostWords)
    #expect(words(of: many.joined(separator: " ")).count == 2 * many.count - 1)
    #expect(words(of: (many + ["b"]).joined(separator: " ")) == "")
    #expect(words(of: String(repeating: "x ", count: 50_000)) == "")
  }

  @Test("A word keeps its number while the table grows")
  func table() {
    let table = WordTable()
    let numbers = (0..<5000).map { table.number(of: "w\($0)") }
    #expect(Set(numbers).count == 5000)
    #expect((0..<5000).map { table.number(of: "w\($0)") } == numbers)
    let (number, inn) = (table.number(of: "7bone"), table.number(of: "inn"))
    #expect(table.roles[Int(number)] == .number)
    #expect(table.roles[Int(inn)] == [.trade, .pub])
  }
}
