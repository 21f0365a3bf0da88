import Foundation
import Testing

/// The walks in CONTRIBUTING lead from function to function as the sources do.
@Suite struct WalkTests {
  /// A member of a type.
  private struct Step: Hashable {
    var type: String
    var name: String
  }

  /// The steps of each walk, by its title.
  private static func walks() throws -> [String: [[Step]]] {
    let folder = URL(filePath: #filePath).appending(path: "../../..").standardized
    let text = try String(contentsOf: folder.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let sections = text.components(separatedBy: "\n### A walk: ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let lines = section.prefix(
          upTo: section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex
        )
        .split(separator: "\n")
        let steps = lines.compactMap { $0.wholeMatch(of: #/    (\w+): (.+)/#) }.map { line in
          line.2.components(separatedBy: " → ").map { Step(type: String(line.1), name: $0) }
        }
        return (String(lines[0]), steps)
      })
  }

  @Test func `there is a walk for a key, a tick, a save, an import and a sync, each to its end`()
    throws
  {
    let walks = try Self.walks()
    #expect(walks.keys.sorted() == ["a key", "a save", "a sync", "a tick", "an import"])
    // What is done in the end: bytes are on the screen, on the disk, or what came is said.
    let ends = ["a key": "write", "a tick": "write", "a save": "sync"]
    for (title, lines) in walks {
      #expect((3...25).contains(lines.count), "\(title)")
      #expect(ends[title] == nil || lines.last?.last?.name == ends[title], "\(title)")
    }
  }

  @Test(arguments: ["a key", "a tick", "a save", "an import", "a sync"])
  func `each step of a walk is in its type and is linked to the one before, or came before`(
    title: String
  ) throws {
    let steps = try #require(try Self.walks()[title]).joined()
    var before: (step: Step, bodies: [String])?
    var seen: Set<Step> = []
    for step in steps {
      let bodies = try SourceCode.bodies(of: step.type)
        .flatMap { Self.bodies(of: step.name, in: $0) }
      #expect(!bodies.isEmpty, "\(step.type): \(step.name)")
      if let before, !seen.contains(step) {
        let isNamed =
          before.bodies.contains { Self.names($0, step.name) }
          || bodies.contains { Self.names($0, before.step.name) }
        #expect(isNamed, "\(before.step.name) → \(step.type): \(step.name)")
      }
      before = (step, bodies)
      seen.insert(step)
    }
  }

  private static func names(_ body: String, _ name: String) -> Bool {
    body.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
  }

  /// The declarations called `name`, each from its first line to the end of its body.
  private static func bodies(of name: String, in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { start -> String? in
      let words = lines[start].split { " (<:=".contains($0) }
      let isInit = name == "init" && words.contains { $0 == "init" || $0 == "init?" }
      let isDeclared = zip(words, words.dropFirst()).contains { keyword, word in
        ["func", "var", "let", "case", "struct", "class"].contains(keyword) && word == name
      }
      let isComment = lines[start].drop { $0 == " " }.hasPrefix("//")
      guard isInit || isDeclared, !isComment else { return nil }
      let indent = lines[start].prefix { $0 == " " }
      let end = lines[(start + 1)...].firstIndex { line in
        line.hasPrefix(indent) && !line.dropFirst(indent.count).hasPrefix(" ")
          && !line.dropFirst(indent.count).hasPrefix(")")
      }
      return lines[start...(end ?? start)].joined(separator: "\n")
    }
  }
}
