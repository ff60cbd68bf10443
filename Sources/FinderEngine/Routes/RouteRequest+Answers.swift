extension RouteRequest {
  /// What a server answered, target by target.
  package func ways(
    in answer: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> [RoutedWay] {
    let table: RouterTable
    do throws(ParseError) {
      table = try Self.table(answer, kind)
    } catch {
      guard status == 200 else { throw .status }
      throw .nonsense(error.problem)
    }
    let hasNoPath = kind == .valhalla ? table.isValhallasNoPath : table.isOSRMsNoPath
    guard !hasNoPath else { return targets.map { _ in .none } }
    if let fault = kind == .valhalla ? table.valhallaFault() : table.osrmFault() {
      if case .nonsense = fault, status != 200 { throw .status }
      throw fault
    }
    guard status == 200 else { throw .status }
    return try table.ways(for: self)
  }

  private static func table(
    _ answer: PaddedBytes, _ kind: RouterAddress.Kind
  ) throws(ParseError) -> RouterTable {
    var cursor = JSONCursor(answer)
    cursor.skipWhitespace()
    let table =
      kind == .valhalla
      ? try RouterTable(valhalla: &cursor) : try RouterTable(osrm: &cursor)
    guard cursor.isAtEnd() else { throw ParseError(cursor.position, "something follows it") }
    return table
  }
}
