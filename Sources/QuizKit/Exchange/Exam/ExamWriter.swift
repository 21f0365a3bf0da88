import QuizSupport

/// Writes an exam in its text form.
package enum ExamWriter {
  /// The lines of the file, with a newline at the end. Settings with their usual values are left
  /// out.
  package static func text(_ name: String, _ blueprint: ExamBlueprint) -> String {
    var settings = ["questions \(blueprint.questions)"]
    if let time = blueprint.timeLimit {
      settings.append("time " + DurationText.text(of: .milliseconds(time)))
    }
    settings.append("pass \(blueprint.passMark.text)%")
    var lines = ["exam " + name, settings.joined(separator: ", ")]
    if blueprint.marks != ExamBlueprint.Marks() { lines.append("marks " + blueprint.marks.text) }
    let rules =
      (blueprint.allowsBack ? [] : ["back no"]) + (blueprint.allowsPause ? ["pause yes"] : [])
    if !rules.isEmpty { lines.append(rules.joined(separator: ", ")) }
    lines += blueprint.sections.map { "section " + $0.text }
    return lines.joined(separator: "\n") + "\n"
  }
}
