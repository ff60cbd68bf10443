import Testing

@testable import FinderEngine

/// Objects and arrays as they are written, especially their commas.
@Suite("Writing JSON") struct JSONWriterTests {
  @Test func everyKindOfMember() {
    let written = text { output in
      output.append(key: "none", string: nil)
      output.append(key: "text", string: "a\"b")
      output.append(key: "number", number: 51.5)
      output.append(key: "nan", number: .nan)
      output.append(key: "noNumber", number: nil)
      output.append(key: "tenths", tenths: 0.25)
      output.append(key: "integer", integer: -3)
      output.append(key: "noInteger", integer: nil)
      output.append(key: "bool", bool: true)
      output.append(keyText: "a\nb")
      output.append(integer: 1)
      Array(#"\u0061"#.utf8).withUnsafeBufferPointer { output.append(rawKey: $0) }
      Array("[1,\r\n 2]".utf8).withUnsafeBufferPointer { output.append(json: $0) }
      output.append(counts: [("one", 1), ("two", 2)])
    }
    #expect(
      written == #"{"none":null,"text":"a\"b","number":51.5,"nan":null,"noNumber":null,"#
        + #""tenths":0.3,"integer":-3,"noInteger":null,"bool":true,"a\nb":1,"\u0061":[1, 2],"#
        + #""one":1,"two":2}"#)
  }

  /// No comma follows an opening bracket, and one follows every value, whatever it ends with.
  @Test func nested() {
    let written = text { output in
      output.append(key: "empty", object: { _ in })
      output.append(key: "list", elements: 4) { $0.append(jsonString: ["{", "[", " ", ""][$1]) }
      output.append(key: "lists", elements: 2) { output, place in
        output.appendArray([0, 2][place]) { $0.append(integer: $1) }
      }
      output.append(key: "lines", elements: 2, indent: "\n  ") { output, place in
        output.appendObject { $0.append(key: "n", integer: place + 1) }
      }
    }
    #expect(
      written == #"{"empty":{},"list":["{","["," ",""],"lists":[[],[0,1]],"#
        + "\"lines\":[\n  {\"n\":1},\n  {\"n\":2}]}")
  }

  @Test(arguments: [(false, "{\"a\":1,\"b\":2}\n"), (true, "{\"a\":1,\n \"b\":2}\n")])
  func documents(onLines: Bool, expected: String) {
    var output = ByteBuffer()
    output.appendDocument(
      onLines: onLines,
      [nil, { $0.append(key: "a", integer: 1) }, nil, { $0.append(key: "b", integer: 2) }])
    #expect(String(decoding: output.bytes, as: UTF8.self) == expected)
  }

  private func text(_ members: (inout ByteBuffer) -> Void) -> String {
    var output = ByteBuffer()
    output.appendObject(members)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
