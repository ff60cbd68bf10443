/// The two kinds of table that other programs read.
package enum DelimitedStyle: Sendable {
  /// RFC 4180: a cell with a comma, a quote or a line break stands in quotes.
  case csv
  /// No quotes: tab, line breaks and backslash are written `\t`, `\n`, `\r`, `\\`.
  case tsv

  package var separator: UInt8 { self == .csv ? UInt8(ascii: ",") : 0x09 }
}
