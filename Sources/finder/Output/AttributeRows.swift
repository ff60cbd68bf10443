import FinderEngine

/// What share of a dataset's venues has what.
struct AttributeRows {
  let attributes: DatasetAttributes

  private static let layout = TableLayout(
    headers: ["ATTRIBUTE", "VENUES", "SHARE"], numberColumns: [1, 2], cutColumns: [0],
    narrowestCut: 8, dispensableColumns: [])

  func append(tableTo output: inout ByteBuffer) {
    let all = DatasetAttributes.Attribute.allCases
    var cells = Self.layout.cells(rows: all.count)
    for attribute in all {
      cells.add(name(attribute), column: 0)
      cells.add(column: 1) { $0.append(integer: attributes[attribute]) }
      cells.add(share(attribute), column: 2)
    }
    Self.layout.print(cells, width: nil, isColoured: false, styledColumn: -1, to: &output) { _ in
      ""
    }
  }

  private func name(_ attribute: DatasetAttributes.Attribute) -> String {
    attribute == .readableHours ? "  that can be read" : attribute.rawValue
  }

  /// Rounded down, so that 100% means every one.
  private func share(_ attribute: DatasetAttributes.Attribute) -> String {
    guard attributes.venues > 0 else { return "" }
    let (count, tenths) = (attributes[attribute], attributes[attribute] * 1000 / attributes.venues)
    if tenths == 0, count > 0 { return "<0.1%" }
    return tenths == 1000 ? "100%" : "\(tenths / 10).\(tenths % 10)%"
  }

  func append(jsonTo output: inout ByteBuffer) {
    let all = DatasetAttributes.Attribute.allCases
    output.append(key: "venues", integer: attributes.venues)
    output.append(key: "attributes") { output in
      for attribute in all {
        output.append(keyText: attribute.rawValue)
        output.append(integer: attributes[attribute])
      }
    }
  }
}
