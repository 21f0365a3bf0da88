import QuizSupport

/// Faults of Markdown, and of markup in other formats.
extension Fault {
  package static let lettersRestart = Fault(
    "letters-restart", "the letters of the choices start again at A", "選択肢の記号が再び A から始まっています",
    hint: Reason(
      "is the heading of the next question marked like the others?", "次の質問の見出しが、ほかと同じ書き方か確かめてください"))

  package static let fenceNotClosed = Fault(
    "fence-not-closed", "a block of code is never closed; it was ended before the next question",
    "コードブロックが閉じていないので、次の質問の前で終わりとしました",
    hint: Reason("close it with a line of the marks that it begins with", "始まりと同じ記号の行で閉じてください"),
    level: .warning)

  package static let commentNotClosed = Fault(
    "comment-not-closed", "a comment is never closed; it was ended before the next heading",
    "コメントが閉じていないので、次の見出しの前で終わりとしました", hint: Reason("close it with -->", "-->で閉じてください"),
    level: .warning)

  package static func emptyChoiceDropped(number: Int) -> Fault {
    Fault(
      "empty-choice-dropped", "choice \(number), the last one, is empty and was left out",
      "最後の \(number)番目の選択肢は空なので、取り除きました",
      hint: Reason("write its text, or take the mark out", "内容を書くか、記号を削除してください"), level: .warning)
  }

  package static let boxBelowCommentary = Fault(
    "box-below-commentary", "a check box below the commentary was read as commentary",
    "解説の後のチェックボックスを解説として読みました",
    hint: Reason(
      "put it above the text, or mark the heading of its question with #",
      "文章の前に置くか、質問の見出しに#を付けてください"), level: .warning)

  package static func imageDropped(_ name: String) -> Fault {
    Fault(
      "image-dropped", "the image \(name) cannot be shown", "画像 \(name) は表示できません",
      hint: Reason("say in words what it shows, if the question needs it", "質問に必要なら、内容を言葉で書いてください"),
      level: .warning)
  }

  package static func imageOnlyChoice(number: Int) -> Fault {
    Fault(
      "image-only-choice", "choice \(number) is only an image", "\(number)番目の選択肢が画像だけです",
      hint: Reason("give the image a description", "画像に説明を付けてください"))
  }
}
