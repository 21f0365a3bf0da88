import QuizSupport

extension Fault {
  /// The problem as a sentence, without quoting the question.
  var japaneseSentence: String {
    switch self {
    case .unreadableFile(_, let reason): reason.text(in: .japanese)
    case .binaryFile: "テキストファイルではありません(NUL バイトがあります)"
    case .mixedEncoding: "UTF-8 でないバイトを Windows-1252 として読みました"
    case .replacementCharacter: "読めない文字が U+FFFD に置き換わりました"
    case .controlCharacters: "制御文字を取り除きました"
    case .tooLong(let limit): "\(ByteCount.text(limit)) を超える行か質問があります。このファイルからは何も取り込みません"
    case .unknownFormat: "ファイルの形式がわかりません"
    case .notThisFormat(let format, let mismatch): "\(format) ではありません: \(mismatch.japanese)"
    case .noQuestions(let format, nil): "質問が見つかりません。\(format) 形式ですか?"
    case .noQuestions(let format, let other?):
      "質問が見つかりません。\(format) 形式ですか?\(other) のようです"
    case .newerVersion(let found, let known):
      "ファイルはバージョン \(found) です。読めるのはバージョン \(known) までです"
    case .syntax(let format, let column, let fault):
      "\(format) の構文エラー(\(column) 桁目): \(fault.japanese)"
    case .responseCode(let code): "サービスの応答コード \(code): \(Self.japanese(code))"
    case .emptyStem: "質問文がありません"
    case .tooFewChoices(0): "選択肢がありません"
    case .tooFewChoices(let count): "選択肢が \(count) つしかありません"
    case .tooManyChoices(let count): "選択肢が \(count) 個あります(\(QuestionContent.maximumChoices) 個まで)"
    case .emptyChoice(let number): "\(number)番目の選択肢が空です"
    case .duplicateChoice(let text): "同じ選択肢があります:「\(text)」"
    case .ambiguousKey(let key): "正解「\(key)」が複数の選択肢と一致します"
    case .noCorrectChoice: "正解の選択肢がありません"
    case .badSolution(let reason): reason.text(in: .japanese)
    case .choicesOfTyped: "入力式の質問に選択肢があります"
    case .emptyAnswer(let number): "\(number)番目の解答が空です"
    case .notANumber(let text): "「\(text)」は数値ではありません"
    case .boundsReversed(let lower, let upper): "\(lower) から \(upper) までの範囲は空です"
    case .allChoicesRight: "すべての選択肢が正解です"
    case .noFullCredit: "満点の解答がありません"
    case .answerNotAChoice(let key): "正解「\(key)」が選択肢にありません"
    case .missingField(let name): "「\(name)」がありません"
    case .wrongType(let field, let expected): "「\(field)」の型が違います(\(expected))"
    case .bareEquals: "単語の中の=を正解の印として読みました"
    case .notMultipleChoice(let kind): "\(kind.japanese)です"
    case .hidden: "非表示の質問です"
    case .partialCreditDropped: "部分点は不正解として扱います"
    case .weightsDropped: "配点を捨て、100% のものを正解にしました"
    case .badWeight(let text): "「\(text)」は配点ではないので文字のままにしました"
    case .weightsIgnored: "配点が選択肢と合わないので使いません"
    case .severalReadAsOne: "複数選択ですが正解が 1 つなので、択一として読みました"
    case .bestChoiceRight: "100% の選択肢がないので、配点が最も高い選択肢を正解にしました"
    case .textAfterQuote: "閉じ引用符の後の文字をつなげました"
    case .quoteNotClosed: "引用符が閉じていません"
    case .tooManyColumns(let found, let expected): "列が \(found) 個あります(\(expected) 個のはずです)"
    case .tooFewColumns(let found): "列が \(found) 個しかありません"
    case .tableTooWide(let found, let limit):
      "最初の行に列が \(found) 個あります(表の列は最大 \(limit) 個)"
    case .noColumn(let role, let found):
      "\(role.japanese)の列がありません。見つかった列: \(NameList.text(found, .japanese))"
    case .columnsIgnored(let names): "使わない列: \(NameList.text(names, .japanese))"
    case .noChoices: "表と裏だけのカードで、選択肢がありません"
    case .titleNotClosed: "タイトルが::で閉じていません"
    case .moreThanOneAnswerBlock: "1 つの質問に{ }が 2 つ以上あります"
    case .brace: "{と}の対応が取れていません"
    case .trueFalseCase(let text): "「\(text)」を \(text.uppercased()) として読みました"
    case .textBeforeFirstChoice(let text): "最初の選択肢の前に「\(text)」があります"
    case .noBlankLineAfterCategory: "$CATEGORY の後に空行がありません"
    case .noBlankLineBetweenQuestions: "次の::タイトル::の前に空行がありません"
    case .blankLineInsideBraces: "{ }の中に空行があります"
    case .newlineInCommand(let command): "\(command) の \\n を改行として読みました"
    case .choiceLetterOutOfOrder(let found, let expected):
      "選択肢 \(found) があります(\(expected) のはずです)"
    case .answerCase(let text): "「\(text)」を ANSWER:として読みました"
    case .questionNotFinished: "ANSWER:の行の前に質問が終わっています"
    case .choiceWithoutQuestion: "質問文のない選択肢です"
    case .answerWithoutQuestion: "質問文のない ANSWER:です"
    case .lettersRestart: "選択肢の記号が再び A から始まっています"
    case .fenceNotClosed: "コードブロックが閉じていないので、次の質問の前で終わりとしました"
    case .commentNotClosed: "コメントが閉じていないので、次の見出しの前で終わりとしました"
    case .emptyChoiceDropped(let number): "最後の \(number)番目の選択肢は空なので、取り除きました"
    case .boxBelowCommentary: "解説の後のチェックボックスを解説として読みました"
    case .imageDropped(let name): "画像 \(name) は表示できません"
    case .imageOnlyChoice(let number): "\(number)番目の選択肢が画像だけです"
    case .fieldsIgnored(let names): "使わない項目: \(NameList.text(names, .japanese))"
    case .unreadableRecord(let reason):
      "履歴の記録を読めません(\(reason.text(in: .japanese)))"
    case .attemptMissing: "属するクイズがファイルにありません"
    case .noteWithoutSubject: "このメモの問題集や質問がファイルにありません"
    case .exam(let fault): fault.sentence(in: .japanese)
    case .lost(let feature, let count, let format):
      "\(format) は\(feature.japanese)を保存できません: \(count) 件が失われます"
    case .kindNotWritten(let kind, let format): "\(format) では\(kind.japanese)を書き出せません"
    case .unwritable(let format): "\(format) では別のものとして読まれてしまう質問です"
    case .arrowInAnswers(let format): "\(format) では解答の->が組み合わせの印として読まれます"
    case .unencodable(let characters, let encoding): "\(encoding) にない文字: \(characters)"
    }
  }

