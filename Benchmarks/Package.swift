// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the product needs no other: peers are named here and only here.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "qa-repl", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
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
  ],
  swiftLanguageModes: [.v6]
)
