/// What a reader of records found.
enum ListReading {
  case record
  /// One that cannot be used, and why: a clause for people.
  case fault(String)
  /// One that is not meant to become a venue; the reader counts it.
  case passedOver
  case end
}
