// swift-tools-version: 6.3
import PackageDescription

/// What `make release` says of the commit, for `--version`. Other builds need no new link at each commit.
let commit = Context.environment["QA_REPL_COMMIT"]

let package = Package(
  name: "qa-repl",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "QuizKit", targets: ["QuizKit"]),
    .executable(name: "qa-repl", targets: ["qa-repl"]),
  ],
  targets: [
    .target(name: "Signals"),
    .target(name: "QuizKit", dependencies: ["Signals"]),
    .target(
      name: "BuildCommit",
      cSettings: commit.map { [.define("QA_REPL_COMMIT", to: "\"\($0)\"")] }),
    .executableTarget(name: "qa-repl", dependencies: ["BuildCommit", "QuizKit", "Signals"]),
    .testTarget(name: "SignalsTests", dependencies: ["Signals"]),
    // A program that the tests of the stores start and kill.
    .executableTarget(name: "store-child", dependencies: ["QuizKit"], path: "Tests/StoreChild"),
    // What the tests of several targets use.
    .target(name: "TestKit", dependencies: ["QuizKit"], path: "Tests/TestKit"),
    .testTarget(
      name: "QuizKitTests", dependencies: ["QuizKit", "Signals", "TestKit", "store-child"],
      exclude: ["Storage/Faults/README.md", "OldBanks/Files"]),
    .testTarget(
      name: "QAReplTests", dependencies: ["qa-repl", "QuizKit", "Signals", "TestKit"]),
  ],
  swiftLanguageModes: [.v6]
)
