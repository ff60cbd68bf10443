import FinderEngine
import OpeningHoursKit

/// Opening hours that cannot be read, in those features of a dataset that can be used.
package struct HoursValidation: Sendable {
  package struct Found: Sendable {
    /// Its number in the dataset, from 1.
    package let feature: Int
    /// Where the parser stopped.
    package let position: TextPosition
    /// In characters of the hours, from 1; 1 if they are not a text.
    package let column: Int
    package let expected: String
    /// The hours as written; for a value that is not a text, its JSON.
    package let text: String
  }

  package let faults: [Found]
  /// How many features have opening hours.
  package let count: Int

  package init(_ source: DatasetSource, _ text: PaddedBytes) throws(DatasetError) {
    var sink = HoursSink(text: text)
    try DatasetLoader.forEachFeature(of: text, from: source) { sink.take($0) }
    count = sink.count
    // `TextPositionFinder` reads memory that only `text` keeps alive.
    faults = withExtendedLifetime(text) {
      var finder = TextPositionFinder(text.bytes)
      return sink.faults.map { entry in
        Found(
          feature: entry.feature, position: finder.position(of: entry.offset),
          column: entry.column, expected: entry.expected, text: entry.text)
      }
    }
  }
}

private struct HoursSink {
  typealias Fault = (feature: Int, offset: Int, column: Int, expected: String, text: String)

  let text: PaddedBytes
  private(set) var features = 0
  private(set) var count = 0
  private(set) var faults: [Fault] = []

  mutating func take(_ feature: borrowing ScannedFeature) {
    features += 1
    guard feature.fault == nil, feature.hasOtherProperties else { return }
    let cursor = JSONCursor(text)
    let properties = cursor.properties(ofFeature: feature.span)
    guard let value = cursor.openingHours(in: properties) else { return }
    count += 1
    guard cursor.base[value.start] == UInt8(ascii: "\"") else {
      let shown = String(decoding: cursor.bytes(of: value), as: UTF8.self)
      return faults.append((features, value.start, 1, "a text", shown))
    }
    let token = cursor.idToken(value)
    cursor.withDecoded(token) { decoded in
      do throws(HoursFault) {
        _ = try OpeningHours(parsing: UnsafeRawBufferPointer(decoded))
      } catch {
        let isPlain = cursor.rawBytes(token).elementsEqual(decoded)
        let offset = isPlain ? token.start + decoded.offset(ofColumn: error.column) : value.start
        faults.append(
          (features, offset, error.column, error.expected, String(decoding: decoded, as: UTF8.self))
        )
      }
    }
  }
}

extension Bytes {
  /// The offset of a character by its number, from 1; the end if there are fewer.
  fileprivate func offset(ofColumn column: Int) -> Int {
    var left = column
    return firstIndex { byte in
      if byte & 0xC0 != 0x80 { left -= 1 }
      return left == 0
    } ?? count
  }
}
