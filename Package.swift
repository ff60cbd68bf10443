// swift-tools-version: 6.0
import PackageDescription

// A static executable starts in about 1 ms where a dynamically linked one takes 5. Systems that
// ship no static C library build with `FINDER_DYNAMIC=1 swift build`.
let dynamic = Context.environment["FINDER_DYNAMIC"].map { !$0.isEmpty && $0 != "0" } ?? false
let staticLinking: [LinkerSetting] =
  dynamic
  ? []
  : [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]

// The tests read the real dataset many times over, and search it by brute force as well; without
// optimising, that would take minutes.
let optimisedInDebug: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "finder",
  products: [
    .executable(name: "finder", targets: ["finder"]),
    .executable(name: "finder-bench", targets: ["finder-bench"]),
  ],
  targets: [
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CVector"),
    .target(
      name: "FinderEngine", dependencies: ["CVector", "CZlib"], swiftSettings: optimisedInDebug),
    .target(name: "CommandLineKit"),
    .executableTarget(
      name: "finder", dependencies: ["FinderEngine", "CommandLineKit"],
      linkerSettings: staticLinking),
    .executableTarget(
      name: "finder-bench", dependencies: ["FinderEngine"], linkerSettings: staticLinking),
    .target(
      name: "TestSupport", dependencies: ["FinderEngine"], path: "Tests/TestSupport",
      swiftSettings: optimisedInDebug),
    .testTarget(
      name: "FinderEngineTests", dependencies: ["FinderEngine", "TestSupport", "CVector", "CZlib"],
      swiftSettings: optimisedInDebug),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"]),
    .testTarget(
      name: "FinderTests", dependencies: ["finder", "TestSupport"],
      exclude: ["Snapshots"]),
  ]
)
