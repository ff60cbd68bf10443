/// Bytes as an answer to `data fetch`, behind one that says whose. What is taken is a dataset of as many
/// venues; what is not taken has a reason of one line.
func fuzzFetch(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let choice = bytes.first else { return }
  let text = PaddedBytes(copying: bytes.dropFirst())
  let area = FetchArea.circle(Coordinate(latitude: 51.5, longitude: -0.1), radius: 5000)
  do throws(FetchFault) {
    let text = try PackedAnswer.text(of: text, mostBytes: 1 << 20)
    switch choice & 3 {
    case 0: try fuzzOverpass(text, choice & 4 == 0 ? nil : area)
    case 1: try fuzzHygiene(text, area)
    case 2: checkFind(try AuthorityList(reading: text))
    default: checkRequest(text)
    }
  } catch {
    let isOneLine = error.message.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    expect(
      isOneLine && error.message.utf8.count < 1000, "\(error.message.debugDescription) is no line")
  }
}

private func fuzzOverpass(_ text: PaddedBytes, _ area: FetchArea?) throws(FetchFault) {
  var features = FetchedFeatures(of: .osm)
  try OverpassAnswer.read(text, in: area, into: &features)
  check(&features)
  // Two areas that are one: nothing new.
  try OverpassAnswer.read(text, in: area, into: &features)
  let venues = features.count / 2
  _ = features.document { _ in }
  expect(
    features.tally.leftOut[.doubles] == venues,
    "\(features.tally.leftOut[.doubles]) doubles of \(venues)")
}

private func fuzzHygiene(_ text: PaddedBytes, _ area: FetchArea) throws(FetchFault) {
  let request = FetchRequest(sources: [.hygiene], kinds: [.pub], areas: [area])
  var features = FetchedFeatures(of: .hygiene)
  var answer = HygieneAnswer(to: HygieneQuery.all(request, authorities: [])[0])
  try answer.take(page: text, into: &features)
  if answer.nextPage == nil { check(&features) }
}

private func check(_ features: inout FetchedFeatures) {
  let tally = features.tally
  expect(
    tally.received == features.count + tally.leftOut.reasons.reduce(0) { $0 + $1.count },
    "some were lost in silence: \(tally) and \(features.count)")
  let document = features.document { $0.append(attribution: [.openStreetMap]) }
  expectJSONObject(document.bytes, "the dataset")
  let store = try? VenueStore(reading: PaddedBytes(copying: document.bytes))
  expect(
    store?.count == features.count && store?.tally.leftOut == 0,
    "no dataset of \(features.count): \(String(decoding: document.bytes, as: UTF8.self))")
}

private func checkFind(_ list: AuthorityList) {
  for authority in list.all {
    switch list.find(authority.name) {
    case .one(let found): expect(found.name == authority.name || list.all.count > 1, "\(found)")
    case .several: break
    case .none: expect(NameMatch(authority.name) == nil, "\(authority) is not found")
    }
  }
}

private func checkRequest(_ text: PaddedBytes) {
  let written = String(decoding: text.bytes, as: UTF8.self)
  if let request = FetchRequest(text: written) {
    expect(FetchRequest(text: request.text) == request, "\(request) does not come back")
  }
  if let seconds = RetryAfter.seconds(written, now: 1_000_000_000) {
    expect((0...1e12).contains(seconds), "\(seconds) to wait")
  }
}
