import TestSupport
import Testing

@testable import FinderEngine

@Suite("JSON texts") struct JSONTests {
  @Test(arguments: [
    "0", "-0", "1", "10", "-1.5", "0.0", "1e5", "1E+05", "1.25e-10", "-0e0", "1e400",
    "123456789012345678901234567890",
    "true", "false", "null", " \t\r\n null \n",
    #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001F\uABCD\uabcd""#, #""\ud83d\ude00""#,
    #""\ud800""#, #""\udc00\ud800""#, "\"\u{7F}\u{80}\u{2028}\u{FFFD}\u{10FFFF}é北😀\"",
    "\"\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{FEFF}\"", "\"12345678\"", "\"1234567\\n90123456\"",
    "[]", "[ ]", "[1]", "[1,2]", "[ 1 , 2 ]", "[[],[[]]]", "[\"]\"]", "[true,false,null]",
    "{}", "{ }", #"{"a":1}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":{}}"#, #"{"a":1,"a":2}"#,
    "\r\n[\r\n\t{\r\n\t\t\"a\" : \"b\"\r\n\t}\r\n]\r\n",
  ])
  func accepts(text: String) { #expect(jsonError(text) == nil) }

  @Test(arguments: [
    // Nothing, or not a value.
    "▸", " \n▸", "▸nul", "▸nulL", "▸True", "▸truth", "▸NaN", "▸Infinity", "▸undefined", "▸'a'",
    "▸+1", "▸.5", "▸,", "▸]", "▸}", "▸:", "▸a", "▸\u{0}", "▸é", "▸\u{A0}1", "▸\u{FEFF}{}", "▸#",
    "▸/* */1", "▸\u{B}1", "▸\u{C}1",
    // Numbers.
    "-▸", "-▸a", "-▸.5", "-▸-1", "0▸1", "-0▸1", "0▸0", "1.▸", "1.▸e5", "1.▸,", "1e▸", "1E▸",
    "1e+▸", "1e-▸x", "1e▸.5", "1.5▸.5", "1e5▸.5", "0▸x10", "1▸_0", "1▸f", "-▸Infinity", "1e+▸-5",
    // After the value.
    "1 ▸2", "true▸x", "null▸null", "{}▸{}", "[]▸]",
    "\"a\"▸\"b\"", "1▸,", "1▸\u{0}", "{} ▸\u{0}", "1▸\u{A0}", "[] ▸// x",
    // Arrays.
    "[▸", "[1▸", "[1,▸", "[1,▸]", "[▸,1]", "[1,▸,2]", "[1 ▸2]", "[1▸}", "[▸}", "[[]▸", "[1▸:2]",
    "[\"a\"▸\"b\"]", "[1▸;2]", "[▸\u{0}]", "[1▸\u{0}]",
    // Objects.
    "{▸", "{ ▸1:2}", "{▸a:1}", "{▸'a':1}", "{▸null:1}", "{▸[]:1}", #"{"a"▸"#, #"{"a"▸}"#,
    #"{"a" ▸1}"#, #"{"a"▸,"b":1}"#, #"{"a":▸:1}"#,
    #"{"a":▸"#, #"{"a":▸}"#, #"{"a":▸,"b":1}"#, #"{"a":1▸"#, #"{"a":1,▸"#, #"{"a":1,▸}"#,
    #"{▸,"a":1}"#, #"{"a":1,▸,"b":2}"#, #"{"a":1 ▸"b":2}"#, #"{"a":1▸]"#, #"{"a":1▸:2}"#,
    #"{"a":1▸;"b":2}"#, "{▸\u{0}}",
  ])
  func refuses(marked: String) throws {
    let text = MarkedText(marked)
    let error = try #require(jsonError(text.bytes), "\(text)")
    #expect(error.offset == text.mark, "\(text): \(error)")
  }

  @Test(arguments: [
    ("", "expected a value, but the text ends here"), ("[1,]", "expected a value"),
    ("{\"a\"}", "expected ':' after a member's name"), ("[1.]", "expected a digit"),
    ("{1}", "expected a member's name in double quotes"), ("nul", "expected a value"),
    ("{\"a\":1", "expected ',' or '}' after a member, but the text ends here"),
    ("[1 2]", "expected ',' or ']' after an element"), ("\"\\x\"", "no such escape in JSON"),
    ("\"a", "the text ends inside a string"),
    ("\"\t\"", "a control character must be written as an escape in a string"),
    ("\"\\u12\"", "expected four hexadecimal digits after \\u"),
  ])
  func saysWhatWasExpected(text: String, problem: String) {
    #expect(jsonError(text)?.problem == problem)
  }
}

@Suite("JSON strings") struct JSONStringTests {
  @Test(arguments: [
    "\"▸", "\"a▸", "\"1234567▸", "\"12345678▸", "\"123456789▸", "[\"a,1]▸", "{\"a▸",
    // What must be written as an escape.
    "\"▸\n\"", "\"a▸\u{0}b\"", "\"1234567▸\u{1F}\"", "\"12345678▸\t\"", "\"▸\r\n\"", "\"▸\u{1}\"",
    // Invalid escapes.
    #""▸\x41""#, #""▸\a""#, #""▸\'""#, #""▸\0""#, #""▸\U0041""#, "\"▸\\\n\"", "\"▸\\\u{0}\"",
    "\"▸\\é\"", #""▸\u""#, #""▸\u1""#, #""▸\u12""#, #""▸\u123""#, #""▸\u123g""#, #""▸\u 123""#,
    #""▸\u+123""#, #""▸\u{41}""#, #""\ud83d▸\ude0""#, #""1234567▸\u00e""#,
  ])
  func refuses(marked: String) throws {
    let text = MarkedText(marked)
    let error = try #require(jsonError(text.bytes), "\(text)")
    #expect(error.offset == text.mark, "\(text): \(error)")
  }

