/// What a store keeps of each venue, in a column for each fact. What is only printed stays in the
/// text, and is read again for the few venues that are printed.
package struct VenueColumns: Sendable {
  package let position: DegreeColumns
  /// Where its feature begins in the text.
  package let featureStart: Column<Int>
  package let featureLength: Column<UInt32>
  package let text: Column<VenueText>
  package let idKey: Column<VenueIDKey>

  package init(
    position: DegreeColumns, featureStart: Column<Int>, featureLength: Column<UInt32>,
    text: Column<VenueText>, idKey: Column<VenueIDKey>
  ) {
    self.position = position
    self.featureStart = featureStart
    self.featureLength = featureLength
    self.text = text
    self.idKey = idKey
  }

  var count: Int { position.latitude.count }

  /// The rows that `order` names, in that order.
  func rearranged(by order: [UInt32]) -> VenueColumns {
    VenueColumns(
      position: DegreeColumns(
        latitude: position.latitude.rearranged(by: order),
        longitude: position.longitude.rearranged(by: order)),
      featureStart: featureStart.rearranged(by: order),
      featureLength: featureLength.rearranged(by: order), text: text.rearranged(by: order),
      idKey: idKey.rearranged(by: order))
  }
}

extension Column {
  fileprivate func rearranged(by order: [UInt32]) -> Column {
    let values = values
    return Column(count: order.count) { values[Int(order[$0])] }
  }
}
