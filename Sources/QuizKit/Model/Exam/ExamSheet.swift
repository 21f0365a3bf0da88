import QuizExchange
import QuizSupport

/// An exam to print: the questions, followed by the right answers with their commentary on separate
/// pages.
///
/// A single HTML file that needs no network, no scripts and no fonts of its own. Each page shows
/// the exam's name and the seed at the top, because browsers repeat the head of a table on each
/// page.
struct ExamSheet {
  let paper: ExamPaper
  let language: Language

  /// The file.
  var text: String {
    let title = escaped(paper.name)
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title) · \(paper.seed)</title>
      <style>
      \(Self.style)\(hasParts ? Self.styleOfParts : "")
      </style>
      </head>
      <body>
      \(page("questions", language.text("Exam", "模擬試験"), intro + questions))
      \(page("answers", language.text("Answers", "解答"), [answers]))
      </body>
      </html>

      """
  }

  private static let style = """
    @page { size: A4; margin: 18mm 16mm; }
    body { font-family: serif; line-height: 1.5; margin: 2em auto; \
    max-width: 46em; padding: 0 1em; }
    table { border-collapse: collapse; width: 100%; }
    td, th { padding: 0; text-align: left; vertical-align: top; font-weight: normal; }
    thead th { font-size: 0.8em; padding-bottom: 1.2em; }
    thead div { border-bottom: 1px solid; padding-bottom: 0.3em; }
    thead span { float: right; }
    h1 { font-size: 1.5em; margin: 1em 0 0.3em; }
    h2 { font-size: 1.1em; margin: 1.5em 0 0.5em; break-after: avoid; }
    .question { break-inside: avoid; margin: 1.2em 0; }
    .text, .commentary, li { white-space: pre-wrap; overflow-wrap: anywhere; }
    .identifier { color: #555; font-size: 0.75em; }
    ol.choices { list-style: none; margin: 0.4em 0 0; padding-left: 1.5em; }
    .blank { border-bottom: 1px solid; height: 1.8em; }
    .answers .question { margin: 0.8em 0; }
    .question:last-child { margin-bottom: 0; }
    @media print { body { margin: 0; max-width: none; padding: 0; } \
    .answers { break-before: page; } }
    """

  /// Whether a question has gaps, or lines to order or to match.
  private var hasParts: Bool {
    paper.items.contains { [.gaps, .order, .match].contains($0.question.content.kind) }
  }

  private static let styleOfParts = """

    .gap { border-bottom: 1px solid; display: inline-block; min-width: 6em; }
    table.parts { margin: 0.4em 0 0 1.5em; width: auto; }
    table.parts td { padding: 0.15em 1em 0.15em 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    table.parts .gap { min-width: 2.5em; }
    """

  private func page(_ kind: String, _ name: String, _ parts: [String]) -> String {
    """
    <table class="\(kind)">
    <thead><tr><th><div>\(escaped(paper.name)) · \(name)<span>\(seed)</span></div></th></tr></thead>
    <tbody><tr><td>
    \(parts.joined(separator: "\n"))
    </td></tr></tbody>
    </table>
    """
  }

  private var seed: String { language.text("seed \(paper.seed)", "シード \(paper.seed)") }

  private var intro: [String] {
    let blueprint = paper.blueprint
    var rules = [language.text(blueprint.questions.counted("question"), "\(blueprint.questions) 問")]
    if let time = blueprint.timeLimit {
      rules.append(DurationText.text(of: .milliseconds(time)))
    }
    rules.append(
      language.text("pass mark \(blueprint.passMark.text) %", "合格点 \(blueprint.passMark.text) %"))
    if blueprint.marks != ExamBlueprint.Marks() {
      rules.append(language.text("marks ", "配点 ") + blueprint.marks.text)
    }
    let name = language.text("Name", "氏名"), date = language.text("Date", "日付")
    return [
      "<h1>\(escaped(paper.name))</h1>", "<p>\(escaped(rules.joined(separator: " · ")))</p>",
      "<p>\(name): ______________________________ \(date): ______________</p>",
    ]
  }

  /// The questions. Where sections come one after the other, each begins with its name.
  private var questions: [String] {
    paper.items.indices.map { index in
      let place = paper.places[index]
      let begins = index == 0 || paper.places[index - 1] != place
      let heading = paper.blueprint.timesSections && begins ? heading(of: place) : ""
      return heading + question(index)
    }
  }

  private func heading(of place: Int) -> String {
    let part = paper.blueprint.parts[place]
    let time = part.timeLimit.map { " · " + DurationText.text(of: .milliseconds($0)) } ?? ""
    return "<h2>\(escaped(part.name + time))</h2>\n"
  }

  private func question(_ index: Int) -> String {
    let item = paper.items[index]
    return """
      <div class="question">
      <div class="text">\(index + 1). \(stem(of: item) + escaped(task(of: item)))</div>
      \(place(for: item))
      </div>
      """
  }

  /// The text of the question. Each gap is a line to write on.
  private func stem(of item: QuizItem) -> String {
    let content = item.question.content
    guard case .gaps(let solution) = content.solution else { return escaped(content.text) }
    return GapText(content.text).parts.map { part in
      switch part {
      case .text(let text): return escaped(text)
      case .gap(let gap) where solution.gaps.indices.contains(gap):
        return "(\(gap + 1)) <span class=\"gap\"></span>"
      case .gap(let gap): return escaped(GapText.mark(gap))
      }
    }.joined()
  }

  /// The place for the answer: boxes to tick, a line to write on, or a table.
  private func place(for item: QuizItem) -> String {
    switch item.question.content.solution {
    case .single, .trueFalse, .several:
      let choices = item.choices.indices.map { position in
        "<li>☐ \(ChoiceLetters.name(position)). \(escaped(item.choices[position].text))</li>"
      }
      return "<ol class=\"choices\">\n\(choices.joined(separator: "\n"))\n</ol>"
    case .text, .number, .card: return "<div class=\"blank\"></div>"
    case .gaps(let solution):
      let choices = solution.gaps.enumerated().filter { !$1.choices.isEmpty }.map { index, gap in
        "<li>(\(index + 1)) \(escaped(gap.choices.joined(separator: " / ")))</li>"
      }
      return choices.isEmpty
        ? "" : "<ol class=\"choices\">\n\(choices.joined(separator: "\n"))\n</ol>"
    case .order:
      return table(
        item.choices.indices.map { [Self.line, escaped(item.choices[$0].text)] })
    case .match(let solution):
      let rows = max(solution.pairs.count, item.choices.count)
      return table(
        (0..<rows).map { row in
          let left = solution.pairs.indices.contains(row)
          let right = item.choices.indices.contains(row)
          return [
            left ? "\(row + 1). \(escaped(solution.pairs[row].left))" : "",
            left ? Self.line : "",
            right ? "\(ChoiceLetters.name(row)). \(escaped(item.choices[row].text))" : "",
          ]
        })
    }
  }

  /// A short line to write on.
  private static let line = "<span class=\"gap\"></span>"

  private func table(_ rows: [[String]]) -> String {
    let lines = rows.map { "<tr><td>" + $0.joined(separator: "</td><td>") + "</td></tr>" }
    return "<table class=\"parts\">\n\(lines.joined(separator: "\n"))\n</table>"
  }

  private var answers: String {
    paper.items.indices.map { index in
      let item = paper.items[index]
      let content = item.question.content
      let section = paper.blueprint.parts[paper.places[index]].name
      let commentary = content.explanation
      return """
        <div class="question">
        <div>\(index + 1). <b>\(escaped(rightAnswer(item)))</b></div>
        \(commentary.isEmpty ? "" : "<div class=\"commentary\">\(escaped(commentary))</div>")
        <div class="identifier">\(escaped(identifier(item.question, section)))</div>
        </div>
        """
    }.joined(separator: "\n")
  }

  private func rightAnswer(_ item: QuizItem) -> String {
    let content = item.question.content
    switch content.solution {
    case .gaps(let solution):
      return solution.gaps.enumerated().map { index, gap in
        "(\(index + 1)) " + gap.rightAnswers.joined(separator: " / ")
      }.joined(separator: "; ")
    case .order: return content.rightAnswer
    case .match(let solution):
      let shown = item.choices.map(\.text)
      return solution.pairs.enumerated().map { index, pair in
        let place = shown.firstIndex(of: pair.right)
        return "\(index + 1) " + (place.map { ChoiceLetters.name($0) + ". " } ?? "") + pair.right
      }.joined(separator: "; ")
    case .single, .trueFalse, .several, .text, .number, .card: break
    }
    let right = Set(content.solution.rightChoices)
    let shown = item.order.indices.filter { right.contains(item.order[$0]) }
    return shown.isEmpty
      ? content.rightAnswer
      : shown.map { ChoiceLetters.name($0) + ". " + item.choices[$0].text }.joined(separator: "; ")
  }

  /// A note about what to do where the place for the answer does not tell it.
  private func task(of item: QuizItem) -> String {
    switch item.question.content.solution {
    case .several(let solution):
      solution.choose.map { language.text(" (choose \($0))", "(\($0) 個選択)") }
        ?? language.text(" (choose all that apply)", "(複数選択)")
    case .order: language.text(" (number them in order)", "(正しい順に番号を記入)")
    case .match: language.text(" (write the letters)", "(記号を記入)")
    case .single, .trueFalse, .text, .number, .card, .gaps: ""
    }
  }

  private func identifier(_ question: Question, _ section: String) -> String {
    let number = question.content.externalID ?? "\(question.id)"
    return section.isEmpty ? "#\(number)" : "#\(number) · \(section)"
  }

  /// The text with the special characters of HTML escaped. Characters that change the direction of
  /// the text after them have no effect outside their element.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        if scalar.properties.generalCategory == .control { continue }
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
