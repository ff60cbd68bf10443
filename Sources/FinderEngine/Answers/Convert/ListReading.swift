/// What a reader of records found.
package enum ListReading {
  case record
  /// One that cannot be used, and why: a clause for people.
  case fault(String)
  /// One that becomes no venue, and is only counted.
  case passedOver
  case end
}
