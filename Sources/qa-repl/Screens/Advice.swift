import QuizExchange
import QuizKit
import QuizStore
import QuizSupport
import Terminal

/// The advice on what to type about a message: one row for each topic
/// (``QuizSupport/Message/topic``) for which there is a command or option.
///
/// The library reports what happened. Only this program knows the words of its commands and
/// options.
enum Advice {
  private enum Sentences {
    /// Sentences after those of the message.
    case then(String, String)
    /// Sentences after those of the message that name a command for a field of a form. Nobody types
    /// one who fills in the fields of a live form.
    case inForm(String, String)
    /// A part of a sentence: a line of its own below a problem of a file, or the end of a message.
    case hint(String, String)
    /// Sentences that replace those of the message.
    case instead(String, String)
  }

  /// The message, with the advice on what to type.
  ///
  /// - Parameter hasFields: Whether forms have fields to fill in, instead of commands.
  static func text(
    of message: Message, in language: Language, hasFields: Bool = false
  ) -> String {
    if message.topic.hasSuffix(ImportError.Remedy.looked) { return lookable(message, language) }
    let text = message.text(in: language)
    let said = { (english: String, japanese: String) in
      fill(language.text(english, japanese), with: message.facts)
    }
    switch rows[message.topic] {
    case .inForm where hasFields: return text
    case .then(let english, let japanese), .inForm(let english, let japanese):
      let advice = said(english, japanese)
      return advice.isEmpty ? text : text + language.text(" ", "") + advice
    case .hint(let english, let japanese):
      return text + language.text("; ", "。") + said(english, japanese)
    case .instead(let english, let japanese): return said(english, japanese)
    case nil: return text
    }
  }

  /// The message about a file that can be looked at, with how to do that behind its own advice.
  private static func lookable(_ message: Message, _ language: Language) -> String {
    let own = Message(
      message.code, message.sentences,
      topic: String(message.topic.dropLast(ImportError.Remedy.looked.count)),
      facts: message.facts.dropLast())
    return text(of: own, in: language)
      + fill(
        language.text(
          "; in a session “{0} --look” shows what can be chosen", "。対話中は {0} --look で読み方を選べます"),
        with: message.facts.suffix(1))
  }

  /// How to fix a problem of a file; empty if there is nothing to add.
  static func hint(of problem: Problem, in language: Language) -> String {
    let fault = problem.fault
    if case .hint(let english, let japanese) = rows[fault.topic] {
      return fill(language.text(english, japanese), with: fault.facts)
    }
    return fault.hint?.text(in: language) ?? ""
  }

  /// The advice, with the facts of the message in place of `{0}`, `{1}` and so on.
  private static func fill(_ advice: String, with facts: some Collection<String>) -> String {
    facts.enumerated().reduce(advice) { text, fact in
      text.replacing("{\(fact.offset)}", with: fact.element)
    }
  }

  /// The topics that have a row.
  static var topics: [String] { rows.keys.sorted() }

