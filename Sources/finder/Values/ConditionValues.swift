import CommandLineKit
import FinderEngine

extension Invocation {
  /// Every `--where`.
  func conditions() throws -> [Condition] {
    try values(Options.condition).map { text in
      do throws(BadExpression) {
        return try Condition(text)
      } catch {
        throw self.error(Options.condition, "\(UsageError.quote(text)) \(error.problem)")
      }
    }
  }
}

extension Invocation {
  /// `--fields`, or `nil` for all.
  func fields() throws -> VenueFields? {
    guard let text = self[Options.fields] else { return nil }
    do throws(BadExpression) {
      return try VenueFields(text)
    } catch {
      throw self.error(Options.fields, "\(UsageError.quote(text)) \(error.problem)")
    }
  }
}

extension Diagnostics {
  /// Keys that no venue has, whose misspelling would else look like an answer. Where venues were found
  /// that had to have a key, nobody needs to look for it. `columns` are known without them.
  func note(
    unknownKeysIn conditions: [Condition], _ fields: VenueFields?, of store: VenueStore, found: Int,
    columns: [String] = VenueWriter.columns
  ) {
    guard !isQuiet else { return }
    let required = conditions.filter { found == 0 || $0.acceptsMissing }.compactMap(\.property)
    var looked: Set<String> = []
    for key in required where looked.insert(key.text).inserted {
      note(unknown: key, of: store, or: [])
    }
    for key in fields?.keys ?? []
    where !columns.contains(key.text) && looked.insert(key.text).inserted {
      note(unknown: key, of: store, or: columns)
    }
  }

  private func note(unknown key: PropertyKey, of store: VenueStore, or columns: [String]) {
    guard !store.hasProperty(key) else { return }
    let known = ["name", "postcode", "id"] + columns + store.propertyNames
    let close = nearest(to: key.text, among: known) { $0 }
    let hint = close.map { "; did you mean \(UsageError.quote($0))?" } ?? ""
    note("no venue has a property \(UsageError.quote(key.text))\(hint)")
  }
}
