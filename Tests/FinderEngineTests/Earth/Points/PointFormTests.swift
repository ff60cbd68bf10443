import Testing

@testable import FinderEngine

/// How a text is interpreted before anything is looked up.
@Suite struct PointFormTests {
  private func shown(_ text: String) -> String {
    do throws(PointProblem) {
      switch try PointForm(text) {
      case nil: return "nothing"
      case .point(let point): return "\(point.kind.rawValue) \(point.name)"
      case .shortCode(let code, let place): return "short \(code.code) near \(place)"
      case .here: return "here"
      case .postcode(let postcode): return "postcode \(postcode.text)"
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
    ("51.5,-0.12", "degrees 51.5,-0.12"), ("5.15e1,-1.2e-1", "degrees 5.15e1,-1.2e-1"),
    ("5.3e5 1.8e5", "grid 530000,180000"), ("grid:530500;180500", "grid 530500,180500"),
    ("51.5-0.12", "degrees 51.5-0.12"), ("12-14 High Street", "words 12-14 High Street"),
    ("geo:51.5,-0.12", "degrees geo:51.5,-0.12"),
    ("51.5/-0.12", "degrees 51.5/-0.12"), ("51:30:26N 0:07:40W", "degrees 51:30:26N 0:07:40W"),
    ("51:30:26N", "words 51:30:26N"), ("18:30", "words 18:30"), ("24/7 Diner", "words 24/7 Diner"),
    ("gv4c+xv London", "short GV4C+XV near London"), ("M+S Leeds", "words M+S Leeds"),
    ("9c3xgv4c+xv", "plus-code 9C3XGV4C+XV"), ("9C3XGV4C+XV London", "plus-code 9C3XGV4C+XV"),
    ("9c3xgv4c+xv, Ashford, Kent", "plus-code 9C3XGV4C+XV"),
    ("530500,180500", "grid 530500,180500"),
    ("TQ3080", "grid TQ 30 80"), ("tq 30 80", "grid TQ 30 80"), ("grid:TQ 3 4", "grid TQ 3 4"),
    ("TQ 30 80.", "grid TQ 30 80"), ("TQ\u{A0}30\u{A0}80", "grid TQ 30 80"),
    ("O 15904 34671", "grid O 15904 34671"), ("O1590434671", "grid O 15904 34671"),
    ("grid:SE24", "grid SE 2 4"), ("GRID: tq", "grid TQ"),
    // Two digits are a district, with any spacing.
    ("SE24", "postcode SE24"), ("n16", "postcode N16"), ("M1", "postcode M1"),
    ("W1 4", "postcode W1 4"), ("SE2 4", "postcode SE2 4"), ("SE24 1", "postcode SE24 1"),
    // Invisible marks come with copied text.
    ("\u{200E}SW1A 1AA\u{200E}", "postcode SW1A 1AA"), ("\u{FEFF}51.5,-0.12", "degrees 51.5,-0.12"),
    ("\u{2066}\u{202A}SE24\u{202C}\u{2069} ", "postcode SE24"), ("\u{200B}", "nothing"),
    ("SE 24", "postcode SE24"), ("N 16", "postcode N16"), ("e  17", "postcode E17"),
    ("W 12", "postcode W12"), ("SO 14", "postcode SO14"), ("SK 10", "postcode SK10"),
    ("SE 2 4", "postcode SE24"), ("TQ 3 4", "postcode TQ34"), ("BS 16", "postcode BS16"),
    ("CF 10", "postcode CF10"), ("N 1", "postcode N1"), ("M 1", "postcode M1"),
    ("SW 1A", "postcode SW1A"), ("postcode:SE 24", "postcode SE24"),
    ("postcode: n 1", "postcode N1"), ("SE\u{A0}24", "postcode SE24"), ("SE24,", "postcode SE24"),
    ("SO 14", "postcode SO14"), ("SL0 0AA", "postcode SL0 0AA"),
    ("SW1A 1AA", "postcode SW1A 1AA"), ("sw1a1aa", "postcode SW1A 1AA"),
    ("SW1A", "postcode SW1A"), ("sw1a 1", "postcode SW1A 1"), ("SWIA IAA", "words SWIA IAA"),
    ("postcode:SWIA IAA", "postcode SW1A 1AA"), ("SW1A IAA", "postcode SW1A 1AA"),
    ("SW1A lAA", "postcode SW1A 1AA"), ("sl1 laa", "postcode SL1 1AA"),
    // S11 and SL1 are equally close to it.
    ("sll 1aa", "words sll 1aa"),
    // With signs between and after, and as typed with a Chinese input method.
    ("EC1A-1BB", "postcode EC1A 1BB"), ("EC1A – 1BB", "postcode EC1A 1BB"),
    ("EC1A1BB.", "postcode EC1A 1BB"), ("SW1A-lAA", "postcode SW1A 1AA"),
    ("ＳＷ１Ａ　２ＡＡ", "postcode SW1A 2AA"), ("sw１a２aa", "postcode SW1A 2AA"),
    ("N1-2", "words N1-2"),
    // At either end of an address, and nowhere else.
    ("London SW1A 2AA", "postcode SW1A 2AA"), ("SW1A 2AA, London", "postcode SW1A 2AA"),
    ("10 Downing Street, London SW1A 2AA", "postcode SW1A 2AA"),
    ("10 Downing St, London sw1a2aa, UK", "postcode SW1A 2AA"),
    ("Bath BA1 1SU, United Kingdom", "postcode BA1 1SU"), ("Home (N1 9GU)", "postcode N1 9GU"),
    ("N1 9GU, home of N1 9GU", "postcode N1 9GU"),
    ("postcode:London SW1A 2AA", "postcode SW1A 2AA"),
    ("London SW1A", "words London SW1A"), ("SW1A, London", "words SW1A, London"),
    ("Unit 4", "words Unit 4"), ("from N1 9GU to here", "words from N1 9GU to here"),

    ("SW1A\u{A0}1AA", "postcode SW1A 1AA"), ("postcode: sw1aiaa", "postcode SW1A 1AA"),
    ("saved: home ", "saved home"), ("place:Bath", "place Bath"), ("Venue:N16", "venue N16"),
    ("home", "words home"), ("Ashford, Kent", "words Ashford, Kent"), ("TQ", "words TQ"),
    ("12 High Street", "words 12 High Street"), ("a:b", "words a:b"), ("🏠", "words 🏠"),
  ])
  func forms(text: String, expected: String) { #expect(shown(text) == expected) }

  @Test(arguments: [
    ("place:", "a point with a prefix: nothing follows place:"),
    ("800000 180500", "eastings and northings: they are outside the National Grid"),
    ("95,0", "degrees: latitude 95 is out of range (-90…90)"),
    (
      "12-14",
      "degrees: there is nothing between its two numbers: put a comma there if it is a point"
    ),
    (
      "grid:",
      "a grid reference: expected letters and digits, such as TQ 30 80, or eastings and northings"
    ),
    ("QQ1 1AA", "a postcode: no postcode begins with those letters"),
    ("postcode:Brighton", "a postcode: it does not have the form of one"),
    ("SW11 EZ", "a postcode: it may be SW1 1EZ, or a postcode in SW11 with a digit missing"),
    // Not TQ30 8OO.
    (
      "TQ 30 800",
      "a grid reference: eastings and northings need the same number of digits"
    ),
    (
      "TQ30800", "a grid reference: eastings and northings need the same number of digits"
    ),
    ("TQ 3 0 800", "a grid reference: it has more than two numbers"),
    (
      "NT27",
      "a postcode: no postcode begins with those letters; for the grid square, write grid:NT27"
    ),
    (
      "t 16",
      "a postcode: no postcode begins with those letters; for the grid square, write grid:T16"
    ),
    ("QQ 12", "a postcode: no postcode begins with those letters"),
    (
      "b01",
      "a postcode: it does not have the form of one; for the grid square, write grid:B01"
    ),
    (
      "N1 9GU to SW1A 2AA", "an address: it has two postcodes, N1 9GU and SW1A 2AA"
    ),
    ("51.5e,-0.12", "degrees: only one of the two has a letter for the hemisphere"),
    ("TQ308", "a grid reference: eastings and northings need the same number of digits"),
    (
      "GV4C+XV",
      "a plus code: it is a short one: a whole code has eight characters before the +, and a short one needs "
        + "the name of a place after it, as in 'GV4C+XV London'"
    ),
  ])
  func problems(text: String, expected: String) { #expect(shown(text) == expected) }

  /// Random texts.
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
      // A text with a prefix gives the same result as without, or an error.
      if shown.hasPrefix("postcode "), !text.contains(":") {
        #expect(self.shown("postcode:\(text)").hasPrefix("postcode "), "seed \(seed): \(text)")
      }
    }
  }
}
