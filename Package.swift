// swift-tools-version: 6.3
import PackageDescription

/// Whether `make release` has written the commit for `--version` below .build, as a module of its
/// own. Other builds have none, and need no new link at each commit.
let isRelease = Context.environment["QA_REPL_COMMIT"] != nil

/// The modules of QuizKit, each made of one or two of its folders.
let kit: [Target.Dependency] = ["QuizExchange", "QuizKit", "QuizStore", "QuizSupport"]

/// Small before fast, in `make release` alone: what is done for a key takes little time either way,
/// and the released file has a limit. A package with such flags can be nobody's dependency.
let small: [SwiftSetting] = isRelease ? [.unsafeFlags(["-Osize"])] : []

/// Tests that are built like a release are built so for what they test. Their own lines, sixty
/// thousand, would be made fast by one processor for each module; so all compile them as they are.
let plain: [SwiftSetting] = [
  .unsafeFlags(
    ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
    .when(configuration: .release))
]

let package = Package(
  name: "qa-repl",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(
      name: "QuizKit", targets: ["QuizKit", "QuizExchange", "QuizStore", "QuizSupport"]),
    .executable(name: "qa-repl", targets: ["qa-repl"]),
  ],
  targets: [
    .target(name: "Signals"),
    .target(
      name: "QuizSupport", dependencies: ["Signals"], path: "Sources/QuizKit/Support"),
    .target(
      name: "QuizStore", dependencies: ["QuizSupport", "Signals"],
      path: "Sources/QuizKit/Storage"),
    .target(
      name: "QuizExchange", dependencies: ["QuizSupport"], path: "Sources/QuizKit",
      exclude: [
        "Model", "QuizKit.docc", "Samples", "Storage", "Support", "Sync", "ViewModels",
      ]),
    .target(
      name: "QuizKit", dependencies: ["QuizExchange", "QuizStore", "QuizSupport", "Signals"],
      path: "Sources/QuizKit", exclude: ["Content", "Exchange", "Storage", "Support"],
      swiftSettings: small),
    .target(
      name: "Terminal", dependencies: ["QuizSupport", "Signals"],
      path: "Sources/qa-repl/Terminal", swiftSettings: small),
    .executableTarget(
      name: "qa-repl",
      dependencies: ["Signals", "Terminal"] + kit + (isRelease ? ["BuildCommit"] : []),
      exclude: ["Terminal"], swiftSettings: small),
    .testTarget(name: "SignalsTests", dependencies: ["Signals"], swiftSettings: plain),
    // A program that the tests of the stores start and kill.
    .executableTarget(name: "store-child", dependencies: kit, path: "Tests/StoreChild"),
    // Code that the tests of several targets share.
    .target(name: "TestKit", dependencies: kit, path: "Tests/TestKit"),
    .testTarget(
      name: "QuizKitTests", dependencies: kit + ["Signals", "TestKit", "store-child"],
      exclude: ["Storage/Faults/README.md", "OldBanks/Files"], swiftSettings: plain),
    .testTarget(
      name: "QAReplTests", dependencies: kit + ["qa-repl", "Signals", "Terminal", "TestKit"],
      swiftSettings: plain),
  ] + (isRelease ? [.target(name: "BuildCommit", path: ".build/commit")] : []),
  swiftLanguageModes: [.v6]
)
