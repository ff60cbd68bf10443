// swift-tools-version: 6.0
import PackageDescription

// A static executable starts in about 1 ms where a dynamically linked one takes 5. Systems that
// ship no static C library build with `FINDER_DYNAMIC=1 swift build`.
let dynamic = Context.environment["FINDER_DYNAMIC"].map { !$0.isEmpty && $0 != "0" } ?? false
let staticLinking: [LinkerSetting] =
  dynamic
  ? []
  : [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]

// All that asks for memory in the static finder asks by way of CProcess.
let memoryWrapped: [LinkerSetting] =
  dynamic
  ? []
  : [
    .unsafeFlags(
      ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"].flatMap {
        ["-Xlinker", "--wrap=\($0)"]
      }, .when(platforms: [.linux], configuration: .release))
  ]

// `.ci/install` links once more with a list of the functions that a query runs, which then lie together in
// the file: 130 page faults instead of 182. Of the toolchain's linkers only LLD takes one.
let functionsInOrder: [LinkerSetting] =
  Context.environment["FINDER_FUNCTION_ORDER"].map {
    [
      .unsafeFlags(
        [
          "-use-ld=lld", "-Xlinker", "--no-warn-symbol-ordering", "-Xlinker",
          "--symbol-ordering-file=\($0)",
        ], .when(platforms: [.linux], configuration: .release))
    ]
  } ?? []

// `swift test -Xswiftc -O` optimises what is tested. The tests themselves are built in half the time
// when they are not (165 s of processor time instead of 330).
let notOptimised: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-Onone"])]

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
    .target(
      name: "CProcess",
      cSettings: dynamic
        ? [] : [.define("STATIC_EXECUTABLE", .when(platforms: [.linux], configuration: .release))]),
    .target(name: "CPage", exclude: ["page.html", "page.css", "page.js"]),
    // No unsafe flags here: a package that has them cannot be depended on by version.
    .target(name: "FinderEngine", dependencies: ["CVector", "CZlib"]),
    .target(name: "OpeningHoursKit"),
    .target(name: "FinderChanges", dependencies: ["FinderEngine"]),
    .target(
      name: "FinderLists",
      dependencies: ["FinderEngine", "FinderChanges", "OpeningHoursKit", "CZlib"]),
    .target(name: "FinderOwn", dependencies: ["FinderEngine", "FinderChanges", "OpeningHoursKit"]),
    .target(name: "FinderMaps", dependencies: ["FinderEngine", "CVector", "CZlib"]),
    .target(name: "CommandLineKit"),
    .executableTarget(
      name: "finder",
      dependencies: [
        "FinderEngine", "FinderChanges", "FinderLists", "FinderOwn", "FinderMaps", "CommandLineKit",
        "OpeningHoursKit", "CProcess", "CPage",
      ],
      linkerSettings: staticLinking + memoryWrapped + functionsInOrder),
    .executableTarget(
      name: "finder-bench", dependencies: ["FinderEngine", "OpeningHoursKit"],
      linkerSettings: staticLinking),
    .target(
      name: "TestSupport", dependencies: ["FinderEngine", "CommandLineKit", "CZlib"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "FinderEngineTests",
      dependencies: [
        "FinderEngine", "FinderLists", "OpeningHoursKit", "TestSupport", "CVector", "CZlib",
      ],
      exclude: ["Search/Chains/Labels"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "FinderChangesTests", dependencies: ["FinderChanges", "TestSupport"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "FinderListsTests", dependencies: ["FinderLists", "TestSupport"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "FinderOwnTests", dependencies: ["FinderOwn", "TestSupport"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "FinderMapsTests",
      dependencies: ["FinderMaps", "FinderLists", "TestSupport", "CVector", "CZlib"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "OpeningHoursKitTests", dependencies: ["OpeningHoursKit", "TestSupport"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"],
      swiftSettings: notOptimised),
    .testTarget(
      name: "FinderTests", dependencies: ["finder", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: notOptimised),
  ]
)
