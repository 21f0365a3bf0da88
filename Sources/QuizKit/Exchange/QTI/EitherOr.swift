/// The codes that Blackboard writes as the two answers to a statement.
enum EitherOr {
  /// The word for a code such as `agree_disagree.true`; other texts as they are.
  static func text(_ code: String) -> String {
    let parts = code.split(separator: ".")
    guard parts.count == 2, parts[1] == "true" || parts[1] == "false" else {
      return ["true": "True", "false": "False"][code] ?? code
    }
    let words = parts[0].split(separator: "_")
    guard words.count == 2, words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return code }
    let word = words[parts[1] == "true" ? 0 : 1]
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
