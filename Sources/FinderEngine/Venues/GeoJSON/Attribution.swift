/// Whom a dataset's data is owed to, and under which licence it may be used.
///
/// A FeatureCollection says so in two members of its own:
///
///     "attribution": "© OpenStreetMap contributors", "licence": "ODbL 1.0"
///
/// Where there are several, both are arrays of the same length, with `null` for a licence that is not
/// known. `license` is read too.
package struct Attribution: Equatable, Sendable {
  /// Empty where only a licence is stated.
  package let text: String
  /// Its name or its address.
  package let licence: String?

  package init(_ text: String, licence: String? = nil) {
    (self.text, self.licence) = (text, licence)
  }

  package static let openStreetMap = Attribution(
    "© OpenStreetMap contributors", licence: "ODbL 1.0")
  package static let foodStandardsAgency = Attribution(
    "Food Standards Agency", licence: "Open Government Licence v3.0")

  /// For people: `© OpenStreetMap contributors (ODbL 1.0)`.
  package var shown: String {
    guard let licence else { return text }
    return text.isEmpty ? licence : "\(text) (\(licence))"
  }
}

extension [Attribution] {
  /// Of one dataset no more are read.
  static let most = 16

  /// Those that are not there yet.
  package mutating func add(_ others: [Attribution]) {
    for other in others where !contains(other) && count < Self.most { append(other) }
  }

  /// All on one line; `nil` where there are none.
  package var line: String? { isEmpty ? nil : map(\.shown).joined(separator: "; ") }
}

// MARK: - Writing

extension ByteBuffer {
  /// The two members; nothing where there are none.
  package mutating func append(attribution list: [Attribution]) {
    guard let first = list.first else { return }
    guard list.count > 1 else {
      if !first.text.isEmpty { append(key: "attribution", string: first.text) }
      if let licence = first.licence { append(key: "licence", string: licence) }
      return
    }
    append(key: "attribution", elements: list.count) { $0.append(jsonString: list[$1].text) }
    guard list.contains(where: { $0.licence != nil }) else { return }
    append(key: "licence", elements: list.count) { output, place in
      if let licence = list[place].licence {
        output.append(jsonString: licence)
      } else {
        output.append("null")
      }
    }
  }
}
