import TestSupport
import Testing

@testable import FinderEngine

/// Documents read element by element, whole and broken.
@Suite struct XMLReaderTests {
  /// `<a x='1'>` as `a(`, its end as `)`.
  private func steps(_ text: some Collection<UInt8>) throws(ParseError) -> String {
    var reader = try XMLReader(guarded(text))
    var steps = ""
    while let step = try reader.next() {
      switch step {
      case .start(let name):
        let local = reader.cursor.local(name)
        steps += String(decoding: reader.cursor.bytes(local), as: UTF8.self) + "("
      case .end: steps += ")"
      }
    }
    return steps
  }

  private func problem(_ text: some Collection<UInt8>) -> String? {
    do {
      _ = try steps(text)
      return nil
    } catch {
      return "\(error.offset): \(error.problem)"
    }
  }

  @Test(arguments: [
    ("<a/>", "a()"), ("<a></a>", "a()"), ("<a ></a >", "a()"), ("\u{FEFF}<a/>\n", "a()"),
    ("<?xml version='1.0'?>\r\n<!-- < > -->\n<a><b/>text<b>t</b></a><!-- -->\r\n", "a(b()b())"),
    ("<g:a xmlns:g='x'><g:b g:c=\"'>'\"/><d/></g:a>", "a(b()d())"),
    ("<a><![CDATA[<b>]]]]><![CDATA[>]]><?php <b> ?></a>", "a()"),
    ("<a x = '1'\n\ty=\"&lt;\"/>", "a()"), ("<é/>", "é()"), ("<a:/>", "a:()"),
    ("<a><!-- <b> --><b>&#x41;&amp;</b></a>", "a(b())"),
  ])
  func whole(text: String, expected: String) throws {
    #expect(try steps(text.utf8) == expected)
  }

  @Test(arguments: [
    ("", "0: expected XML, but the text ends here"), (" x", "1: expected XML ('<')"),
    ("<a>", "3: expected </a>, but the text ends here"), ("<a><b></a>", "6: expected </b>"),
    ("</a>", "0: expected an element"),
    ("<a/><b/>", "4: expected nothing after the document's element"),
    ("<a/>x", "4: expected nothing more"), ("<a/></a>", "4: expected an element"),
    ("<a x/>", "4: expected '=' after an attribute's name"),
    ("<a x=1/>", "5: expected an attribute's value in quotes"),
    ("<a x='1'y='2'/>", "8: expected '>'"),
    ("<a x='<'/>", "6: '<' must be written &lt; in an attribute"),
    ("<1/>", "2: expected a name"), ("< a/>", "1: expected a name"),
    ("<a x='1", "7: expected a quote, but the text ends here"),
    ("<a><!-- ", "8: expected </a>, but the text ends here"),
    ("<!DOCTYPE a><a/>", "0: a document type (<!DOCTYPE) is not supported"),
    ("<a><!ENTITY b 'c'></a>", "3: a document type (<!DOCTYPE) is not supported"),
  ])
  func broken(text: String, expected: String) {
    #expect(problem(text.utf8) == expected)
  }

  @Test func wide() {
    for bytes in [
      [0xFF, 0xFE, 0x3C, 0, 0x61, 0], [0xFE, 0xFF, 0, 0x3C], [0x3C, 0, 0x61, 0],
      [0, 0x3C, 0, 0x61],
    ] as [[UInt8]] {
      #expect(problem(bytes) == "0: expected UTF-8, not UTF-16")
    }
  }