  private static let rows: [String: Sentences] = [
    // The store
    "store-in-use": .then(
      "Close that one, or open it with --read-only.", "そちらを閉じるか、--read-only で開いてください。"),
    "store-damaged": .then(
      "Of a journal, --salvage reads the undamaged part.", "ジャーナルなら --salvage で壊れていない部分を読み出せます。"),
    "store-salvaged": .then(
      "“export FILE.json --backup” keeps what is here.",
      "読み出せた内容は export FILE.json --backup で書き出せます。"),
    "conflict.save": .then(
      "“overwrite”, “reload” or “keep-both”?", "overwrite、reload、keep-both のどれかを選んでください。"),
    // Screens
    "no-way-back": .then("“quit” leaves.", "quit で終了します。"),
    "not-running": .then("“start” starts it.", "start で始めます。"),
    // Quizzes
    "no-questions.bank": .then("“import” or “sample” adds some.", ""),
    "nothing-to-resume": .then("“quiz” starts one.", "quiz で始められます。"),
    "already-finished": .then("“quiz” starts another.", "quiz で新しく始められます。"),
    "nothing-ticked": .then("Choose some, such as “1 3”.", "「1 3」のように選んでください。"),
    "nothing-filled": .then(
      "“gap 1 TEXT” fills a gap.", "gap 1 文字 のように入力してください。"),
    "nothing-filled.order": .then(
      "“order 3 1 2” is an answer.", "order 3 1 2 のように答えてください。"),
    "nothing-filled.match": .then(
      "“match 1b 2a” matches two lines.", "match 1b 2a のように答えてください。"),
    "not-a-pair.form": .then(
      "Write them with | between: France | Paris.", "France | Paris のように書いてください。"),
    "no-gaps": .then("Write [[1]] where the first one is.", "最初の空欄の位置に [[1]] と書いてください。"),
    "gap-without-answers": .inForm(
      "“gap N TEXT” writes them.", "gap N 文字 で入力してください。"),
    "empty-back": .inForm("“back-side TEXT” writes it.", "back-side 文字 で入力してください。"),
    "too-few-pairs": .inForm(
      "“pair 1 France | Paris” writes one.", "pair 1 France | Paris のように入力してください。"),
    "takes-gaps": .then("“gap 1 TEXT” fills one.", "gap 1 文字 のように入力してください。"),
    "takes-order": .then("“order 3 1 2” does it.", "order 3 1 2 のように入力してください。"),
    "takes-pairs": .then("“match 1b 2a” does it.", "match 1b 2a のように入力してください。"),
    "takes-grade": .then(
      "“show” shows its back; then “again”, “hard”, “good” or “easy”.",
      "show で裏面を表示し、again、hard、good、easy で評価します。"),
    "other-count-ticked": .then(
      "“choose” with numbers hands in any others.", "ほかの選択肢で回答するなら、choose に番号を付けてください。"),
    "takes-typed-answer.number": .then(
      "“answer” and the number hands it in, such as “answer 42”.", "answer 42 のように入力してください。"),
    "takes-typed-answer.text": .then(
      "“answer” and the text hands it in.", "answer の後に答えを入力してください。"),
    "empty-answer.quiz": .then(
      "The Right key or the command “skip” goes on without one.",
      "答えずに進むなら、右矢印キーか skip を使ってください。"),
    "at-first-question.quiz": .then("“home” leaves the quiz.", "home でクイズを中断できます。"),
    "no-going-back": .then("“next” goes on.", "next で次へ進みます。"),
    "no-restart": .then("“result” ends it.", "result で終わります。"),
    "paused": .then("“resume” goes on.", "resume で再開します。"),
    "already-revealed": .then("“next” goes on.", "next で次へ進みます。"),
    "pictures-left-out": .then("“doctor” lists what is missing.", "doctor で確認できます。"),
    "not-yet-again": .then("“next” asks it now.", "next ですぐに出題します。"),
    "nothing-more": .then("“restart” plays these again.", "restart で同じ質問をやり直せます。"),
    "fit-running": .then("“cancel” stops it.", "cancel で中止できます。"),
    // Exams
    "unknown-exam.none": .then("“exam new NAME” makes one.", "exam new 名前 で作れます。"),
    "unknown-exam.others": .then("“exams” lists them.", "exams で一覧を表示します。"),
    "differs-here": .hint("--theirs takes the file's", "--theirs でファイルの内容にできます"),
    "not-a-section": .then(
      "Write “NAME: 24% of tag T” or “NAME: 10 of deck D, time 5m”.",
      "「名前: 24% of tag T」や「名前: 10 of deck D, time 5m」のように書いてください。"),
    "no-such-section.none": .inForm("“add-section” adds one.", "add-section で追加できます。"),
    // Forms
    "form-is-open": .then("“save” or “cancel” first.", "先に save か cancel を実行してください。"),
    "no-form-is-open": .then("“edit” starts.", "edit で編集を始めます。"),
    "no-conflict": .then("“save” saves it.", "save で保存できます。"),
    "empty-question": .inForm("“question TEXT” writes it.", ""),
    "empty-choice.form": .inForm("“choice {0} TEXT” writes it.", ""),
    "no-correct-choice.form": .inForm("“correct N” marks it.", ""),
    "empty-commentary": .inForm("“commentary TEXT” writes it.", ""),
    "no-such-choice.form": .inForm("“add-choice TEXT” adds one.", "add-choice で追加できます。"),
    "one-right-choice": .inForm("“kind several” allows more.", "kind several で複数にできます。"),
    "not-two-choices": .inForm("“remove-choice N” removes one.", "remove-choice N で減らせます。"),
    "other-kind": .inForm("“kind {0}” makes this one of them.", "kind {0} で種類を変えられます。"),
    "no-answer.number": .inForm(
      "“number 3.14 ± 0.01” or “number 3 to 4” adds one.",
      "number 3.14 ± 0.01 や number 3 to 4 で追加できます。"),
    "no-answer.text": .inForm("“accept TEXT” adds one.", "accept 文字 で追加できます。"),
    "empty-answer.form": .inForm("“accept TEXT” adds one.", "accept 文字 で追加できます。"),
    "not-a-number.form": .then(
      "“number 3.14 ± 0.01” and “number 3 to 4” are.",
      "number 3.14 ± 0.01 や number 3 to 4 のように書きます。"),
    "all-choices-right.form": .inForm(
      "If that is not intended, “correct 1 3” marks some of them.",
      "意図したものでなければ correct 1 3 のように選び直してください。"),
    "weights-dropped.form": .then("“undo” brings them back.", "undo で元に戻せます。"),
    // Notes
    "empty-note": .inForm("“title” or “body” writes it.", ""),
    "no-note-open": .then("“new” starts one, “open N” opens one.", "new で作成、open N で開きます。"),
    "unsaved-note": .then("“save” or “cancel” first.", "先に save か cancel を実行してください。"),
    "draft-restored": .then("“cancel” throws it away.", "cancel で破棄できます。"),
    // Imports
    "strict": .then("Without --strict the others are brought in.", "--strict を外すと残りを取り込みます。"),
    "import-running": .then("“cancel” stops it.", "cancel で中止できます。"),
    "input-in-use": .then(
      "Give them with -c or -f FILE to read questions there.",
      "標準入力から質問を読み込むなら、コマンドは -c か -f FILE で渡してください。"),
    "binary-file": .hint(
      "export the questions as text; for UTF-16 without a mark use --encoding",
      "質問をテキストで書き出してください（BOM のない UTF-16 は --encoding で指定）"),
    "unknown-encoding": .hint(
      "if that reads well, add --encoding windows-1252, else another name; GBK, GB18030, Big5 or EUC-KR: iconv -f GBK -t UTF-8 FILE",
      "それで正しく読めるなら --encoding windows-1252、違うなら別の名前を付けてください。GBK・GB18030・Big5・EUC-KR なら iconv -f GBK -t UTF-8 ファイル"
    ),
    "mixed-encoding": encoding,
    "replacement-character": encoding,
    "too-long": .hint(
      "split it, or raise the limit with --longest SIZE", "分割するか、--longest SIZE で上限を上げてください"),
    "images-too-large": .hint(
      "divide the file, or raise the limit with --longest SIZE",
      "ファイルを分けるか、--longest SIZE で上限を上げてください"),
    "package-too-large.unpacked": .hint(
      "raise the limit with --longest SIZE", "--longest SIZE で上限を上げてください"),
    "unknown-format.file": .hint("name it with --format", "--format で指定してください"),
    "not-this-format": .hint("name the right format with --format", "正しい形式を --format で指定してください"),
    "no-questions.other-format": .hint("try --format {0}", "--format {0} を試してください"),
    "no-column": .hint("name it with --map {0}", "--map {0} で指定してください"),
    "no-column.header": .hint(
      "write a line with the names of the columns above it: category,question,choice1,correct",
      "列名の行を先頭に書いてください:category,question,choice1,correct"),
    "no-column.mapped": .hint(
      "check the names given to --map and --list", "--map や --list に指定した名前を確かめてください"),
    "missing-field.record": .hint(
      "name it with --map {0}=FIELD", "--map {0}=項目名 で指定してください"),
    "key-base-unsure": .hint(
      "say so with --key-base 0 or --key-base 1", "--key-base 0 か --key-base 1 で指定してください"),
    // Exports
    "unknown-format.unnamed": .instead(
      "The file's name does not tell the format; give --format with one of: {0}.",
      "ファイル名から形式がわかりません。--format で指定してください: {1}"),
    "backup-needs-json": .then(
      "Name the file .json or give --format json.", "ファイル名を .json にするか --format json を付けてください。"),
    "backup-is-whole": .then("Leave out --deck or --backup.", "--deck か --backup を外してください。"),
    "option-not-for-format": .instead(
      "--{0} means nothing for {1}.", "{1} に --{0} は使えません。"),
    "option-not-for-format.setting": .instead(
      "--{0} means nothing for --{1}.", "--{1} に --{0} は使えません。"),
    "exam-not-named": .instead("Give --exam NAME to say which exam.", "--exam 名前 で模擬試験を指定してください。"),
    // Synchronization
    "sync-nowhere": .instead(
      "Name the folder that your devices share: “sync DIR”.",
      "デバイスどうしで共有するフォルダーを sync DIR で指定してください。"),
    "sync-emptied": .then(
      "If it is empty on purpose, say “sync DIR --forget”, then “sync DIR”.",
      "意図して空にした場合は、sync DIR --forget のあと sync DIR を実行してください。"),
    "sync-already-shared": .then(
      "Say “sync DIR --forget”, remove this device's folder there, and begin again.",
      "sync DIR --forget のあと、フォルダー内のこのデバイスのフォルダーを削除してから、もう一度実行してください。"),
    "sync-older-bank": .then(
      "On each device, “export FILE.json --backup” and “sync DIR --forget”; then say “sync DIR” with a "
        + "new folder, and import the backups.",
      "各デバイスで export ファイル.json --backup と sync DIR --forget を実行し、新しいフォルダーで sync DIR を実行してから、バックアップを取り込んでください。"
    ),
  ]

  private static let encoding = Sentences.hint(
    "name the encoding with --encoding if it is another", "別の文字コードなら --encoding で指定してください")
}

extension Theme {
  /// The message, with the advice on what to type here.
  func text(of message: Message) -> String {
    Advice.text(of: message, in: strings.language, hasFields: isLive)
  }
}

extension Strings {
  /// The message, with the advice on what to type.
  func callAsFunction(_ message: Message) -> String { Advice.text(of: message, in: language) }

  /// The error, with the advice on what to type.
  func callAsFunction(_ error: any ReportableError) -> String { self(error.message) }

  /// The warning of the store, with the advice on what to type.
  func callAsFunction(_ notice: StoreNotice) -> String { self(notice.message) }
}
