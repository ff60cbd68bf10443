import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MisspellingTests {
  private static let names = [
    "Bath", "Bolton", "Brighton", "Edinburgh", "Gloucester", "Home", "Leicester", "London", "Naxos",
    "Fig", "Pizza Hut", "St Ives", "Stratford-upon-Avon", "Tamworth", "Ann's Bar", "distance_m",
  ]

  /// One letter, two likely errors in a long name, or the sound.
  @Test(arguments: [
    ("Stratford on Avon", "Stratford-upon-Avon"),
    ("Brihgton", "Brighton"), ("Brigton", "Brighton"), ("brightn", "Brighton"),
    ("Lodnon", "London"),
    ("LONDON", "London"), ("Leester", "Leicester"), ("Gloster", "Gloucester"),
    ("Edinborough", "Edinburgh"), ("Lester", "Leicester"), ("figs", "Fig"), ("hom", "Home"),
    ("Bolt", "Bolton"), ("St. Ives", "St Ives"), ("Pizza", "Pizza Hut"), ("anns bra", "Ann's Bar"),
    ("distance", "distance_m"), ("Brihgten", "Brighton"),
  ])
  func meant(typed: String, name: String) {
    #expect(Misspelling.closest(to: typed, among: Self.names) { $0 } == name)
  }

  /// No suggestion is better than a distant one.
  @Test(arguments: [
    "Haworth", "Nandos", "Bathgate", "Lindum", "Penzance", "Bo", "", "!?", "Wolton Abbey", "Hum",
    "Pizza Hut Leeds", "Pizzeria Hub", "Lynton", "Brixham", "Bol",
    String(repeating: "London", count: 100),
  ])
  func unknown(typed: String) {
    #expect(Misspelling.closest(to: typed, among: Self.names) { $0 } == nil)
  }

  /// Letters count, not their bytes.
  @Test(arguments: [
    ("Кофеня", "Кофейня"), ("Кофенйя", "Кофейня"), ("Çay Evii", "Çay Evi"),
    ("Nº 11 Caffe", "Nº 1 Caffè"),
    ("Kofejna", nil),
  ])
  func otherScripts(typed: String, name: String?) {
    let names = ["Кофейня", "Çay Evi", "Nº 1 Caffè"]
    #expect(Misspelling.closest(to: typed, among: names) { $0 } == name)
  }

  /// Where only one letter may be wrong.
  @Test func withinALetter() {
    for (typed, name) in [("Brihgton", "Brighton"), ("Gloster", nil), ("Bolt", nil)] {
      let found = Misspelling.closest(to: typed, within: 1, among: Self.names) { $0 }
      #expect(found == name, "\(typed)")
    }
  }

  /// From the list of places, by name.
  private static let places: [String] = {
    var rows = try! RowReader(try! ListStream(FilePath("\(Package.folder)/Data/places.csv")))
    let name = rows.header.column(named: "name")!
    var names: [String] = []
    while try! rows.next() { names.append(String(decoding: rows.cells[name].value, as: UTF8.self)) }
    return names
  }()

  /// A village that is not in the list is not taken for a town: the place suggested for it differs only in a
  /// letter, or continues where the village's name ends.
  @Test func villages() {
    let known = Set(Self.places.map { NameKey.bytes(of: $0) })
    #expect(known.count > 900 && BritishVillages.names.count > 390)
    for village in BritishVillages.names {
      let typed = NameKey.bytes(of: village)
      #expect(!known.contains(typed), "\(village)")
      guard let place = Misspelling.closest(to: village, among: Self.places, by: { $0 }) else {
        continue
      }
      let name = NameKey.bytes(of: place)
      let letters = [typed, name].map {
        String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value)
      }
      #expect(
        EditDistance.between(letters[0], letters[1], atMost: 1) != nil
          || name.starts(with: typed + [0x20]), "\(village): \(place)")
    }
  }

  @Test(arguments: [
    ("Shrewsberry", "Shrewsbury"), ("Middlesborough", "Middlesbrough"), ("Harrowgate", "Harrogate"),
    ("Lecester", "Leicester"), ("Worster", "Worcester"), ("Peterbrough", "Peterborough"),
    ("Birmigham", "Birmingham"), ("Mancehster", "Manchester"), ("Kardif", "Cardiff"),
    ("Glascow", "Glasgow"), ("Aberdean", "Aberdeen"), ("Southhampton", "Southampton"),
    ("Bornemouth", "Bournemouth"), ("Canterberry", "Canterbury"), ("Saulsbury", "Salisbury"),
    ("Redding", "Reading"), ("Norwitch", "Norwich"), ("Leominister", "Leominster"),
    ("Bury St Edmonds", "Bury St Edmunds"), ("Aylsbury", "Aylesbury"),
    ("Loughboro", "Loughborough"),
    ("Basingstroke", "Basingstoke"), ("Aberistwith", "Aberystwyth"), ("Landudno", "Llandudno"),
    ("Penzanse", "Penzance"), ("Cheltnham", "Cheltenham"), ("Foulkestone", "Folkestone"),
    ("Eastborne", "Eastbourne"), ("Wimbeldon", "Wimbledon"), ("Hackny", "Hackney"),
  ])
  func towns(typed: String, name: String) {
    #expect(Misspelling.closest(to: typed, among: Self.places) { $0 } == name)
  }

  @Test func theLikeliest() {
    #expect(Misspelling.closest(to: "crwon", among: ["Crowns", "Crown"]) { $0 } == "Crown")
    #expect(Misspelling.closest(to: "barn", among: ["Bard", "Born", "Barn"]) { $0 } == "Barn")
    #expect(Misspelling.closest(to: "burn", among: ["Bard", "Born", "Barn"]) { $0 } == "Born")
  }
}
