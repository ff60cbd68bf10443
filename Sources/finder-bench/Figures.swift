import FinderEngine

// Figures for reports.

/// With one decimal or two, zeros among them.
func decimal(_ value: Double, places: Int) -> String {
  let unit = places == 1 ? 10 : 100
  let whole = Int((value * Double(unit)).rounded())
  let decimals = String(whole % unit)
  return "\(whole / unit)." + String(repeating: "0", count: places - decimals.count) + decimals
}

/// 5500000 as 5,500,000.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  let ends = digits.enumerated().map { index, digit in
    let left = digits.count - index
    return (index > 0 && left % 3 == 0 ? "," : "") + String(digit)
  }
  return ends.joined()
}

/// An array of JSON objects, each on a line of its own.
func jsonLines<Row>(_ rows: [Row], _ members: (inout ByteBuffer, Row) -> Void) -> String {
  var output = ByteBuffer()
  output.appendArray(rows.count, indent: "\n ") { output, place in
    output.appendObject { members(&$0, rows[place]) }
  }
  output.append("\n")
  return String(decoding: output.bytes, as: UTF8.self)
}
