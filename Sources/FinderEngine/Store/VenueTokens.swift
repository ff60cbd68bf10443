/// Where the name and postcode of a venue, which are always printed, are in the text.
struct VenueTokens {
  var name = JSONStringSpan.none
  var postcode = JSONStringSpan.none
  /// True if there may be others; false if there are none.
  var hasOtherProperties = false
}
