import QuizSupport

/// Faults of GIFT text.
extension Fault {
  /// A `=` inside a word of a GIFT file, which counts as the mark of a right answer.
  package static let bareEquals = Fault(
    "bare-equals", "a = inside a word was read as the mark of a right answer",
    "単語の中の=を正解の印として読みました", hint: Reason("a = inside text must be written \\=", "文中の=は\\=と書いてください"),
    level: .warning)

  package static let titleNotClosed = Fault(
    "title-not-closed", "the title is not closed by ::", "題名が::で閉じていません", level: .warning)

  package static let moreThanOneAnswerBlock = Fault(
    "more-than-one-answer-block", "more than one { } in a question", "1 つの質問に{ }が 2 つ以上あります",
    hint: Reason("write braces in text as \\{ and \\}", "文中の括弧は\\{ \\}と書いてください"))

  package static let brace = Fault(
    "brace", "{ without } or } without {", "{と}の対応が取れていません",
    hint: Reason(
      "close the answers with }, and write braces in text as \\{ and \\}",
      "}で閉じ、文中の括弧は\\{ \\}と書いてください"))

  package static func trueFalseCase(_ text: String) -> Fault {
    Fault(
      "truefalse-case", "\"\(text)\" was read as \(text.uppercased())",
      "「\(text)」を \(text.uppercased()) として読みました", level: .warning)
  }

  package static func textBeforeFirstChoice(_ text: String) -> Fault {
    Fault(
      "text-before-first-choice", "\"\(text)\" is before the first choice",
      "最初の選択肢の前に「\(text)」があります", hint: Reason("begin each choice with = or ~", "選択肢は=か~で始めてください"))
  }

  package static let noBlankLineAfterCategory = Fault(
    "no-blank-line-after-category", "no blank line after $CATEGORY", "$CATEGORY の後に空行がありません",
    hint: Reason("put a blank line between them", "間に空行を入れてください"), level: .warning)

  package static let noBlankLineBetweenQuestions = Fault(
    "no-blank-line-between-questions", "no blank line before the next ::title::",
    "次の::題名::の前に空行がありません", hint: Reason("put a blank line between them", "間に空行を入れてください"),
    level: .warning)

  package static let blankLineInsideBraces = Fault(
    "blank-line-inside-braces", "blank line inside { }", "{ }の中に空行があります",
    hint: Reason("a blank line separates questions; remove it", "空行は質問の区切りです。取り除いてください"),
    level: .warning)

  package static func newlineInCommand(_ command: String) -> Fault {
    Fault(
      "newline-in-command", "\\n in \(command) was read as a line end",
      "\(command) の \\n を改行として読みました",
      hint: Reason("write a LaTeX command as \\\(command)", "LaTeX の命令は \\\(command) と書いてください"),
      level: .warning)
  }

  /// A part of a matching question lacks the arrow.
  package static func pairWithoutArrow(_ text: String) -> Fault {
    Fault(
      "pair-without-arrow", "\"\(text)\" has no -> to what belongs to it",
      "「\(text)」に対応を示す->がありません",
      hint: Reason("write each pair as =left -> right", "組は =左 -> 右 と書いてください"))
  }
}
