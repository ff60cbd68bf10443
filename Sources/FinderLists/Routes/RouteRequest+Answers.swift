import FinderEngine

extension RouteRequest {
  /// What a server answered, target by target.
  package func answer(
    in bytes: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> [RoutedWay] {
    guard let table = try RouterTable.read(bytes, status: status, from: kind) else {
      return targets.map { _ in .none }
    }
    return try table.ways(for: self)
  }
}
