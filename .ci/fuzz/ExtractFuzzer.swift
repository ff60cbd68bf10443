/// Bytes as an extract of OpenStreetMap, behind one that says how: as a whole file, or as the messages in
/// one or two blobs, packed or not, since no chance finds a checksum. What is read is a dataset of as many
/// venues, and is the same again; what is not has a reason of one line.
func fuzzExtract(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let choice = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  var file: [UInt8]
  switch choice & 3 {
  case 0: file = rest
  case 1: file = extractHeader + extractBlob(rest)
  case 2:
    // What comes first in the file, such as nodes, is what the rest needs.
    let middle = rest.isEmpty ? 0 : Int(choice >> 2) * rest.count / 64
    file = extractHeader + extractBlob(rest[..<middle]) + extractBlob(rest[middle...])
  default:
    file = extractHeader
    for part in rest.split(separator: 0xFF, omittingEmptySubsequences: false) { file += extractBlob(part) }
  }
  let first = readExtract(file)
  expect(first == readExtract(file), "it is not the same again")
}

private func extractBlob(_ message: some Collection<UInt8>) -> [UInt8] {
  let contents = [0x0A] + extractVarint(message.count) + message
  let header = [0x0A, 7] + Array("OSMData".utf8) + [0x18] + extractVarint(contents.count)
  return [0, 0, 0, UInt8(header.count)] + header + contents
}

/// A file in memory. Swift's module of the C library does not show it.
@_silgen_name("memfd_create") private func memoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> CInt

private let extractHeader: [UInt8] = [0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8) + [0x18, 2, 0x0A, 0]

private func extractVarint(_ value: Int) -> [UInt8] {
  var (rest, bytes): (Int, [UInt8]) = (value, [])
  while rest >= 0x80 {
    bytes.append(UInt8(rest & 0x7F) | 0x80)
    rest >>= 7
  }
  return bytes + [UInt8(rest)]
}

/// The text of its dataset, or why there is none.
private func readExtract(_ file: [UInt8]) -> [UInt8] {
  let descriptor = memoryFile("extract", 0)
  expect(descriptor >= 0 && write(descriptor, file, file.count) == file.count, "no memory for a file")
  do {
    let extract = try Extract.read(
      descriptor, named: "it", VenueChoice(kinds: FetchKind.allCases), today: "2026-11-27") { _ in }
    let text = extract.document
    defer { withExtendedLifetime(text) {} }
    expectJSONObject(text.bytes, "the dataset")
    let store = try? VenueStore(reading: text)
    expect(
      store?.count == extract.venues && store?.tally.leftOut == 0,
      "no dataset of \(extract.venues): \(String(decoding: text.bytes, as: UTF8.self))")
    return Array(text.bytes)
  } catch let error as ListError {
    let isOneLine = error.message.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    expect(isOneLine && error.message.utf8.count < 1000, "\(error.message.debugDescription) is no line")
    return Array(error.message.utf8)
  } catch {
    expect(false, "\(error)")
    return []
  }
}
