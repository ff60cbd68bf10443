import FinderEngine
import TestSupport
import Testing

/// What a hostile dataset may put on a terminal: nothing that controls it, reverses text or hides.
@Suite struct ShownTextTests {
  private static let bad =
    #"\u0000\u0007\u001b]0;x\u0007\u007f\u0085\u009b31m\u061c\u200e\u200f\u202a\u202e\u2066\u2069"#
    + #"\u00ad\u200b\u2060\ufeff\udb40\udc41\udb40\udc7f\udb40\udc00"#

  /// At every place where a text may be; the last feature cannot be used.
  private static func dataset(_ mark: String) -> String {
    Dataset.collection([
      Dataset.feature(
        51.5, -0.1,
        properties:
          #"{"name":"n\#(bad)m\#(mark)","postcode":"p\#(bad)c","k\#(bad)y":"v\#(bad)w\#(mark)","o":{"a":"\#(bad)"},"l":["\#(bad)"]}"#,
        id: #""i\#(bad)d""#),
      Dataset.feature(51.5, -0.1, properties: #"{"name":"two\#(mark)"}"#, id: #""i\#(bad)d""#),
      #"{"type":"Fea\#(bad)ture","geometry":null}"#,
    ])
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09, 0x20: true
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060,
      0x2066...0x2069, 0xFEFF, 0xE_0000...0xE_007F:
      false
    default: true
    }
  }

  private func check(_ result: ProcessResult, _ what: String) {
    for text in [result.stdout, result.stderr] {
      let found = text.unicodeScalars.filter { !Self.isShown($0) }
      #expect(found.isEmpty, "\(what): \(found.map { String($0.value, radix: 16) })")
    }
    #expect(!result.stdout.isEmpty || !result.stderr.isEmpty, "\(what)")
  }

  @Test func nothingSteersATerminal() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.dataset(""), to: "old")
      try folder.write(Self.dataset("x"), to: "new")
      let questions = [
        "near --at 51.5,-0.1", "within --bbox -1,51,1,52",
        "near --at 51.5,-0.1 --fields id,name,l,o,properties",
        "within --bbox -1,51,1,52 --where o.a --fields o.a,postcode,id",
      ]
      for question in questions {
        for format in ["table", "csv", "tsv"] {
          let line = "\(question) --format \(format) --data new"
          check(try Finder.run(line, directory: folder.path), line)
        }
      }
      for format in ["csv", "tsv"] {
        let line = "bulk --format \(format) --limit 3 --data new"
        check(try Finder.run(line, stdin: .text("51.5,-0.1\n"), directory: folder.path), line)
        let fields = line + " --fields l,o,id,properties"
        check(try Finder.run(fields, stdin: .text("51.5,-0.1\n"), directory: folder.path), fields)
      }
      for format in ["table", "csv", "tsv"] {
        let line = "data diff old new --format \(format)"
        check(try Finder.run(line, directory: folder.path), line)
      }
      for line in ["data validate new", "data info --data new", "data info --data new --json"] {
        check(try Finder.run(line, directory: folder.path), line)
      }
      let cutOff = String(Self.dataset("").dropFirst(4))
      for text in [cutOff, #"{"type":"\#(Self.bad)"}"#, #"{"\#(Self.bad)":"#] {
        let result = try Finder.run("near --at 51.5,-0.1 --data -", stdin: .text(text))
        check(result, text)
      }
    }
  }

  /// The formats for programs keep the original, with escapes where JSON needs them.
  @Test func originalsStay() throws {
    try Dataset.with(Self.dataset("")) { _, data in
      let result = try Finder.run("near --at 51.5,-0.1 --format geojson", data: data)
      #expect(result.stdout.contains(#""name":"n\#(Self.bad)m""#), "\(result)")
      let json = try Finder.run("near --at 51.5,-0.1 --format ndjson", data: data)
      #expect(json.stdout.contains("\"id\":\"i\\u0000\\u0007\\u001b]0;x\\u0007"), "\(json)")
      #expect(json.stdout.contains(#""name":"n]0;x 31mm""#), "\(json)")
    }
  }
}
