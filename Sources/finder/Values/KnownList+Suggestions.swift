import CommandLineKit
import FinderEngine

// What `finder suggest` knows, for shells.

extension KnownList {
  private static let most = 50

  /// Names of chains and venues in the dataset that queries use. Of nothing typed there would be too many.
  static func names(_ typed: String, _ used: inout SearchData?) -> [Candidate] {
    guard !typed.isEmpty, let invocation = suggesting(typed) else { return [] }
    let data = SearchData(invocation)
    guard let source = try? data.source(), source.kind != .stdin,
      let found = try? data.answerByName({ $0.suggest(typed, limit: most) })
    else { return [] }
    used = data
    return written(likeTheFirst: found, typed).map {
      Candidate($0.text, $0.kind == .chain ? counted($0.venues ?? 0, "venue") : "")
    }
  }

  /// In small letters people type any name: `mcdon` is McDonald's, which comes first, although a chain
  /// called mcdonalds bakers begins as typed, and would be all that a shell offers.
  private static func written(
    likeTheFirst found: [Suggestion], _ typed: String
  ) -> [Suggestion] {
    guard typed == typed.lowercased(), let first = found.first else { return found }
    let head = String(
      String.UnicodeScalarView(first.text.unicodeScalars.prefix(typed.unicodeScalars.count)))
    guard head.lowercased() == typed else { return found }
    return found.filter { $0.text.unicodeScalars.starts(with: head.unicodeScalars) }
  }

  /// Towns and districts, once two letters are there.
  static func places(_ typed: String) -> [Candidate] {
    guard typed.unicodeScalars.count > 1, let invocation = suggesting(typed) else { return [] }
    let found = try? invocation.placeSuggestions(typed, from: nil, limit: most)
    return (found ?? []).map {
      Candidate($0.text, "place")
    }
  }

  private static func suggesting(_ typed: String) -> Invocation? {
    let line = ["suggest", "--quiet", "--", typed]
    guard case .run(let invocation)? = try? Program.table.parse(line) else { return nil }
    return invocation
  }
}
