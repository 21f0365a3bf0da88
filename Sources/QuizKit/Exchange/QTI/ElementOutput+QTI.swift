/// The elements of QTI 1.2 that occur in several kinds of questions.
extension ElementOutput {
  /// Appends a text that people read: as HTML where that keeps the text and its lines, otherwise
  /// plain.
  mutating func material(_ text: String) {
    let html = Self.html(text)
    let isHTML = text.contains("\n") && QTIMaterial().text(ofHTML: html) == text
    element("material") { output in
      output.element(
        "mattext", ["texttype": isHTML ? "text/html" : "text/plain"], text: isHTML ? html : text)
    }
  }

  /// The text as HTML, with code in fences as code.
  private static func html(_ text: String) -> String {
    var html = ""
    var code: [Substring]?
    var fence: Substring = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = code {
        if line == "```" {
          let language =
            fence.isEmpty ? "" : " class=\"language-\(QTIMaterial.escaped(String(fence)))\""
          let text = QTIMaterial.escaped(lines.joined(separator: "\n"))
          html += "<pre><code\(language)>\(text)</code></pre>"
          code = nil
        } else {
          code = lines + [line]
        }
      } else if line.hasPrefix("```") {
        fence = line.dropFirst(3)
        code = []
      } else {
        html += QTIMaterial.escaped(String(line)) + "<br>"
      }
    }
    return html
  }

  /// Appends choices, numbered from 1.
  mutating func labels(_ texts: [String]) {
    element("render_choice") { output in
      for (index, text) in texts.enumerated() {
        output.element("response_label", ["ident": "\(index + 1)"]) { $0.material(text) }
      }
    }
  }

  /// Appends a rule that gives a part of the points.
  mutating func rule(
    _ worth: Double, action: String = "Set", _ condition: (inout ElementOutput) -> Void
  ) {
    element("respcondition", ["continue": action == "Add" ? "Yes" : "No"]) { output in
      output.element("conditionvar") { condition(&$0) }
      output.element(
        "setvar", ["action": action, "varname": "SCORE"], text: MoodlePercent.text(of: worth))
    }
  }

  /// Appends a rule that shows feedback.
  mutating func feedbackRule(
    _ identifier: String, _ condition: (inout ElementOutput) -> Void
  ) {
    element("respcondition", ["continue": "Yes"]) { output in
      output.element("conditionvar") { condition(&$0) }
      output.element("displayfeedback", ["feedbacktype": "Response", "linkrefid": identifier])
    }
  }

  mutating func equal(_ response: String, _ text: String, isCaseSensitive: Bool = false) {
    if isCaseSensitive {
      element("varequal", ["respident": response, "case": "Yes"], text: text)
    } else {
      element("varequal", ["respident": response], text: text)
    }
  }

  /// Appends the condition that a number is one of these.
  mutating func span(_ span: NumberSpan) {
    switch span {
    case .value(let value, 0): equal("response1", TypedNumber.text(of: value))
    case .value(let value, let tolerance):
      element("or") { output in
        output.equal("response1", TypedNumber.text(of: value))
        output.element("and") { $0.bounds(value - tolerance, value + tolerance) }
      }
    case .range(let lower, let upper): bounds(lower, upper)
    case .any: element("not") { $0.element("unanswered", ["respident": "response1"]) }
    }
  }

  private mutating func bounds(_ lower: Double, _ upper: Double) {
    element("vargte", ["respident": "response1"], text: TypedNumber.text(of: lower))
    element("varlte", ["respident": "response1"], text: TypedNumber.text(of: upper))
  }
}
