import TestSupport
import Testing

@testable import FinderEngine

/// Whether two JSON values mean the same.
@Suite struct JSONComparisonTests {
  private func areEqual(_ a: String, _ b: String) -> Bool {
    let (first, second) = (guarded(Array(a.utf8)), guarded(Array(b.utf8)))
    defer { withExtendedLifetime((first, second)) {} }
    let spans = (JSONSpan(start: 0, end: first.count), JSONSpan(start: 0, end: second.count))
    let (one, other) = (JSONCursor(first), JSONCursor(second))
    let found = JSONComparison.areEqual(spans.0, in: one, spans.1, in: other)
    #expect(
      found == JSONComparison.areEqual(spans.1, in: other, spans.0, in: one), "\(a) and \(b)")
    let prints = (JSONFingerprint.of(spans.0, in: one), JSONFingerprint.of(spans.1, in: other))
    #expect(found == (prints.0 == prints.1), "fingerprints of \(a) and \(b)")
    return found
  }

  @Test(arguments: [
    ("1", "1.0"), ("0", "-0.0e7"), ("100", "1e2"), ("1E-2", "0.01"), ("1e+3", "1000.000"),
    ("12345678901234567890", "12345678901234567890.0"), ("\"a\"", "\"\\u0061\""),
    ("\"\\/\"", "\"/\""), ("[ ]", "[]"), ("{ }", "{}"), ("[1,[2,{}]]", "[ 1.0 , [2, { } ] ]"),
    (#"{"a":1,"b":[true,null]}"#, #"{ "b" : [true, null] , "a" : 1 }"#),
    (#"{"a":{"x":1,"y":2},"b":0}"#, #"{"b":0,"a":{"y":2,"x":1}}"#),
    (#"{"a":1,"b":0,"a":2}"#, #"{"b":0,"a":2}"#),
    (#"{"x":{"a":1,"a":2}}"#, #"{"x":{"a":3,"a":2}}"#),
    (#"{"x":[{"a":1,"c":0,"b":2,"a":1}]}"#, #"{"x":[{"a":1,"b":2,"c":0}]}"#),
    (#"{"a":{"b":1},"c":[{"a":[],"a":1}],"a":2}"#, #"{"a":2,"c":[{"a":1.0}]}"#),
    ("1e99999999999999999999", "1e99999999999999999999"),
    ("1e-9223372036854775808", "1e-9223372036854775808"),
  ]) func same(a: String, b: String) { #expect(areEqual(a, b)) }

  @Test(arguments: [
    ("1", "2"), ("1", "-1"), ("1", "\"1\""), ("12345678901234567890", "12345678901234567891"),
    ("true", "false"), ("null", "false"), ("[1]", "[1,1]"), ("[1,1]", "[1]"), ("[]", "[[]]"),
    ("[]", "{}"), ("[1,2]", "[2,1]"), ("{}", #"{"a":1}"#), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#),
    ("\"a\"", "\"A\""), ("\"\"", "null"), ("1e99999999999999999999", "1e99999999999999999998"),
    ("1e-9223372036854775808", "1e-9223372036854775807"), ("10", "1"), ("0.1", "0.01"),
    (#"{"x":{"a":1,"a":2}}"#, #"{"x":{"a":2,"a":1}}"#),
    (#"[{"a":1,"b":0,"a":2}]"#, #"[{"a":1,"b":0}]"#),
  ]) func different(a: String, b: String) { #expect(!areEqual(a, b)) }

  /// Each value against others of its kind, and against itself in another spelling.
  @Test(arguments: [1, 2] as [UInt64]) func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<60).map { _ in Tree.random(depth: 3, &generator) }
    for (i, a) in values.enumerated() {
      for (j, b) in values.enumerated() {
        let texts = (a.written(&generator), b.written(&generator))
        guard areEqual(texts.0, texts.1) == (a == b) else {
          Issue.record("seed \(seed), \(i) and \(j): \(texts.0) and \(texts.1)")
          return
        }
      }
    }
  }

  @Test func deepOnes() {
    let depth = JSONCursor.maximumDepth - 1
    func nested(_ core: String) -> String {
      String(repeating: #"{"b":0,"a":["#, count: depth / 2) + core
        + String(repeating: "]}", count: depth / 2)
    }
    #expect(areEqual(nested("1"), nested("1.0")))
    #expect(!areEqual(nested("1"), nested("2")))
  }

  /// At every level, the members after the first are in another order. Restarting each object from its
  /// beginning would take forever.
  @Test(.timeLimit(.minutes(1)), arguments: [60, 400]) func reorderedAtEveryLevel(depth: Int) {
    func nested(_ rest: String, _ core: String) -> String {
      String(repeating: #"{"a":"#, count: depth) + core
        + String(repeating: ",\(rest)}", count: depth)
    }
    let clock = ContinuousClock()
    let start = clock.now
    for core in ["1", "[1]", #"{"x":0,"x":1}"#] {
      let first = nested(#""b":0,"c":1"#, core)
      #expect(areEqual(first, nested(#""c":1,"b":0"#, core)))
      #expect(areEqual(first, nested(#""c":1,"b":0,"c":1"#, core)))
      #expect(!areEqual(first, nested(#""c":1,"b":0"#, "2")))
      #expect(!areEqual(first, nested(#""c":1,"b":1"#, core)))
    }
    #expect(clock.now - start < .seconds(120), "depth \(depth)")
  }
}

private indirect enum Tree: Equatable {
  case number(Int)
  case text(String)
  case list([Tree])
  case object([String: Tree])

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Tree {
    let count = Int.random(in: 0...2, using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &generator) {
    case 0: return .number(Int.random(in: -2...2, using: &generator) * 10)
    case 1: return .text(["", "é", "a\"b"].randomElement(using: &generator)!)
    case 2: return .list((0..<count).map { _ in random(depth: depth - 1, &generator) })
    default:
      let keys = ["x", "y", "z"].shuffled(using: &generator).prefix(count)
      return .object(
        Dictionary(uniqueKeysWithValues: keys.map { ($0, random(depth: depth - 1, &generator)) }))
    }
  }

  func written(_ generator: inout SeededGenerator) -> String {
    let space = [" ", "", "\n"].randomElement(using: &generator)!
    switch self {
    case .number(let value):
      return ["\(value)", "\(value).0", "\(value / 10)e1"].randomElement(using: &generator)!
    case .text(let text):
      let isEscaped = Bool.random(using: &generator)
      let quoted = text.replacing("\"", with: isEscaped ? "\\u0022" : "\\\"")
      return "\"\(isEscaped ? quoted.replacing("é", with: "\\u00e9") : quoted)\""
    case .list(let items):
      return "[\(space)" + items.map { $0.written(&generator) }.joined(separator: ",\(space)")
        + "\(space)]"
    case .object(let members):
      // Values before the last one of a key do not count.
      let doubled = members.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
        .map { ($0.key, Tree.random(depth: 1, &generator)) }
      let listed = doubled + members.shuffled(using: &generator).map { ($0.key, $0.value) }
      return "{\(space)"
        + listed.map { "\"\($0.0)\"\(space):\(space)\($0.1.written(&generator))" }
        .joined(separator: "\(space),") + "}"
    }
  }
}
