import FinderEngine

extension Coordinate {
  package init(_ latitude: Double, _ longitude: Double) {
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension PostcodeReading {
  package init(_ text: [UInt8]) throws(Fault) {
    // `withUnsafeBufferPointer` does not pass on typed errors from initialisers.
    let result = text.withUnsafeBufferPointer { bytes -> Result<PostcodeReading, Fault> in
      do throws(Fault) { return .success(try PostcodeReading(bytes)) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }
}
