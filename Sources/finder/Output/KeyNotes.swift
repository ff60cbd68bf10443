import CommandLineKit
import FinderEngine

/// How many of the existing properties a note names.
private let mostNamed = 6

/// The option for food that a key was meant for: `with=wifi` is `--with wifi`. `nil` if the option does not
/// take the value, or no venue has data on it under another key.
private func foodOption(_ key: String, _ values: [String], in store: VenueStore) -> String? {
  guard var option = Options.food.first(where: { $0.name == key.lowercased() }),
    SpelledFact(rawValue: option.name).map(store.has) ?? true
  else { return nil }
  // Several diets or features, separated by commas, must all hold.
  let takesAny = [Options.kind.name, Options.cuisine.name].contains(option.name)
  if values.count > 1, !takesAny { option = Options.wanted }
  let value = values.joined(separator: takesAny ? "," : " or ")
  var request = FoodRequest()
  guard (try? request.add(value, of: option)) != nil else { return nil }
  return "\(option.flag) \(Invocation.quoted(value))"
}

/// Keys that no venue has, since a misspelt key would look like an answer; and if nothing was found, values
/// that were meant differently. If every venue found must have a key, it is not looked up. `columns` are
/// known without a look-up.
func unknownKeys(
  in conditions: [Condition], _ fields: VenueFields?, of store: VenueStore, found: Int,
  columns: [String] = VenueWriter.columns
) -> [String] {
  // Looked up once, if there is anything to note.
  lazy var properties = store.propertyNames.filter { !["name", "postcode"].contains($0) }
  func note(_ key: PropertyKey, or columns: [String]) -> String {
    let lacks = "no venue in this dataset has \(UsageError.quote(key.text))"
    let known = (["name", "postcode", "id"] + columns + properties).filter { $0 != key.text }
    if let close = Misspelling.closest(to: key.text, among: known, by: { $0 }) {
      return lacks + didYouMean(close)
    }
    let shown = properties.prefix(mostNamed).map { UsageError.show($0) }
    guard !shown.isEmpty else { return "\(lacks), only names and postcodes" }
    let list = (shown + (properties.count > shown.count ? ["…"] : [])).joined(separator: ", ")
    return "\(lacks); its \(properties.count == 1 ? "only property is" : "properties are") \(list)"
  }
  let required = conditions.filter { found == 0 || $0.acceptsMissing }.compactMap(\.property)
  var looked: Set<String> = []
  var notes: [String] = []
  for key in required where looked.insert(key.text).inserted && !store.hasProperty(key) {
    let limit = conditions.lazy.filter { $0.property === key }.compactMap(\.upperLimit).first
    if let limit, ["distance_m", "distance"].contains(key.text), Quantity.metres(limit) != nil {
      notes.append(
        "no venue in this dataset has \(UsageError.quote(key.text)); for those within a distance: "
          + "\(Options.radius.flag) \(DecimalNumber.parse(limit) == nil ? limit : limit + "m")")
    } else if let option = conditions.lazy.filter({ $0.property === key })
      .compactMap({ $0.wantedValues.flatMap { foodOption(key.text, $0, in: store) } }).first
    {
      notes.append("no venue in this dataset has \(UsageError.quote(key.text)); try \(option)")
    } else {
      notes.append(note(key, or: []))
    }
  }
  if found == 0 {
    for text in conditions.compactMap({ $0.withAlternatives(in: store) }) {
      notes.append("\(UsageError.quote(text)) takes either")
    }
    if notes.isEmpty {
      for (key, value) in conditions.compactMap({ $0.valueOfNone(in: store) }) {
        notes.append("no venue in this dataset has \(key) \(UsageError.quote(value))")
      }
    }
  }
  for key in fields?.unknownKeys(of: store) ?? []
  where !columns.contains(key.text) && looked.insert(key.text).inserted {
    notes.append(note(key, or: VenueFields.names + columns))
  }
  return notes
}
