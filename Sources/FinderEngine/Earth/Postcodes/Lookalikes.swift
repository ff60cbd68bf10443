/// For O and I the digit that looks like it, and the reverse; otherwise `nil`.
func lookalike(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "O"): UInt8(ascii: "0")
  case UInt8(ascii: "I"): UInt8(ascii: "1")
  case UInt8(ascii: "0"): UInt8(ascii: "O")
  case UInt8(ascii: "1"): UInt8(ascii: "I")
  default: nil
  }
}
