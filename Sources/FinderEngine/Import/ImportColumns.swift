/// What each column of a list with postcodes becomes.
struct ImportColumns {
  enum Role {
    case name
    case postcode
    /// A line of an address, all of which are joined.
    case address
    /// Text whatever it looks like.
    case text(ListRecord.Text)
    case property(ListRecord.Text)
  }

  private(set) var roles: [Role] = []
  private(set) var postcode = 0
  private(set) var hasNames = false
  /// The first of the address's columns, in whose place the whole of it stands.
  private(set) var firstAddress: Int?
  private(set) var addressLines = 0
  private let keys = KeptTexts()

  private static let names = ["name", "businessname", "title", "tradingname", "establishment"]
  private static let postcodes = ["postcode", "postalcode", "addrpostcode", "pcds", "pcd"]
  private static let towns = ["town", "posttown", "towncity", "city", "addrcity"]
  private static let counties = ["county"]
  private static let addresses = ["address", "addr", "line", "addressline", "addrline", "street"]

  /// `name` and `postcode` are columns that somebody named.
  init(
    _ columns: [[UInt8]], name: String?, postcode: String?, _ rows: borrowing RowReader
  ) throws {
    let plain = columns.map { $0.lettersAndDigits }
    guard
      let column = try Self.column(
        given: postcode, columns, rows) ?? Self.column(plain, called: Self.postcodes)
    else {
      throw rows.failure(
        "expected a column with postcodes; the columns are \(Self.list(columns))",
        hint: "  --postcode-column names it")
    }
    self.postcode = column
    let nameColumn = try Self.column(given: name, columns, rows)
    let names = nameColumn ?? Self.column(plain, called: Self.names)
    hasNames = names != nil
    assign(columns, plain, name: names)
  }

  private static func column(
    given: String?, _ columns: [[UInt8]], _ rows: borrowing RowReader
  ) throws -> Int? {
    guard let given else { return nil }
    if let index = columns.firstIndex(where: { $0.elementsEqual(given.utf8) })
      ?? columns.firstIndex(where: { ColumnNames.equals(given, $0) })
    {
      return index
    }
    throw rows.failure(
      "no column is named '\(fitForMessage(given))'; the columns are \(list(columns))")
  }

  private static func column(_ plain: [[UInt8]], called names: [String]) -> Int? {
    names.lazy.compactMap { name in plain.firstIndex { $0.elementsEqual(name.utf8) } }.first
  }

  private static func list(_ columns: [[UInt8]]) -> String {
    let most = 20
    let shown = columns.prefix(most).map {
      "'\(fitForMessage(String(decoding: $0, as: UTF8.self)))'"
    }
    return shown.joined(separator: ", ") + (columns.count > most ? ", …" : "")
  }

  // MARK: Roles

  private mutating func assign(_ columns: [[UInt8]], _ plain: [[UInt8]], name: Int?) {
    let town = Self.column(plain, called: Self.towns)
    let county = Self.column(plain, called: Self.counties)
    // Keys of ours that no other column may have.
    let hasAddress = plain.contains(where: Self.isAddress)
    let ours = [
      ("name", name != nil), ("town", town != nil), ("county", county != nil),
      ("address", hasAddress),
    ]
    var taken = TakenNames(
      ["postcode", "postcode_given", "position_from"] + ours.filter(\.1).map(\.0))
    for (index, column) in columns.enumerated() {
      switch index {
      case postcode: roles.append(.postcode)
      case name: roles.append(.name)
      case town: roles.append(.text(key("town")))
      case county: roles.append(.text(key("county")))
      default: roles.append(role(column, plain[index], index, &taken))
      }
    }
  }

  private mutating func role(
    _ column: [UInt8], _ plain: [UInt8], _ index: Int, _ taken: inout TakenNames
  ) -> Role {
    if Self.isAddress(plain) {
      firstAddress = firstAddress ?? index
      addressLines += 1
      return .address
    }
    let name = column.isEmpty ? Array("column_\(index + 1)".utf8) : column
    keys.append(key: taken.unused(name))
    let key = keys[keys.count - 1]
    return ColumnNames.isText(name) ? .text(key) : .property(key)
  }

  /// `Line 1`, `Address`, `AddressLine2` and so on.
  private static func isAddress(_ plain: [UInt8]) -> Bool {
    let digits = plain.reversed().prefix { $0 &- 0x30 < 10 }.count
    return digits < 3 && addresses.contains { $0.utf8.elementsEqual(plain.dropLast(digits)) }
  }

  private func key(_ name: String) -> ListRecord.Text {
    keys.append(key: Array(name.utf8))
    return keys[keys.count - 1]
  }
}
