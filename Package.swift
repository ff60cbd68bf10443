// swift-tools-version: 6.0
import PackageDescription

// A static executable starts in about 1 ms where a dynamically linked one takes 5. Systems that
// ship no static C library build with `FINDER_DYNAMIC=1 swift build`.
let dynamic = Context.environment["FINDER_DYNAMIC"].map { !$0.isEmpty && $0 != "0" } ?? false
let staticLinking: [LinkerSetting] =
  dynamic
  ? []
  : [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]

let package = Package(
  name: "finder",
  products: [
    .executable(name: "finder", targets: ["finder"]),
    .executable(name: "finder-bench", targets: ["finder-bench"]),
    .library(name: "FinderEngine", targets: ["FinderEngine"]),
  ],
  targets: [
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CVector"),
    // No unsafe flags here: a package that has them cannot be depended on by version.
    .target(name: "FinderEngine", dependencies: ["CVector", "CZlib"]),
    .target(name: "CommandLineKit"),
    .executableTarget(
      name: "finder", dependencies: ["FinderEngine", "CommandLineKit"],
      linkerSettings: staticLinking),
    .executableTarget(
      name: "finder-bench", dependencies: ["FinderEngine"], linkerSettings: staticLinking),
    .target(
      name: "TestSupport", dependencies: ["FinderEngine", "CommandLineKit"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "FinderEngineTests", dependencies: ["FinderEngine", "TestSupport", "CVector", "CZlib"]),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"]),
    .testTarget(
      name: "FinderTests", dependencies: ["finder", "TestSupport"],
      exclude: ["Snapshots"],
      // Nearly all of their time goes into the binaries they start: `swift test -Xswiftc -O` builds
      // them in half the time when they themselves are left as they are (57 s of CPU, not 106).
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-Onone"])]),
  ]
)