  /// How to fix it; empty if the sentence already says so.
  var japaneseHint: String {
    switch self {
    case .binaryFile: "テキストで書き出してください(BOM のない UTF-16 は --encoding で指定)"
    case .mixedEncoding, .replacementCharacter: "別の文字コードなら --encoding で指定してください"
    case .tooLong: "分けるか、--longest SIZE で上限を上げてください"
    case .unknownFormat: "--format で指定してください"
    case .notThisFormat: "正しい形式を --format で指定してください"
    case .noQuestions(_, let other?): "--format \(other) を試してください"
    case .newerVersion: "新しい qa-repl を使ってください(何も失わないよう、何も読んでいません)"
    case .responseCode(5): "5 秒待ってからやり直してください"
    case .tooFewChoices: "選択肢は 2 つ以上必要です"
    case .emptyChoice: "文字を書くか、選択肢を取り除いてください"
    case .duplicateChoice: "正解は位置で決まります。どちらかを変えてください"
    case .ambiguousKey: "選択肢を区別できるようにしてください"
    case .noCorrectChoice(let mark?): mark.japaneseHint
    case .emptyAnswer: "文字を書くか、解答を取り除いてください"
    case .notANumber: "数字で書いてください(小数点は .)"
    case .boundsReversed: "小さい方の数を先に書いてください"
    case .allChoicesRight: "不正解の選択肢はありませんか?"
    case .noFullCredit: "部分的にしか正解になりません。正しい解答を 100% にしてください"
    case .answerNotAChoice: "選択肢と同じ文字、またはその記号か番号を書いてください"
    case .bareEquals: "文中の=は\\=と書いてください"
    case .weightsIgnored: "選択肢ごとに -1〜1 の数を書き、正解より大きい数は書かないでください"
    case .notMultipleChoice: "この種類の質問は取り込みません"
    case .quoteNotClosed: "\"で閉じ、中の引用符は\"\"と書いてください"
    case .tooManyColumns: "文中のカンマではありませんか?\"引用符\"で囲んでください"
    case .tooFewColumns: "見出し行がない場合の列は、質問、選択肢、正解の順です"
    case .noColumn(let role, _): "--map \(role.rawValue)=列名 で指定してください"
    case .noChoices: "--make-choices で他のカードの裏から誤答を 3 つ選びます"
    case .moreThanOneAnswerBlock: "文中の括弧は\\{ \\}と書いてください"
    case .brace: "}で閉じ、文中の括弧は\\{ \\}と書いてください"
    case .textBeforeFirstChoice: "選択肢は=か~で始めてください"
    case .noBlankLineAfterCategory, .noBlankLineBetweenQuestions: "間に空行を入れてください"
    case .newlineInCommand(let command): "LaTeX の命令は \\\(command) と書いてください"
    case .blankLineInsideBraces: "空行は質問の区切りです。取り除いてください"
    case .choiceLetterOutOfOrder: "選択肢は A、B、C の順です。質問文を選択肢のように始められません"
    case .questionNotFinished: "質問の最後に ANSWER: A のような行を書いてください"
    case .choiceWithoutQuestion: "最初の選択肢の前の行に質問文を書いてください"
    case .lettersRestart: "次の質問の見出しが他と同じ書き方か確かめてください"
    case .fenceNotClosed: "始まりと同じ記号の行で閉じてください"
    case .commentNotClosed: "-->で閉じてください"
    case .emptyChoiceDropped: "文字を書くか、記号を取り除いてください"
    case .boxBelowCommentary: "文章の前に置くか、質問の見出しに#を付けてください"
    case .imageDropped: "質問に必要なら、内容を言葉で書いてください"
    case .kindNotWritten: "書き出していません。qa-repl の JSON ならすべての種類を書き出せます"
    case .arrowInAnswers: "書き出していません。矢印を別の記号にしてください"
    case .unwritable: "書き出していません。質問文の始まりを変えてください"
    case .unencodable: "何も書き出していません。UTF-8 を使ってください"
    case .imageOnlyChoice: "画像に説明を付けてください"
    case .exam(let fault): fault.hint(in: .japanese)
    default: ""
    }
  }

  private static func japanese(_ responseCode: Int) -> String {
    switch responseCode {
    case 1: "結果がありません"
    case 2: "パラメーターが不正です"
    case 3: "トークンが見つかりません"
    case 4: "すべての質問を取得済みです"
    case 5: "要求が多すぎます"
    default: "不明"
    }
  }
}
