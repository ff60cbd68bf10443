/// The location of the package.
package enum Package {
  /// This file is two folders below it.
  package static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