  @Test func attributes() throws {
    let text = "<a lat='&#53;1.5' xlat='1' long=\"x\" lon = \"-0.1\" lat2='3'><b/></a>"
    var reader = try XMLReader(guarded(text.utf8))
    func value(_ name: StaticString) throws -> String? {
      try reader.attribute(name).map { place in
        try reader.withValue(place) { String(decoding: $0, as: UTF8.self) }
      }
    }
    _ = try reader.next()
    #expect(try value("lat") == "51.5" && value("lon") == "-0.1" && value("long") == "x")
    #expect(try value("la") == nil && value("x") == nil)
    // Of an element without attributes.
    _ = try reader.next()
    #expect(try value("lat") == nil)
    var twice = try XMLReader(guarded("<a b='1' b='2'/>".utf8))
    _ = try twice.next()
    #expect(throws: ParseError(9, "expected the attribute 'b' only once")) {
      try twice.attribute("b")
    }
  }

  /// Only the entities of XML itself are expanded.
  @Test func entities() throws {
    for (value, problem) in [
      ("&lol;", "unknown entity: XML has five, and those by number"),
      ("& ", "'&' must be written &amp;"),
      ("&#0;", "unknown entity: XML has five, and those by number"),
      ("&#xFFFF;", "unknown entity: XML has five, and those by number"),
      ("&#xD800;", "unknown entity: XML has five, and those by number"),
      ("&aaaaaaaaaaaaaaaaaaaaaaaa;", "'&' must be written &amp;"),
    ] {
      var reader = try XMLReader(guarded("<a b='\(value)'/>".utf8))
      _ = try reader.next()
      let place = try #require(try reader.attribute("b"))
      #expect(throws: ParseError(6, problem)) { try reader.withValue(place) { _ in () } }
    }
  }

  @Test func depth() {
    let most = XMLReader.maximumDepth
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    #expect(problem(nested(most)) == nil)
    for depth in [most + 1, 1_000_000] {
      #expect(problem(nested(depth)) == "\(3 * most): nested more than \(most) levels deep")
    }
  }

  @Test func skipping() throws {
    var reader = try XMLReader(guarded("<a><b><c/><b><d>x</d></b></b><e/></a>".utf8))
    _ = try reader.next()
    _ = try reader.next()
    #expect(reader.depth == 2)
    try reader.skipElement()
    guard case .start(let name) = try reader.next() else {
      Issue.record("expected <e>")
      return
    }
    #expect(reader.name(name, is: "e") && reader.depth == 2)
    try reader.skipElement()
    #expect(reader.depth == 1)
  }

  /// Documents that were cut or changed are read, or give an error at a place within them.
  @Test func damagedDocuments() {
    let whole = Array(
      "<?xml version='1.0'?><g:a b='&lt;'><!-- c --><d e=\"f\"/><![CDATA[g]]>h</g:a>".utf8)
    #expect(problem(whole) == nil)
    for length in whole.indices { #expect(problem(whole[..<length]) != nil, "\(length)") }
    var random = SeededGenerator(seed: 36)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes.removeLast(Int.random(in: 0..<8, using: &random))
        }
      }
      do throws(ParseError) {
        _ = try steps(bytes)
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(error)")
      }
    }
  }
}

/// Text as XML writes it.
@Suite struct XMLTextTests {
  private func written(_ bytes: [UInt8]) -> String {
    var output = ByteBuffer()
    bytes.withUnsafeBufferPointer { output.append(xmlText: $0) }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func escapes() {
    for (text, expected) in [
      ("", ""), ("Fish & Chips", "Fish &amp; Chips"), ("<b>\"it's\"", "&lt;b&gt;&quot;it's&quot;"),
      ("a\tb\nc\rd", "a\tb\nc&#13;d"), ("\u{0}a\u{1B}[1m\u{7}\u{1F}", "a[1m"),
      ("é€𝄞", "é€𝄞"), ("\u{FFFE}x\u{FFFF}", "x"), ("\u{FFFD}\u{FEFF}", "\u{FFFD}\u{FEFF}"),
      ("]]>", "]]&gt;"),
    ] {
      #expect(written(Array(text.utf8)) == expected)
    }
    // Not UTF-8: a single byte, a surrogate, an overlong form, a character cut off.
    #expect(written([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(written([0xED, 0xA0, 0x80]) == "\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(written([0xC0, 0xBC]) == "\u{FFFD}\u{FFFD}")
    #expect(written([0xE2, 0x82]) == "\u{FFFD}\u{FFFD}")
    #expect(written([0xE2, 0x82, 0x3C]) == "\u{FFFD}\u{FFFD}&lt;")
  }

  /// Any bytes are XML once written, and what is allowed in XML comes back unchanged.
  @Test func readAgain() throws {
    var random = SeededGenerator(seed: 3)
    let alphabet: [[UInt8]] =
      ["&", "<", ">", "'", "\"", "]", "\n", "\t", "\r", "é", "€", "𝄞", "a", "\u{FFFE}", "\u{1}"]
      .map { Array($0.utf8) } + [[0xFF], [0x80], [0xE2, 0x82], [0xF0]]
    for _ in 0..<5_000 {
      let parts = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let bytes = parts.flatMap { $0 }
      let document = "<a b=\"\(written(bytes))\">\(written(bytes))</a>"
      var reader = try XMLReader(guarded(document.utf8))
      while try reader.next() != nil {}
      var again = try XMLReader(guarded(document.utf8))
      _ = try again.next()
      let place = try #require(try again.attribute("b"))
      let value = try again.withValue(place) { String(decoding: $0, as: UTF8.self) }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      #expect(
        value.unicodeScalars.elementsEqual(
          text.unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{1}" }), "\(bytes)")
    }
  }
}
