import CommandLineKit
import FinderEngine

/// How venues are asked for by what there is to eat: the page of `food`, whose name a user would look for it
/// under.
enum FoodHelp {
  static let about = """
    Counts the kinds of venues, the cuisines, the diets and the features (with) that there are, and names \
    the nearest venue for each: the nearest to the point, or to the middle of the box or of the polygon's \
    box if no point is given. All filters hold before anything is counted. Rows come most first, equal \
    counts in the order of their values; a table keeps each group together.

    COUNT is what the same filter finds: --cuisine pizza also finds neapolitan_pizza. A venue of several \
    cuisines counts under each. Names do not count, unless no venue there says anything else, as in a \
    list of names alone; a note says so.
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
      They hold in every search, beside any other filter: near, within, food, closest, burn, bulk, map, \
      clusters and news. An option given several times must hold each time. A value may be any of its words below, in the \
      singular or the plural, in any case, with spaces, hyphens or underscores.
      """,
    rows: """
      --kind pub,cafe  either
      --cuisine pizza,thai  either; X also finds cuisines that end in _X, and nothing wider: a note says
        what comes near
      --diet vegan  venues that say yes or only; not those that say no or limited
      --diet vegan=only  venues that serve nothing else
      --with wheelchair,wifi  both. wheelchair: yes or designated. dogs: also on a leash or outside. The
        others: anything but no
      --for 'vegan pizza'  what you would like, in words
      """)

  private static let words = HelpSection(
    "How --for reads words",
    text: """
      At each word the longest phrase, of up to three words, that is one of the words below. All of them \
      must hold, but any of those with or between them: 'pizza or thai'. Of several kinds any does, since a \
      venue is of one kind. A word of several tables may be meant as any of them: curry is Indian too, \
      coffee a kind and a cuisine. Any other word must be in the name, as with --match.

      restaurant, place, food, somewhere, and, with, a, the and the like do not count beside another word. \
      What is not wanted cannot be asked for: 'no meat' is wrong usage. A note says how the words were \
      read.
      """)

  private static let names = HelpSection(
    "Names",
    text: """
      They count for --for alone: a venue fits a word by what it says, or by its name where it says \
      nothing of that, and never against what it says. With names alone, --for pizza finds the venues \
      whose names have a word for pizza. Some words count only there: a name with inn, arms or one of the \
      usual names of pubs is taken for a pub.
      """)

  /// The lines of a table: those with other words, then the rest.
  private static func table(_ heading: String, _ aspect: FoodAspect) -> HelpSection {
    let lines = FoodLine.all(aspect)
    let rows = lines.map { (term: $0.value, meaning: meaning(of: $0)) }
    let plain = rows.filter(\.meaning.isEmpty).map(\.term)
    let text = plain.isEmpty ? "" : "Also, without other words: \(plain.joined(separator: ", "))."
    return HelpSection(heading, text: text, rows: rows.filter { !$0.meaning.isEmpty })
  }

  private static func meaning(of line: FoodLine) -> String {
    let names = line.nameWords.joined(separator: ", ")
    let inNames = names.isEmpty ? [] : ["in names \(names)"]
    return ([line.words.joined(separator: ", ")].filter { !$0.isEmpty } + inNames)
      .joined(separator: "; ")
  }
}
