/// Why a record cannot be used: a clause for people.
package struct BadRecord: Error {
  package let problem: String
  /// Where in the record, where that says more than the record's beginning.
  let offset: Int?
  /// What stands there makes no sense, so that the place belongs to the clause.
  let isSyntax: Bool

  package init(_ problem: String, at offset: Int? = nil, isSyntax: Bool = false) {
    (self.problem, self.offset, self.isSyntax) = (problem, offset, isSyntax)
  }

  static func notUTF8(at offset: Int?) -> BadRecord {
    BadRecord(
      "is not UTF-8 text; --encoding latin1 reads it as Latin-1 (Windows-1252)", at: offset)
  }
}
