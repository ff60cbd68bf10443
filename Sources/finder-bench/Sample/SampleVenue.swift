/// A made-up venue, ready to be written.
struct SampleVenue {
  let name: String
  let postcode: String
  let point: GridPoint
  var hours: String?
}
