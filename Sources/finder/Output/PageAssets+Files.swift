import CPage
import FinderEngine
import FinderMaps

extension PageAssets {
  /// The files of `Sources/CPage`, out of the binary.
  static var own: PageAssets {
    PageAssets(
      body: bytes(pageBody()), style: bytes(pageStyle()), script: bytes(pageScript()))
  }

  private static func bytes(_ file: PageFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
