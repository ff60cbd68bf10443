import CommandLineKit
import FinderEngine
import FinderOwn

/// `finder burn` without a meal: the menu.
enum BurnMenu {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    try BurnOptions.refuseSearching(invocation, "without a meal", but: [BurnOptions.order])
    let match = try invocation.nameMatch()
    let walk = try invocation.walkFigures()
    let output = try Output(invocation, inputs: invocation.inputs(nil) + invocation.menuInputs)
    let style = try invocation.tableStyle(output)
    let menu = try invocation.menu()
    let meals = match.map { menu.matching($0) } ?? menu.meals
    let order = invocation[BurnOptions.order]
    let rows = MealRows(
      meals: order.map { Menu(meals).ordered(largestFirst: $0 == "calories") } ?? meals, walk: walk)
    let format = invocation.format()
    var bytes = ByteBuffer(capacity: 1 << 14)
    if format == .table {
      rows.append(tableTo: &bytes, style)
    } else {
      rows.append(to: &bytes, format, hasHeader: !invocation.has(Options.noHeader))
    }
    try output.write(bytes)
    try output.finish()
    if format == .table {
      invocation.diagnostics.note(
        rows.meals.isEmpty
          ? "no meal found"
          : "estimates, at \(walk.energy.bodyAndPace)")
    }
    return invocation.exitCode(found: rows.meals.count)
  }
}
