// The entry point that libFuzzer calls with one input after another. Built together with the
// engine's sources into one module, so that all of it is seen and checked: see `run`.
//
// FINDER_FUZZ says what the bytes are: `reader`, a dataset; `ways`, a dataset to be read in two ways;
// `bulk`, a stream of points; `lists`, a list to convert; `hours`, opening hours; `fetch`, an answer to a
// fetch; `extract`, an extract of OpenStreetMap.

private let target: @Sendable (UnsafeBufferPointer<UInt8>) -> Void = {
  // A stream may be left before its end.
  signal(SIGPIPE, SIG_IGN)
  return switch getenv("FINDER_FUZZ").map({ String(cString: $0) }) {
  case "reader": fuzzReader
  case "ways": fuzzQuickWay
  case "bulk": fuzzBulk
  case "lists": fuzzLists
  case "hours": fuzzHours
  case "fetch": fuzzFetch
  case "extract": fuzzExtract
  default: fatalError("FINDER_FUZZ must be reader, ways, bulk, lists, hours, fetch or extract")
  }
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(UnsafeBufferPointer(start: start, count: count))
  return 0
}

/// Ends the run with the input kept, unless `condition` holds.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  let text = "finder fuzzing: \(message())\n"
  write(STDERR_FILENO, text, text.utf8.count)
  abort()
}

/// The whole of `bytes` is one JSON text that holds an object.
func expectJSONObject(_ bytes: some Collection<UInt8>, _ what: String) {
  let text = PaddedBytes(copying: bytes)
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  expect(cursor.byte == UInt8(ascii: "{"), "\(what) is no object")
  do {
    try cursor.skipValue()
    expect(cursor.isAtEnd(), "\(what) is followed by more")
  } catch {
    expect(false, "\(what) is not JSON: \(error) in \(String(decoding: bytes, as: UTF8.self))")
  }
}
