// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the product needs no other: peers are named here and only here.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "qa-repl", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
  ],
  targets: [
    // Shared by all benchmarks: rounds, medians, tables, and a count of heap requests.
    .target(name: "AllocationCounter"),
    .target(name: "BenchmarkKit", dependencies: ["AllocationCounter"]),

    .executableTarget(
      name: "SignalsBench",
      dependencies: [
        "BenchmarkKit", .product(name: "Signals", package: "qa-repl"), "OpenCombine",
      ]),
    .executableTarget(name: "ProgramBench"),

    // One program for each contender, so that each pays only for its own start.
    .target(name: "StoreBenchKit"),
    .executableTarget(
      name: "StoreWorkerQuizKit",
      dependencies: ["StoreBenchKit", .product(name: "QuizKit", package: "qa-repl")]),
    .executableTarget(
      name: "StoreWorkerGRDB",
      dependencies: ["StoreBenchKit", .product(name: "GRDB", package: "GRDB.swift")]),
    .executableTarget(name: "StoreBench", dependencies: ["StoreBenchKit", "BenchmarkKit"]),

    .executableTarget(
      name: "ExchangeBench",
      dependencies: ["BenchmarkKit", .product(name: "QuizKit", package: "qa-repl")]),
    .executableTarget(
      name: "InflateBench", dependencies: [.product(name: "QuizKit", package: "qa-repl")]),
    .executableTarget(
      name: "ReviewBench",
      dependencies: [
        "BenchmarkKit", .product(name: "QuizKit", package: "qa-repl"),
        .product(name: "Signals", package: "qa-repl"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
