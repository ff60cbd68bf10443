import FinderEngine
import FinderOwn

struct MealRows {
  let meals: [Meal]
  let walk: WalkFigures

  private static let columns = [
    "name", "chain", "kcal", "country", "year", "source", "walk_m", "walk_min",
  ]

  private func metres(_ meal: Meal) -> Double { walk.energy.metres(burning: meal.kilocalories) }

  private static let layout = TableLayout(
    headers: ["KCAL", "WALK", "TIME", "MEAL", "CHAIN"], numberColumns: [0, 1, 2],
    cutColumns: [3, 4], narrowestCut: 12, dispensableColumns: [2], styledColumn: 3)

  func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    let rows = meals.map { meal in
      let metres = metres(meal)
      return [
        String(Int(meal.kilocalories.rounded())), readable(metres, style.figures.units),
        written { $0.append(estimated: walk.minutes(walking: metres)) }, meal.name,
        meal.chain ?? "",
      ]
    }
    Self.layout.append(rows, style, to: &output)
  }

  func append(to output: inout ByteBuffer, _ format: ResultFormat, hasHeader: Bool) {
    output.append(
      meals, as: format, hasHeader: hasHeader, columns: Self.columns, cells: cells,
      members: { append(membersOf: $1, to: &$0) })
  }

  func append(membersOf meal: Meal, to output: inout ByteBuffer) {
    output.append(key: "name", string: meal.name)
    output.append(key: "chain", string: meal.chain)
    output.append(key: "kcal", number: meal.kilocalories)
    output.append(key: "country", string: meal.country)
    output.append(key: "year", integer: meal.year)
    output.append(key: "source", string: meal.source)
    output.append(key: "walk_m", tenths: metres(meal))
    output.append(key: "walk_min", tenths: walk.minutes(walking: metres(meal)))
  }

  private func cells(_ meal: Meal) -> [String] {
    [
      meal.name, meal.chain ?? "", shown(meal.kilocalories), meal.country ?? "",
      meal.year.map { String($0) } ?? "", meal.source ?? "", shown(metres(meal).inTenths),
      shown(walk.minutes(walking: metres(meal)).inTenths),
    ]
  }
}