  /// A text that is cut inside an escape has ended. A message about a bad escape or character, which no one
  /// wrote, would mislead users.
  @Test(arguments: [#""\"#, #""\u"#, #""\u1"#, #""\u123"#, #""ab\u00e"#, #""\ud83d\u"#])
  func cutInsideAnEscape(text: String) throws {
    let error = try #require(jsonError(text))
    #expect(error == ParseError(text.utf8.count, "the text ends inside a string"))
  }

  @Test(arguments: ["é", "北", "😀"])
  func cutInsideACharacter(character: String) throws {
    for length in 1..<character.utf8.count {
      let bytes = Array("\"ab".utf8) + character.utf8.prefix(length)
      #expect(jsonError(bytes) == ParseError(bytes.count, "the text ends inside a string"))
    }
  }

  @Test(arguments: [
    (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u5317""#, "Aé北"), (#""\u00E9\u00e9""#, "éé"), (#""a\u0000b""#, "a\u{0}b"),
    (#""\ud83d\ude00""#, "😀"), (#""x\uD83D\uDE00y""#, "x😀y"), (#""\udbff\udfff""#, "\u{10FFFF}"),
    (#""\ud800\udc00""#, "\u{10000}"), (#""\ufeff\uffff""#, "\u{FEFF}\u{FFFF}"),
    // An unpaired surrogate is not a character.
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83d\\ude00""#, "\u{FFFD}\\ude00"), ("\"\\ud83d😀\"", "\u{FFFD}😀"),
    (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"), (#""é\\北""#, "é\\北"), (#""\u005cn""#, "\\n"),
  ])
  func means(token: String, meaning: String) throws {
    #expect(try decodedString(token).elementsEqual(meaning.utf8))
  }

  /// A quote, a backslash or a control character at each of the eight bytes examined together, next to each
  /// other byte.
  @Test func everyByteAtEveryPlace() throws {
    for length in 0...17 {
      for place in 0...length {
        for byte in UInt8.min..<0x80 {
          var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length + 1)
          bytes[place] = byte
          let error = jsonError([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
          let expected: Int? =
            switch byte {
            case ..<0x20: place + 1
            case UInt8(ascii: "\""): place + 2
            case UInt8(ascii: "\\"): place == length ? length + 3 : place + 1
            default: nil
            }
          #expect(error?.offset == expected, "byte \(byte) at \(place) of \(length + 1)")
        }
      }
    }
  }

  /// The standard library decides what is UTF-8: every two bytes that may begin a character, with the limits
  /// of what may follow.
  @Test(.slow) func onlyUTF8() {
    var accepted = 0
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x80)...0xFF {
        for third in [0x61, 0x7F, 0x80, 0xBF, 0xC0] as [UInt8] {
          for fourth in first < 0xF0 ? [0x61] : [0x61, 0x80, 0xBF, 0xC0] as [UInt8] {
            let inString = [first, second, third, fourth, 0x22]
            let isText = String(validating: inString, as: UTF8.self) != nil
            let isAccepted = jsonError([0x22] + inString) == nil
            if isAccepted != isText { Issue.record("\(inString): \(isAccepted)") }
            if isAccepted { accepted += 1 }
          }
        }
      }
    }
    #expect(accepted > 6_000)
  }

  @Test(
    arguments: [
      [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0x80], [0xBF], [0xC2, 0x22], [0xE2, 0x82, 0x22],
      [0xF0, 0x9F, 0x98, 0x22], [0xC3, 0x28], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func illFormedUTF8(bytes: [UInt8]) {
    let text = Array("[\"ab".utf8) + bytes + Array("cd\"]".utf8)
    #expect(jsonError(text) == ParseError(4, "expected UTF-8"))
  }
}

@Suite("JSON at its limits") struct JSONLimitTests {
  @Test(arguments: [
    ("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"),
  ])
  func depth(open: String, close: String) throws {
    let levels = open.count { $0 == "[" || $0 == "{" }
    let times = JSONCursor.maximumDepth / levels
    func nested(_ times: Int) -> String {
      String(repeating: open, count: times) + "[]" + String(repeating: close, count: times)
    }
    // The innermost array is one level too deep.
    #expect(jsonError(nested(times - 1)) == nil)
    let error = try #require(jsonError(nested(times)))
    #expect(error.problem == "nested more than 512 levels deep")
    #expect(error.offset == open.utf8.count * times)
  }

  @Test func depthIsRestoredAfterAValue() {
    let wide = "[" + String(repeating: "[[]],", count: 2_000) + "[]]"
    #expect(jsonError(wide) == nil)
  }

  @Test func veryDeepTextsDoNotTrap() throws {
    for open in ["[", #"{"a":"#] {
      let error = try #require(jsonError(String(repeating: open, count: 1_000_000)))
      #expect(error.problem == "nested more than 512 levels deep")
    }
  }

  /// A text may end anywhere: it is noticed, and nothing is read beyond the padding.
  @Test func everyCutIsNoticed() {
    let text = Array(
      #" {"a" : [1, -2.5e+3, true, false, null, "\u00e9\ud83d\ude00é北😀\n", {}, [[]]], "b": ""}"#
        .utf8)
    #expect(jsonError(text) == nil)
    for end in 0..<text.count {
      let error = jsonError(text[..<end])
      #expect(error != nil, "cut at \(end)")
      #expect(error?.offset ?? 0 <= end, "cut at \(end)")
    }
  }

  @Test(arguments: ["true", "false", "null"])
  func everyCutOfALiteral(word: String) {
    for length in 1..<word.utf8.count {
      let cut = String(word.prefix(length))
      #expect(jsonError(cut)?.offset == 0)
      #expect(jsonError("[\(cut)]")?.offset == 1)
      #expect(jsonError("[\(cut)")?.offset == 1)
    }
  }

  @Test func longTextsOfOneByte() {
    for length in [63, 64, 65, 4_095, 4_096, 4_097, 1 << 20] {
      for byte in [0x20, 0x22, 0x2D, 0x30, 0x31, 0x5B, 0x5C, 0x6E, 0x7B, 0xC3, 0x00, 0xFF]
        as [UInt8]
      {
        let isNumber = byte == 0x31
        let error = jsonError([UInt8](repeating: byte, count: length))
        #expect((error == nil) == isNumber, "\(length) of \(byte)")
      }
    }
  }
}
