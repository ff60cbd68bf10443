import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists

/// Fetches a request from all its sources, and makes one dataset from the results.
struct VenueFetch {
  let request: FetchRequest
  let timeout: Double
  let mostBytes: Int

  struct Fetched {
    /// The request, with the authorities' official names.
    let request: FetchRequest
    let document: PaddedBytes
    let venues: Int
    /// How many venues each source has, before venues of different sources were merged.
    let counts: [(source: FetchSource, venues: Int)]
    /// What was received and what was left out, one line for each source.
    let notes: [String]
  }

  func run(_ progress: Progress) throws -> Fetched {
    let server = RetryingServer(timeout: timeout, mostBytes: mostBytes, progress)
    var parts: [(source: FetchSource, text: PaddedBytes, venues: Int)] = []
    var notes: [String] = []
    var request = request
    for source in request.sources {
      var features = FetchedFeatures(of: source)
      switch source {
      case .osm: try askOverpass(server, into: &features)
      case .hygiene: request.authorities = try askHygiene(server, into: &features)
      }
      let document = features.document { $0.append(attribution: [source.attribution]) }
      let venues = features.count - features.tally.leftOut[.doubles]
      notes.append(features.note(of: venues))
      parts.append((source, document.padded(), venues))
    }
    let counts = parts.map { (source: $0.source, venues: $0.venues) }
    if parts.count == 1 {
      return Fetched(
        request: request, document: parts[0].text, venues: parts[0].venues, counts: counts,
        notes: notes)
    }
    let (document, summary) = try merged(parts.map { ($0.source, $0.text) })
    let sum = "\(counted(summary.shared, "venue")) of both, \(summary.venues) in all"
    return Fetched(
      request: request, document: document, venues: summary.venues, counts: counts,
      notes: notes + [sum])
  }

  private func merged(
    _ parts: [(source: FetchSource, text: PaddedBytes)]
  ) throws -> (PaddedBytes, VenueMerge.Summary) {
    let merged: VenueMerge.Merged
    // finder wrote this text itself, from answers that it could read, so it cannot fail.
    do throws(VenueMerge.Problem) {
      merged = try VenueMerge.merged(
        parts.map { part in
          VenueMerge.Source(
            name: part.source.rawValue, text: part.text,
            links: part.source == .hygiene ? .hygiene : nil)
        })
    } catch {
      throw Failure(.internalError, "\(error.source): \(error.place): \(error.problem)")
    }
    let leftOut = merged.summary.leftOut.reduce(0, +)
    guard leftOut == 0 else {
      throw Failure(.internalError, "\(counted(leftOut, "venue")) would be lost in the merge")
    }
    return (merged.text, merged.summary)
  }

  private func askOverpass(_ server: RetryingServer, into features: inout FetchedFeatures) throws {
    let queries = OverpassQuery.all(request, timeout: timeout)
    for (place, query) in queries.enumerated() {
      let message = try Self.sendable(query.message(to: request.server(.osm)))
      let text = try server.answer(
        to: message, Self.step("asking Overpass", place + 1, of: queries.count))
      try server.reading(message) { () throws(FetchFault) in
        try OverpassAnswer.read(
          text, in: query.whole, includesPrivate: request.includesPrivate, into: &features)
      }
    }
  }

  static func sendable(_ message: FetchMessage?) throws -> FetchMessage {
    guard let message else { throw Failure(.usage, "the server's address is too long") }
    return message
  }

  private static func step(_ what: String, _ number: Int, of count: Int?) -> String {
    count.map { $0 == 1 ? what : "\(what) (\(number) of \($0))" } ?? what
  }

  /// Returns the authorities' official names.
  private func askHygiene(
    _ server: RetryingServer, into features: inout FetchedFeatures
  ) throws -> [String] {
    let address = request.server(.hygiene)
    let authorities = try authorities(server, address)
    for query in HygieneQuery.all(request, authorities: authorities.map(\.id)) {
      var answer = HygieneAnswer(to: query)
      while let page = answer.nextPage {
        let message = try Self.sendable(query.message(page: page, to: address))
        let text = try server.answer(
          to: message, Self.step("asking for hygiene ratings", page, of: answer.pageCount))
        try server.reading(message) { () throws(FetchFault) in
          try answer.take(page: text, into: &features)
        }
      }
    }
    return authorities.map(\.name)
  }

  private func authorities(
    _ server: RetryingServer, _ address: WebAddress
  ) throws -> [(id: Int, name: String)] {
    guard !request.authorities.isEmpty else { return [] }
    let message = try Self.sendable(HygieneQuery.authorities(of: address))
    let text = try server.answer(to: message, "asking for the authorities")
    let list = try server.reading(message) { () throws(FetchFault) in
      try AuthorityList(reading: text)
    }
    return try request.authorities.map { name in
      switch list.find(name) {
      case .one(let authority): return (authority.id, list.word(for: authority))
      case .several(let names):
        throw Failure(
          .usage, "--authority \(UsageError.show(name)) matches several: \(Self.listed(names))")
      case .none:
        let near = Misspelling.closest(to: name, among: list.all) { $0.name }
        let hint = near.map { "; did you mean \(UsageError.show($0.name))?" } ?? ""
        throw Failure(.nothingFound, "no authority is called \(UsageError.show(name))\(hint)")
      }
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).map { UsageError.show($0) }.joined(separator: ", ")
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }
}

extension FetchedFeatures {
  /// As in `osm: 1234 venues; left out 2 without a name`.
  fileprivate borrowing func note(of venues: Int) -> String {
    let left = finder.listed(tally.leftOut.reasons)
    return "\(source.rawValue): \(counted(venues, "venue"))"
      + (left.isEmpty ? "" : "; left out \(left)")
  }
}

struct FetchPlan {
  private let messages: [FetchMessage]
  private let authorities: [String]

  init(_ request: FetchRequest, timeout: Double) throws {
    var messages: [FetchMessage] = []
    for source in request.sources {
      let server = request.server(source)
      switch source {
      case .osm:
        for query in OverpassQuery.all(request, timeout: timeout) {
          messages.append(try VenueFetch.sendable(query.message(to: server)))
        }
      case .hygiene:
        if !request.authorities.isEmpty {
          messages.append(try VenueFetch.sendable(HygieneQuery.authorities(of: server)))
        }
        // The authorities' numbers are not known before the answer, so placeholders are used.
        let numbers = request.authorities.indices.map { -1 - $0 }
        for query in HygieneQuery.all(request, authorities: numbers) {
          messages.append(try VenueFetch.sendable(query.message(page: 1, to: server)))
        }
      }
    }
    self.messages = messages
    authorities = request.authorities
  }

  var text: String {
    let pages = "then pageNumber=2 and so on, as many as the first page says"
    return messages.map { message in
      var lines = ["\(message.form == nil ? "GET" : "POST") \(address(of: message))"]
      lines += message.headers
      if let query = message.query {
        lines += [""] + query.dropLast().split(separator: "\n").map(String.init)
      }
      if message.address.shown.holds("pageNumber=") { lines.append(pages) }
      return lines.map { UsageError.escape($0) }.joined(separator: "\n") + "\n"
    }
    .joined(separator: "\n")
  }

  private func address(of message: FetchMessage) -> String {
    var text = message.address.shown
    for (place, name) in authorities.enumerated() {
      let number = "localAuthorityId=\(-1 - place)&"
      guard let start = text.range(of: number) else { continue }
      text.replaceSubrange(start, with: "localAuthorityId=(that of \(name))&")
    }
    return text
  }
}
