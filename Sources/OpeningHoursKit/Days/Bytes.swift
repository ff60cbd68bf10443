#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

// The engine has these too: the kit is independent, and is built beside it.
extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isASCIILetter: Bool { self | 0x20 &- UInt8(ascii: "a") < 26 }
  var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
