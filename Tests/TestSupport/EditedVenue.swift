/// A venue, by those of its parts that can be edited.
package struct EditedVenue: Sendable {
  package var name: String
  package var postcode: String
  package var x: Double
  package var y: Double
  package var more = ""

  package init(name: String, postcode: String, x: Double, y: Double, more: String = "") {
    self.name = name
    self.postcode = postcode
    self.x = x
    self.y = y
    self.more = more
  }

  package func with(_ change: (inout EditedVenue) -> Void) -> EditedVenue {
    var copy = self
    change(&copy)
    return copy
  }

  package var feature: String {
    "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\",\"postcode\":\"\(postcode)\"\(more)},"
      + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),\(y)]}}"
  }
}
