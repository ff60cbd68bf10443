import FinderEngine

/// The state of a file that has been unchanged for more than two seconds: the compiler has been at work since
/// this one was last saved.
package enum SettledFile {
  package static let identity = DatasetIdentity(ofFile: #filePath)!

  /// Others, each with its own snapshot name.
  package static func identities() throws -> [DatasetIdentity] {
    let folder = String(#filePath.dropLast("/SettledFile.swift".count))
    return try Files.names(in: folder).compactMap {
      DatasetIdentity(ofFile: FilePath("\(folder)/\($0)"))
    }
  }
}
