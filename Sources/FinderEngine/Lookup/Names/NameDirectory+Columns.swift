extension StoreChains {
  /// Out of a file's columns, the first of which has that number; `nil` where they do not fit.
  convenience init?(_ file: SectionFile, from first: Int, of store: VenueStore) {
    self.init(
      chainOfRow: file.column(first, of: UInt32.self),
      rowStart: file.column(first + 1, of: UInt32.self),
      rows: file.column(first + 2, of: UInt32.self),
      shared: file.column(first + 3, of: UInt8.self),
      nameStart: file.column(first + 4, of: UInt32.self),
      text: file.column(first + 5, of: UInt8.self), keys: file.column(first + 6, of: UInt64.self),
      chainOfKey: file.column(first + 7, of: UInt32.self), of: store)
  }

  /// In the order in which they are read.
  func add(to writer: inout SectionWriter) {
    writer.add(chainOfRow)
    writer.add(rowStart)
    writer.add(rows)
    writer.add(shared)
    writer.add(nameStart)
    writer.add(text)
    writer.add(keys)
    writer.add(chainOfKey)
  }
}

extension PostcodeTable {
  /// The same.
  init?(_ file: SectionFile, from first: Int) {
    keys = file.column(first, of: UInt64.self)
    venues = file.column(first + 1, of: UInt32.self)
    latitudes = file.column(first + 2, of: Int64.self)
    longitudes = file.column(first + 3, of: Int64.self)
    let counts = [venues.count, latitudes.count, longitudes.count]
    guard counts.allSatisfy({ $0 == keys.count + 1 }) else { return nil }
  }

  func add(to writer: inout SectionWriter) {
    writer.add(keys)
    writer.add(venues)
    writer.add(latitudes)
    writer.add(longitudes)
  }
}
