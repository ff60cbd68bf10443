import CommandLineKit
import FinderEngine
import FinderLists

/// What a fetch would send, for people.
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
        // Their numbers are not known before that was answered: these stand for their names.
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
