extension [UInt8] {
  /// The text of a JSON string, if one begins at `position`, which is then behind it.
  func quotedText(at position: inout Int) throws(BadExpression) -> [UInt8]? {
    guard position < count, self[position] == UInt8(ascii: "\"") else { return nil }
    let bytes = PaddedBytes(copying: self)
    var cursor = JSONCursor(bytes, from: position)
    do throws(ParseError) {
      let string = try cursor.readString()
      position = cursor.position
      return cursor.decoded(string)
    } catch {
      throw BadExpression("has a text in quotes that is no JSON string: \(error.problem)")
    }
  }
}
