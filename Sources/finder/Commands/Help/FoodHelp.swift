import CommandLineKit
import FinderEngine

/// How to ask for venues by what they serve. It is part of the help for `food`, where users would look for
/// it.
enum FoodHelp {
  static let about = """
    Counts the kinds, cuisines, diets and features of the venues, and names the nearest venue for each: the \
    nearest to the point or, without one, to the middle of the box (of a polygon, the middle of its bounding \
    box). Filters apply first. The most common come first, and equal counts in alphabetical order; tables are \
    grouped by kind, cuisine, diet and feature (with).

    COUNT is how many venues you get if you filter by that value: --cuisine pizza also finds \
    neapolitan_pizza. A venue with several cuisines counts once for each. Names are ignored unless there is \
    nothing else to go by, as in a list of names alone; a note then says so.
    """

  static var sections: [HelpSection] {
    [
      filters, words, names,
      table("Kinds (--kind)", .kind), table("Cuisines (--cuisine)", .cuisine),
      table("Diets (--diet)", .diet), table("Features (--with)", .feature),
    ]
  }

  private static let filters = HelpSection(
    "Filters",
    text: """
      They work in near, within, meet, along, pick, food, closest, burn, bulk, map, clusters, coverage and \
      news, and combine with all other filters. If an option is repeated, venues must satisfy every use \
      of it. A value may be any of its words listed below: singular or plural, in any case, with spaces, \
      hyphens or underscores.
      """,
    rows: """
      --kind pub,cafe  either
      --cuisine pizza,thai  either; X also finds cuisines that end in _X, but nothing wider: a note says
        what comes close
      --diet vegan  venues that say yes or only; not those that say no or limited
      --diet vegan=only  venues that serve nothing else
      --with wheelchair,wifi  both. wheelchair: yes or designated. dogs: also on a lead or outside only.
        The others: anything but no
      --for 'vegan pizza'  what you would like, in words
      """)

  private static let words = HelpSection(
    "How --for reads words",
    text: """
      From left to right, it takes the longest phrase of up to three words that is listed below. Venues must \
      match every phrase, except that one is enough of those joined by or: 'pizza or thai'. One kind is \
      enough too, since a venue is of one kind. A word listed several times may mean any of those: curry is \
      also Indian, coffee is a kind and a cuisine. Any other word must be in the name, as with --match.

      Words such as restaurant, place, food, somewhere, best, and, with, a and the are ignored beside other \
      words. You cannot exclude things, as in 'no onions'; the error says what you can do instead. A note says \
      how the words were read.
      """)

  private static let names = HelpSection(
    "Names",
    text: """
      Names count for --for alone. Where a venue has no data on a word, its name is searched for that word; \
      a name never overrides the data. In a list of names alone, --for pizza finds venues with a word for \
      pizza in their names. Some words count only in names: a venue with inn, arms or a common pub name in \
      its name is taken for a pub.
      """)

  /// A table of values: those with other words, then the rest.
  private static func table(_ heading: String, _ aspect: FoodAspect) -> HelpSection {
    let lines = FoodLine.all(aspect)
    let rows = lines.map { (term: $0.value, meaning: meaning(of: $0)) }
    let plain = rows.filter(\.meaning.isEmpty).map(\.term)
    let text = plain.isEmpty ? "" : "Also, with no other words: \(plain.joined(separator: ", "))."
    return HelpSection(heading, text: text, rows: rows.filter { !$0.meaning.isEmpty })
  }

  private static func meaning(of line: FoodLine) -> String {
    let names = line.onlyInNames.joined(separator: ", ")
    let inNames = names.isEmpty ? [] : ["in names \(names)"]
    return ([line.words.joined(separator: ", ")].filter { !$0.isEmpty } + inNames)
      .joined(separator: "; ")
  }
}
