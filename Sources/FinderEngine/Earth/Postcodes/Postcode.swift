/// A UK postcode, or only its sector or its outward code: `SW1A 2AA`, `SW1A 2`, `SW1A`. The text has at most
/// eight characters, so one number holds it, with the first character in the lowest byte.
package struct Postcode: Hashable, Sendable, BitwiseCopyable {
  package let key: UInt64

  package init(key: UInt64) { self.key = key }

  /// `outward` holds `count` characters. `inward` holds what follows the space: one character or three.
  init(outward: UInt64, _ count: Int, inward: UInt64) {
    key = outward | (UInt64(UInt8(ascii: " ")) | inward << 8) << UInt64(8 * count)
  }

  package var count: Int { 8 - key.leadingZeroBitCount / 8 }

  /// The place of the space; 0 if there is none.
  private var space: Int {
    let others = key ^ EightBytes.repeating(UInt8(ascii: " "))
    let marks = (others &- EightBytes.repeating(0x01)) & ~others & EightBytes.highBits
    return marks == 0 ? 0 : marks.trailingZeroBitCount / 8
  }

  /// Up to four characters, perhaps followed by a space and one or three more. A key read from a file may be
  /// any number.
  var isWellFormed: Bool {
    let (space, count) = (space, count)
    return space == 0 ? (1...4).contains(count) : space <= 4 && [2, 4].contains(count - space)
  }

  package enum Level: Int, Sendable, CaseIterable {
    case postcode
    case sector
    case outcode
  }

  package var level: Level {
    let space = space
    return space == 0 ? .outcode : count == space + 2 ? .sector : .postcode
  }

  /// The outward code, the space and the first digit after it; `nil` for an outward code alone.
  package var sector: Postcode? {
    let space = space
    return space == 0 ? nil : first(space + 2)
  }

  package var outcode: Postcode {
    let space = space
    return space == 0 ? self : first(space)
  }

  /// Postcodes that begin with `BT` are on the Irish grid.
  var isInNorthernIreland: Bool {
    key & 0xFFFF == UInt64(UInt8(ascii: "B")) | UInt64(UInt8(ascii: "T")) << 8
  }

  /// The postcode cut to that level; unchanged if it has no more than that.
  package func part(_ level: Level) -> Postcode {
    switch level {
    case .postcode: self
    case .sector: sector ?? self
    case .outcode: outcode
    }
  }

  private func first(_ characters: Int) -> Postcode {
    Postcode(key: key & (1 << UInt64(8 * characters) - 1))
  }

  @inline(__always)
  package func withText<Result>(_ body: (Bytes) -> Result) -> Result {
    withUnsafeBytes(of: key.littleEndian) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { text in
        body(UnsafeBufferPointer(rebasing: text[..<count]))
      }
    }
  }

  package var text: String { withText { String(decoding: $0, as: UTF8.self) } }
}

/// The letters that postcodes begin with. The list shows that the `0` in `Y07` must be the letter `O`: there
/// is no area `Y`.
package enum PostcodeAreas {
  /// All areas of Royal Mail, including the Crown dependencies, the forces (BF) and the non-geographic BX.
  static let names: StaticString = """
    AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY \
    E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL \
    LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN \
    SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE
    """

  /// For each first letter, one bit for each second letter. The lowest bit means no second letter. Not
  /// made with `split`: that would cost every query from a postcode 120,000 instructions.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 26)
    let (letters, space) = (names.bytes, UInt8(ascii: " "))
    var first = 0
    for place in 0..<letters.count where letters[place] != space {
      let letter = Int(letters[place] &- UInt8(ascii: "A"))
      if place == 0 || letters[place - 1] == space {
        first = letter
        if place + 1 == letters.count || letters[place + 1] == space { table[first] |= 1 }
      } else {
        table[first] |= 1 << UInt32(letter + 1)
      }
    }
    return table
  }()

  /// Takes capital letters. `second` is 0 if there is only one.
  package static func contains(_ first: UInt8, _ second: UInt8) -> Bool {
    let bit = second == 0 ? 0 : second &- UInt8(ascii: "A") &+ 1
    return table[Int(first &- UInt8(ascii: "A"))] >> UInt32(bit) & 1 == 1
  }
}
