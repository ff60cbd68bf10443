extension Nation {
  package init(at coordinate: Coordinate) { self = .englandAndWales }
}
