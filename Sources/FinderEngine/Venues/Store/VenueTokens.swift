/// Where the name and postcode of a venue, which are always printed, are in the text.
package struct VenueTokens {
  package var name = JSONStringSpan.none
  package var postcode = JSONStringSpan.none
  /// True if there may be others; false if there are none.
  package var hasOtherProperties = false
}
