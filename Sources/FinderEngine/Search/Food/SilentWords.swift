/// Silent words have no meaning beside other words: `where can I get the best pizza` means pizza.
///
///     SilentWords.contains("best")    // true
///
/// There is one list for the plain words of a command line, for `--for`, for the values of options and lists,
/// and for the page's search, so that the same words find the same everywhere. Words that are common in
/// venues' names, such as `old` or `red`, are not included. The list is a text to be searched, like
/// `FoodTable`: a query looks up too few words to be worth making a set.
package enum SilentWords {
  private static let ofSentences: StaticString = "a an the and with or for some"
  private static let ofPlaces: StaticString = "near in at around by of to from"
  private static let others: StaticString = """
    finder find search show list get give look looking me my i id im you want need fancy like any all where what \
    which that this is are there can do does has have having go going out on eat eats eating bite drink food foods \
    restaurant restaurants place places venue venues somewhere something location here nearest nearby closest close \
    within walk away far local first next top best good nice decent tasty popular favourite cheap cheapest please \
    option options friendly serves serving lunch dinner supper meal meals
    """

  static let lists = [ofSentences, ofPlaces, others]

  /// Words that only come between others, and are never searched for.
  package static var articles: [String] { words(ofSentences) }
  package static var all: [String] { articles + words(ofPlaces) + words(others) }

  /// Whether a lower-case word is silent.
  package static func contains(_ word: String) -> Bool {
    isArticle(word) || word.withBytes { has($0, in: ofPlaces) || has($0, in: others) }
  }

  package static func isArticle(_ word: String) -> Bool {
    word.withBytes { has($0, in: ofSentences) }
  }

  /// Whether it may come before a point.
  package static func isPreposition(_ word: String) -> Bool {
    word.withBytes { has($0, in: ofPlaces) }
  }

  private static func has(_ word: Bytes, in list: StaticString) -> Bool {
    let list = list.bytes
    var start = 0
    while start < list.count {
      let end = list.place(of: 0x20, from: start)
      if end - start == word.count,
        UnsafeBufferPointer(rebasing: list[start..<end]).elementsEqual(word)
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  private static func words(_ list: StaticString) -> [String] {
    list.description.split(separator: " ").map { String($0) }
  }
}
