import FinderEngine

/// The statuses of sysexits.h, which not every system's headers bring.
enum ExitStatus {
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let ioError: Int32 = 74
}
