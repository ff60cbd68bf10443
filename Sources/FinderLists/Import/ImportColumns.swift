import FinderEngine

/// What each column of a list with postcodes becomes.
struct ImportColumns {
  enum Role {
    case postcode
    /// A line of an address, all of which are joined.
    case address
    /// Text whatever it looks like.
    case text(ListRecord.Text)
    case property(ListRecord.Text)
  }

  private(set) var roles: [Role] = []
  let postcode: Int
  let hasNames: Bool
  /// The first of the address's columns, in whose place the whole of it stands.
  private(set) var firstAddress: Int?
  private(set) var addressLines = 0
  /// Owns the keys that the roles point to.
  private var keys = ColumnKeys(taken: [])

  private static let towns: [StaticString] = ["town", "posttown", "towncity", "city", "addrcity"]
  private static let addresses: [StaticString] = [
    "address", "addr", "line", "addressline", "addrline", "street",
  ]

  /// `name` and `postcode` are columns that somebody named.
  init(_ rows: borrowing RowReader, name: String?, postcode: String?) throws {
    let header = rows.header
    let given = try rows.column(named: postcode)
    guard let column = given ?? header.columnByLetters(of: ColumnNames.postcode) else {
      throw rows.failure(
        "expected a column with postcodes; the columns are \(header.list)",
        hint: "  --postcode-column names it")
    }
    self.postcode = column
    let names = try rows.column(named: name) ?? header.columnByLetters(of: ColumnNames.name)
    hasNames = names != nil
    assign(header, name: names)
  }

  private mutating func assign(_ header: Header, name: Int?) {
    let town = header.columnByLetters(of: Self.towns)
    let county = header.columnByLetters(of: ["county"])
    let areAddresses = header.names.map(Self.isAddress)
    // Keys of ours that no other column may have.
    let ours = [
      ("name", name != nil), ("town", town != nil), ("county", county != nil),
      ("address", areAddresses.contains(true)),
    ]
    keys = ColumnKeys(
      taken: ["postcode", "postcode_given", "position_from"] + ours.filter(\.1).map(\.0))
    for index in header.names.indices {
      switch index {
      case postcode: roles.append(.postcode)
      case name: roles.append(.text(keys.key("name")))
      case town: roles.append(.text(keys.key("town")))
      case county: roles.append(.text(keys.key("county")))
      case _ where areAddresses[index]:
        firstAddress = firstAddress ?? index
        addressLines += 1
        roles.append(.address)
      default:
        let name = header.key(index)
        let key = keys.unused(name)
        roles.append(ColumnNames.isText(name) ? .text(key) : .property(key))
      }
    }
  }

  /// `Line 1`, `Address`, `AddressLine2` and so on.
  private static func isAddress(_ name: [UInt8]) -> Bool {
    let plain = name.lettersAndDigits
    let digits = plain.reversed().prefix(while: \.isDigit).count
    return digits < 3 && ColumnNames.isOne(of: addresses, plain.dropLast(digits))
  }
}
