/// Meaningless questions of the usual lengths.
enum Bank {
  static func csv(questions: Int, decks: Int) -> String {
    var text = "question,choice1,choice2,choice3,choice4,correct,explanation,category,tags\n"
    for number in 0..<questions {
      text += "質問 \(number): 次のうち \(number &* 7919 % 1_000_003) にいちばん近い数はどれですか。,"
      text += "選択肢 \(number) a,選択肢 \(number) b,選択肢 \(number) c,選択肢 \(number) d,"
      text +=
        "\(number % 4 + 1),解説 \(number): 差を比べるとわかります。,deck \(number % decks),tag \(number % 7)\n"
    }
    return text
  }
}
