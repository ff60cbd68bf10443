import FinderEngine

/// A table of meals: rows with a header. `name` and `kcal` are required; `chain`, `country`, `year` and
/// `source` are optional. Delimiters and quotes are as in any list.
package enum MenuFile {
  package static let fileName = "meals.csv"

  private static let kilocalories: [StaticString] = [
    "kcal", "calories", "kilocalories", "energykcal",
  ]

  /// A larger menu, or an endless one, must be a mistake.
  private static let mostMeals = 100_000

  /// From the first folder that has it; `nil` if none does.
  package static func path(in folders: [FilePath]) -> FilePath? {
    folders.lazy.map { "\($0)/\(fileName)" }.first { $0.isAccessible() }
  }

  /// `-` is standard input.
  package static func read(_ path: FilePath) throws -> Menu {
    let stream = try ListStream(path)
    // Each cell is checked instead: the message for a whole file names an option that is not for menus.
    stream.checksText = false
    guard case .rows = try stream.begin() else { throw noHeader(stream) }
    var rows = try RowReader(stream)
    guard rows.header.count > 0 else { throw noHeader(stream) }
    guard let columns = Columns(rows.header, decimalComma: rows.delimiter == .semicolon) else {
      throw rows.failure("expected columns name and kcal, found \(rows.header.list)")
    }
    var meals: [Meal] = []
    while try rows.next() {
      if let problem = rows.problem { throw rows.failure(problem) }
      guard meals.count < mostMeals else { throw rows.failure("more than \(mostMeals) meals") }
      do throws(BadRecord) {
        // `1,100` without quotes is two cells, and would give a meal of 1 kcal.
        try rows.cells.check(columns: rows.header.count)
        meals.append(try columns.meal(rows.cells))
      } catch {
        throw rows.failure(error.problem)
      }
    }
    return Menu(meals)
  }

  private static func noHeader(_ stream: ListStream) -> ListError {
    .malformed(
      path: stream.name, place: "", problem: "expected rows with a header that has name and kcal",
      hint: nil)
  }

  private struct Columns {
    let name: Int
    let kilocalories: Int
    let chain: Int?
    let country: Int?
    let year: Int?
    let source: Int?
    /// If semicolons are the delimiters, commas are decimal, as in half of Europe.
    let decimalComma: Bool

    init?(_ header: Header, decimalComma: Bool) {
      guard let name = header.columnByLetters(of: ["name", "meal", "item"]),
        let kilocalories = header.columnByLetters(of: MenuFile.kilocalories)
      else { return nil }
      (self.name, self.kilocalories) = (name, kilocalories)
      chain = header.columnByLetters(of: ["chain", "brand", "restaurant"])
      country = header.columnByLetters(of: ["country"])
      year = header.columnByLetters(of: ["year"])
      source = header.columnByLetters(of: ["source"])
      self.decimalComma = decimalComma
    }

    func meal(_ cells: borrowing RowCells) throws(BadRecord) -> Meal {
      guard let name = try text(name, cells) else { throw BadRecord("has no name") }
      let written = try text(kilocalories, cells) ?? ""
      if decimalComma, Self.mayBeThousands(written) {
        throw BadRecord(
          "'\(fitForMessage(written))' may be thousands: write it without a comma or full stop")
      }
      guard let value = written.withBytes({ PositionText.number($0, decimalComma: decimalComma) }),
        Meal.range.contains(value)
      else {
        throw BadRecord("expected kcal from 1 to 100000, found '\(fitForMessage(written))'")
      }
      return Meal(
        name: name, chain: try text(chain, cells), kilocalories: value,
        country: try text(country, cells), year: try year(cells), source: try text(source, cells))
    }

    /// `1,100` and `1.100`: if semicolons are the delimiters, either mark may separate thousands.
    private static func mayBeThousands(_ text: String) -> Bool {
      let parts = text.utf8.split { $0 == 0x2C || $0 == 0x2E }
      return parts.count > 1 && parts.dropFirst().allSatisfy { $0.count == 3 }
    }

    private func year(_ cells: borrowing RowCells) throws(BadRecord) -> Int? {
      guard let written = try text(year, cells) else { return nil }
      guard let year = Int(written) else {
        throw BadRecord("expected a year such as 2024, found '\(fitForMessage(written))'")
      }
      return year
    }

    private func text(_ column: Int?, _ cells: borrowing RowCells) throws(BadRecord) -> String? {
      guard let column, column < cells.count else { return nil }
      return try cells[column].withValue { bytes throws(BadRecord) in
        guard bytes.isUTF8 else { throw BadRecord("is not UTF-8 text") }
        let text = TidyText.string(bytes)
        return text.isEmpty ? nil : text
      }
    }
  }
}
