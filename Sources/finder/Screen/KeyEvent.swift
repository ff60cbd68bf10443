import FinderEngine

/// What somebody did at the terminal.
enum KeyEvent: Equatable, Sendable {
  /// A character that was typed. Those of one grapheme cluster come one after the other.
  case text(Unicode.Scalar)
  /// Controls in it are spaces.
  case paste(String)
  case key(Key, KeyModifiers)
  case mouse(MouseEvent)

  static func key(_ key: Key) -> KeyEvent { .key(key, []) }
}

enum Key: Equatable, Sendable {
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case insert
  case delete
  case backspace
  case tab
  case enter
  case escape
  case function(Int)
  /// With Control or Alt: `c` for Ctrl-C.
  case character(Unicode.Scalar)
}

struct KeyModifiers: OptionSet, Sendable {
  let rawValue: UInt8

  // As terminals number them, less one.
  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
}

struct MouseEvent: Equatable, Sendable {
  enum Kind: Sendable {
    case press
    case drag
    case release
    /// No button is held.
    case move
    case wheelUp
    case wheelDown
    case wheelLeft
    case wheelRight
  }

  enum Button: Sendable {
    case left
    case middle
    case right
    case other
  }

  var kind: Kind
  var button = Button.left
  /// From 0. A drag may lead outside the screen on the right and below.
  var column: Int
  var row: Int
  var modifiers: KeyModifiers = []
}
