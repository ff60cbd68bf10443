import FinderEngine

/// The state of a file that nobody has touched for more than two seconds: the compiler has been at
/// work since this one was last saved.
package enum SettledFile {
  package static let identity = DatasetIdentity(ofFile: #filePath)!

  /// Others, each with a snapshot name of its own.
  package static func identities() throws -> [DatasetIdentity] {
    let folder = String(#filePath.dropLast("/SettledFile.swift".count))
    return try Files.names(in: folder).compactMap {
      DatasetIdentity(ofFile: FilePath("\(folder)/\($0)"))
    }
  }
}
