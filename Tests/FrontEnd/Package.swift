// swift-tools-version: 6.3
import PackageDescription

// Another front end for the library. It is a package of its own, so that the compiler shows that
// what is public is enough for one.
let package = Package(
  name: "FrontEnd",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "qa-repl", path: "../..")],
  targets: [
    .executableTarget(
      name: "FrontEnd",
      dependencies: [
        .product(name: "QuizKit", package: "qa-repl"),
        .product(name: "Signals", package: "qa-repl"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
