import FinderEngine
import TestSupport
import Testing

@testable import finder

/// What terminals send: whole, cut at every byte, and in forms that no terminal sends.
@Suite struct KeyDecoderTests {
  private static func events(_ pieces: [ArraySlice<UInt8>], timingOut: Bool = true) -> [KeyEvent] {
    var decoder = KeyDecoder()
    var events: [KeyEvent] = []
    for piece in pieces { decoder.decode(piece, to: &events) }
    if timingOut { decoder.timeOut(to: &events) }
    #expect(decoder.kept.count <= KeyDecoder.longestPaste)
    return events
  }

  private static func events(_ text: String) -> [KeyEvent] { events([Array(text.utf8)[...]]) }

  private static func mouse(
    _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, _ button: MouseEvent.Button = .left,
    _ modifiers: KeyModifiers = []
  ) -> KeyEvent {
    .mouse(
      MouseEvent(kind: kind, button: button, column: column, row: row, modifiers: modifiers))
  }

  struct Case: CustomTestStringConvertible {
    let text: String
    let events: [KeyEvent]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ events: KeyEvent...) { (self.text, self.events) = (text, events) }
  }

  static let keys: [Case] = [
    Case("a", .text("a")), Case("é", .text("é")), Case("你", .text("你")), Case("😀", .text("😀")),
    Case("e\u{301}", .text("e"), .text("\u{301}")),
    Case("\r", .key(.enter)), Case("\n", .key(.enter)), Case("\t", .key(.tab)),
    Case("\u{7F}", .key(.backspace)), Case("\u{8}", .key(.backspace)),
    Case("\u{3}", .key(.character("c"), .control)), Case("\u{1A}", .key(.character("z"), .control)),
    Case("\u{0}", .key(.character(" "), .control)),
    Case("\u{1C}", .key(.character("\\"), .control)),
    Case("\u{1B}", .key(.escape)), Case("\u{1B}\u{1B}", .key(.escape), .key(.escape)),
    Case("\u{1B}\u{1B}\u{1B}", .key(.escape), .key(.escape), .key(.escape)),
    Case("\u{1B}/", .key(.escape), .text("/")), Case("\u{1B}\r", .key(.escape), .key(.enter)),
    Case("\u{1B}\u{1B}x", .key(.escape), .key(.escape), .text("x")),
    Case("\u{1B}é", .key(.escape), .text("é")),
    Case("\u{1B}\u{7F}", .key(.backspace, .alt)), Case("\u{1B}\u{8}", .key(.backspace, .alt)),
    Case("\u{1B}\u{3}", .key(.escape), .key(.character("c"), .control)),
    Case("\u{1B}[A", .key(.up)), Case("\u{1B}[B", .key(.down)), Case("\u{1B}[C", .key(.right)),
    Case("\u{1B}[D", .key(.left)), Case("\u{1B}OA", .key(.up)), Case("\u{1B}OD", .key(.left)),
    Case("\u{1B}[H", .key(.home)), Case("\u{1B}[F", .key(.end)), Case("\u{1B}OH", .key(.home)),
    Case("\u{1B}OF", .key(.end)), Case("\u{1B}[1~", .key(.home)), Case("\u{1B}[4~", .key(.end)),
    Case("\u{1B}[7~", .key(.home)), Case("\u{1B}[8~", .key(.end)),
    Case("\u{1B}[2~", .key(.insert)), Case("\u{1B}[3~", .key(.delete)),
    Case("\u{1B}[5~", .key(.pageUp)), Case("\u{1B}[6~", .key(.pageDown)),
    Case("\u{1B}[Z", .key(.tab, .shift)), Case("\u{1B}OM", .key(.enter)),
    Case("\u{1B}OP", .key(.function(1))), Case("\u{1B}[11~", .key(.function(1))),
    Case("\u{1B}[[A", .key(.function(1))), Case("\u{1B}[24~", .key(.function(12))),
    Case("\u{1B}[1;2A", .key(.up, .shift)), Case("\u{1B}[1;3B", .key(.down, .alt)),
    Case("\u{1B}[1;5C", .key(.right, .control)),
    Case("\u{1B}[1;8D", .key(.left, [.shift, .alt, .control])),
    Case("\u{1B}[1;9A", .key(.up, .alt)), Case("\u{1B}[;5A", .key(.up, .control)),
    Case("\u{1B}[3;5~", .key(.delete, .control)),
    Case("\u{1B}[a", .key(.up, .shift)), Case("\u{1B}Oc", .key(.right, .control)),
    Case("\u{1B}\u{1B}[A", .key(.up, .alt)), Case("\u{1B}\u{1B}OB", .key(.down, .alt)),
    Case("\u{1B}Ok", .text("+")), Case("\u{1B}Om", .text("-")), Case("\u{1B}Oy", .text("9")),
    Case("\u{1B}[", .key(.escape), .text("[")), Case("\u{1B}O", .key(.escape), .text("O")),
  ]

  static let mice: [Case] = [
    Case("\u{1B}[<0;1;1M", mouse(.press, 0, 0)), Case("\u{1B}[<0;12;5m", mouse(.release, 11, 4)),
    Case("\u{1B}[<32;300;251M", mouse(.drag, 299, 250)),
    Case("\u{1B}[<35;3;4M", mouse(.move, 2, 3, .other)),
    Case("\u{1B}[<64;3;4M", mouse(.wheelUp, 2, 3)),
    Case("\u{1B}[<65;3;4M", mouse(.wheelDown, 2, 3)),
    Case("\u{1B}[<66;3;4M", mouse(.wheelLeft, 2, 3)),
    Case("\u{1B}[<67;3;4M", mouse(.wheelRight, 2, 3)),
    Case("\u{1B}[<1;3;4M", mouse(.press, 2, 3, .middle)),
    Case("\u{1B}[<18;3;4M", mouse(.press, 2, 3, .right, .control)),
    Case("\u{1B}[<12;3;4M", mouse(.press, 2, 3, .left, [.shift, .alt])),
    Case("\u{1B}[M !!", mouse(.press, 0, 0)), Case("\u{1B}[M#\"$", mouse(.release, 1, 3, .other)),
    Case("\u{1B}[M`AB", mouse(.wheelUp, 32, 33)),
    // Keys that do not exist.
    Case("\u{1B}[<0;0;1M"), Case("\u{1B}[<0;1M"), Case("\u{1B}[<0;1;1;1M"),
    Case("\u{1B}[<999;1;1M"),
    Case("\u{1B}[<;1;1A"), Case("\u{1B}[<0;-1;1M"),
    Case("\u{1B}[<0;99999999999999999999;3M", mouse(.press, (1 << 20) - 1, 2)),
  ]

  static let swallowed: [Case] = [
    Case("\u{1B}[I"), Case("\u{1B}[O"), Case("\u{1B}[?1;2c"), Case("\u{1B}[>41;354;0c"),
    Case("\u{1B}[?2026;2$y"), Case("\u{1B}[24;80R"), Case("\u{1B}[97;5u"), Case("\u{1B}[99~"),
    Case("\u{1B}[201~"), Case("\u{1B}OX"), Case("\u{1B}[[Z"),
    Case("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"), Case("\u{1B}]0;title\u{7}"),
    Case("\u{1B}P1$r0m\u{1B}\\"), Case("\u{1B}_Gi=1;OK\u{1B}\\"), Case("\u{1B}^x\u{1B}\\"),
    Case("\u{1B}Xx\u{1B}\\"), Case("\u{1B}]unfinished"), Case("\u{1B}[<0;1;"), Case("\u{1B}[12;"),
    Case("\u{1B}[M !"), Case("\u{85}"),
    // Another begins before they end.
    Case("\u{1B}[12\u{1B}[A", .key(.up)), Case("\u{1B}]x\u{1B}[B", .key(.down)),
    Case("\u{1B}[12\u{3}", .key(.character("c"), .control)),
    Case("\u{1B}]x\u{3}", .key(.character("c"), .control)),
    Case("\u{1B}]x\u{1B}\u{3}", .key(.escape), .key(.character("c"), .control)),
    Case("\u{1B}[M\u{3}", .key(.character("c"), .control)),
    Case("\u{1B}[M!\u{1B}[A", .key(.up)), Case("\u{1B}[1é", .text("é")),
  ]

  static let pastes: [Case] = [
    Case("\u{1B}[200~two words\u{1B}[201~x", .paste("two words"), .text("x")),
    Case("\u{1B}[200~\u{1B}[201~", .paste("")),
    Case("\u{1B}[200~a\nb\tc\u{1B}[Ad\u{3}\u{1B}[201~", .paste("a b c [Ad ")),
    Case("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste(" [20")),
    Case("\u{1B}[200~\u{1B}\u{1B}[201~", .paste(" ")),
    Case("\u{1B}[200~\u{1B}[200~é\u{1B}[201~", .paste(" [200~é")),
    Case("\u{1B}[200~never ended", .paste("never ended")),
    // Nothing comes after it: it was not pasted.
    Case("\u{1B}[200~never ended\u{3}", .key(.character("c"), .control)),
    Case("\u{1B}[200~a\u{1B}[20\u{3}\u{3}", .key(.character("c"), .control)),
    Case("\u{1B}[200~a\u{3}\u{1B}[201~", .paste("a ")),
  ]

  static let all = keys + mice + swallowed + pastes

  @Test(arguments: all) func whole(_ it: Case) { #expect(Self.events(it.text) == it.events) }

  /// Read in two pieces, and byte by byte. The x afterwards is typed, and is not part of anything.
  @Test(arguments: all) func cutAtEveryByte(_ it: Case) {
    let bytes = Array(it.text.utf8)
    for place in 0...bytes.count {
      #expect(Self.events([bytes[..<place], bytes[place...]]) == it.events, "cut at \(place)")
    }
    #expect(Self.events(bytes.indices.map { bytes[$0...$0] }) == it.events)
  }

  /// What comes after a complete one is not part of it.
  @Test(arguments: all) func afterwards(_ it: Case) {
    var decoder = KeyDecoder()
    var events: [KeyEvent] = []
    decoder.decode(it.text.utf8, to: &events)
    decoder.timeOut(to: &events)
    decoder.decode("x".utf8, to: &events)
    #expect(events == it.events + [.text("x")])
  }

  @Test func brokenUTF8IsNotTyped() {
    for bytes in [
      [0xC3], [0xC3, 0x28], [0x80], [0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1],
    ] as [[UInt8]] {
      let typed = bytes.filter { $0 < 0x80 }.map { KeyEvent.text(Unicode.Scalar($0)) }
      #expect(Self.events([bytes[...]]) == typed, "\(bytes)")
    }
  }

  @Test func patience() {
    var decoder = KeyDecoder()
    var events: [KeyEvent] = []
    for (text, patience) in [
      ("a", nil), ("\u{1B}", 50), ("[", 1000), ("1", 1000), ("A", nil), ("\u{1B}[200~", 1000),
      ("x", 1000), ("\u{3}", 50), ("x", 1000), ("\u{1B}[201~", nil), ("\u{1B}]", 1000),
    ] as [(String, Int?)] {
      decoder.decode(text.utf8, to: &events)
      #expect(decoder.patience == patience, "after \(text.debugDescription)")
    }
  }

  @Test func endlessSequencesTakeNoRoom() {
    for begin in ["\u{1B}[", "\u{1B}[<", "\u{1B}]", "\u{1B}P", "\u{1B}[200~"] {
      var decoder = KeyDecoder()
      var events: [KeyEvent] = []
      decoder.decode(begin.utf8, to: &events)
      for _ in 0..<1000 { decoder.decode(String(repeating: "1;", count: 500).utf8, to: &events) }
      #expect(events.isEmpty)
      #expect(decoder.kept.count <= KeyDecoder.longestPaste)
    }
    #expect(Self.events("\u{1B}[" + String(repeating: "1", count: 5000) + "Ax") == [.text("x")])
  }

  /// However bytes are cut, the events are the same, and no part of a sequence is typed.
  @Test(arguments: 0..<200) func randomBytesCutAnywhere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = Self.all.map(\.text) + ["\u{1B}[", "\u{1B}", "[", "<", ";", "M", "~", "\u{9B}"]
    var bytes: [UInt8] = []
    for _ in 0..<200 {
      bytes +=
        Int.random(in: 0..<4, using: &generator) == 0
        ? [UInt8.random(in: 0...255, using: &generator)]
        : Array(parts.randomElement(using: &generator)!.utf8)
    }
    let whole = Self.events([bytes[...]])
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...7, using: &generator))
      pieces.append(bytes[start..<end])
      start = end
    }
    #expect(Self.events(pieces) == whole, "seed \(seed)")
    for case .text(let scalar) in whole { #expect(scalar.value >= 0x20, "seed \(seed)") }
  }
}
