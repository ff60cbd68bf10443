import Testing

@testable import FinderEngine

/// What a text is taken for before anything is looked up.
@Suite struct PointFormTests {
  private func shown(_ text: String) -> String {
    do throws(PointProblem) {
      switch try PointForm(text) {
      case nil: return "nothing"
      case .point(let point): return "\(point.kind.rawValue) \(point.name)"
      case .here: return "here"
      case .postcode(let postcode, let square):
        return "postcode \(postcode.text)" + (square.map { ", \($0.name)" } ?? "")
      case .saved(let name): return "saved \(name)"
      case .place(let name): return "place \(name)"
      case .venue(let id): return "venue \(id)"
      case .words(let words): return "words \(words)"
      }
    } catch {
      return "\(error.kind): \(error.problem)"
    }
  }

  @Test(arguments: [
    ("", "nothing"), (" \t", "nothing"), ("HERE", "here"), (" here ", "here"),
    ("51.5,-0.12", "degrees 51.5,-0.12"), ("geo:51.5,-0.12", "degrees geo:51.5,-0.12"),
    ("9c3xgv4c+xv", "plus-code 9C3XGV4C+XV"), ("530500,180500", "grid 530500,180500"),
    ("TQ3080", "grid TQ 30 80"), ("tq 30 80", "grid TQ 30 80"), ("TQ 3 4", "grid TQ 3 4"),
    ("O 15904 34671", "grid O 15904 34671"), ("O1590434671", "grid O 15904 34671"),
    ("grid:SE24", "grid SE 2 4"), ("GRID: tq", "grid TQ"),
    // Two digits are a district, unless there is none of that name.
    ("SE24", "postcode SE24"), ("n16", "postcode N16"), ("M1", "postcode M1"),
    ("W1 4", "postcode W1 4, W 1 4"), ("SE2 4", "postcode SE2 4, SE 2 4"),
    ("SW1A 1AA", "postcode SW1A 1AA"), ("sw1a1aa", "postcode SW1A 1AA"),
    ("SW1A", "postcode SW1A"), ("sw1a 1", "postcode SW1A 1"), ("SWIA IAA", "words SWIA IAA"),
    ("SW1A\u{A0}1AA", "postcode SW1A 1AA"), ("postcode: sw1aiaa", "postcode SW1A 1AA"),
    ("saved: home ", "saved home"), ("place:Bath", "place Bath"), ("Venue:N16", "venue N16"),
    ("home", "words home"), ("Ashford, Kent", "words Ashford, Kent"), ("TQ", "words TQ"),
    ("12 High Street", "words 12 High Street"), ("a:b", "words a:b"), ("🏠", "words 🏠"),
  ])
  func forms(text: String, expected: String) { #expect(shown(text) == expected) }

  @Test(arguments: [
    ("place:", "a point with a prefix: nothing follows place:"),
    (
      "grid:",
      "a grid reference: expected letters and digits, such as TQ 30 80, or eastings and northings"
    ),
    ("QQ1 1AA", "a postcode: no postcode begins with those letters"),
    ("postcode:Brighton", "a postcode: it does not have the form of one"),
    ("SW11 EZ", "a postcode: it may be SW1 1EZ, or one of SW11 that lacks a digit"),
    ("TQ308", "a grid reference: it has more digits for the one way than for the other"),
    ("95,0", "degrees: the latitude is beyond a pole"),
    ("GV4C+XV", "a plus code: it is a short one: the whole code has eight characters before the +"),
  ])
  func problems(text: String, expected: String) { #expect(shown(text) == expected) }

  /// Whatever the bytes are.
  @Test func random() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(state: seed)
    let alphabet = Array("SWTQNEM019 :+,.°'\"gridplace\u{0}é".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<random.next() % 12 {
        text.unicodeScalars.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
      }
      let shown = shown(text)
      #expect(!shown.isEmpty, "seed \(seed)")
      // A prefix says the same as it does alone, or that it is wrong.
      if shown.hasPrefix("postcode "), !text.contains(":") {
        #expect(self.shown("postcode:\(text)").hasPrefix("postcode "), "seed \(seed): \(text)")
      }
    }
  }
}
