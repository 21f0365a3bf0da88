// swift-tools-version: 6.3
import PackageDescription

let signals = Target.Dependency.product(name: "Signals", package: "qa-repl")
let kit = Target.Dependency.product(name: "QuizKit", package: "qa-repl")

// Programs to read from the top. The package is one of its own, so that the compiler shows that what
// is public is enough for them.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "qa-repl", path: "..")],
  targets: [
    .executableTarget(name: "Items", dependencies: [kit, signals]),
    .executableTarget(name: "Memo", dependencies: [kit, signals]),
    .executableTarget(name: "Quiz", dependencies: [kit, signals]),
    .executableTarget(name: "Timer", dependencies: [kit, signals]),
    .executableTarget(name: "Trips", dependencies: [kit, signals]),
    .executableTarget(name: "Typing", dependencies: [signals]),
  ],
  swiftLanguageModes: [.v6]
)
