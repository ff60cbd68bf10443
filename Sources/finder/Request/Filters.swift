import CommandLineKit
import FinderEngine
import FinderLists

/// The options that leave out venues, wherever they are; read from the command line once. Opens no file:
/// food, chains and visits then narrow the query for a given store.
final class Filters: Sendable {
  let match: NameMatch?
  let conditions: [Condition]
  let food: FoodNarrowing?
  let chains: ChainNarrowing?
  let visits: VisitNarrowing?
  let open: OpenHours?
  /// How the words of `--open` were read; printed once the point is known too.
  let openNote: String?

  init(_ invocation: Invocation) throws {
    match = try invocation.nameMatch()
    conditions = try Self.conditions(invocation)
    food = try FoodNarrowing(invocation)
    chains = try ChainNarrowing(invocation)
    visits = try VisitNarrowing(invocation)
    let wanted = try OpenHours.wanted(by: invocation)
    (open, openNote) = (wanted?.hours, wanted?.note)
  }

  /// With all filters that need no venues.
  func query(from point: Coordinate, area: Query.Area, limit: Int?) -> Query {
    var query = Query(
      from: point, area: area, limit: limit, match: match, conditions: conditions)
    open?.limit(&query)
    return query
  }

  private static func conditions(_ invocation: Invocation) throws -> [Condition] {
    try invocation.values(Options.condition).map { text in
      do throws(BadExpression) {
        return try Condition(text)
      } catch {
        if let meant = error.meant {
          let words = invocation.words { option, value in
            option.name == Options.condition.name && value == text ? [option.flag, meant] : nil
          }
          throw invocation.error(
            "\(Options.condition.flag) \(UsageError.quote(text)) \(error.problem)"
          ).correcting(words)
        }
        throw invocation.error(Options.condition, "\(UsageError.quote(text)) \(error.problem)")
      }
    }
  }
}

extension Invocation {
  /// Notes a filter that is given twice: the user may expect both to apply.
  func noteOverriddenFilters() {
    forEachOverridden { option in
      guard Options.filters.contains(where: { $0.name == option.name }) else { return }
      diagnostics.note(
        "\(option.flag) was given more than once; \(UsageError.show(self[option] ?? "")) is used"
      )
    }
  }
}
