import QuizKit
import Terminal

/// The manual page qa-repl(1) in man(7) macros, generated from the tables of options and commands.
struct ManualPage {
  let strings: Strings
  let version: String
  let table: CommandTable

  /// The source of the page, for `man` and `groff -man`.
  var lines: [String] {
    head + section(strings("EXAMPLES", "例"), examples)
      + section(strings("OPTIONS", "オプション"), options) + commands
      + section(strings("KEYS", "キー"), tagged(KeyHelp.all(strings).map { ($0.keys, $0.meaning) }))
      + section(strings("IMPORT", "取り込み"), texts(ImportManual.sections(strings)))
      + section(strings("ANSWERS", "回答"), texts(AnswerManual.sections(strings)))
      + section(strings("REVIEWS", "復習"), texts(ReviewManual.sections(strings)))
      + section(strings("EXAMS", "模擬試験"), texts(ExamManual.sections(strings)))
      + section(strings("ENVIRONMENT", "環境変数"), environment)
      + section(strings("FILES", "ファイル"), files)
      + section(strings("EXIT STATUS", "終了コード"), exits)
  }

  private var head: [String] {
    [
      ".TH QA\\-REPL 1 \"\" \"qa\\-repl \(version)\"",
      // No word is hyphenated, because it may be one to type.
      ".nh", ".ad l",
      ".SH \(strings("NAME", "名前"))",
      "qa\\-repl \\- " + escaped(strings("a quiz program for the terminal", "ターミナルで使うクイズ")),
      ".SH \(strings("SYNOPSIS", "書式"))",
      ".B qa\\-repl", "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]]", ".br",
      ".B qa\\-repl completions", "bash|zsh|fish", ".br", ".B qa\\-repl man",
    ]
  }

  private var options: [String] {
    OptionLine.table.flatMap { option in
      let names = [option.short, option.name].compactMap { $0 }.map { "\\fB\(escaped($0))\\fR" }
      let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return [
        ".TP", names.joined(separator: ", ") + value,
        escaped(strings(option.english, option.japanese)),
      ]
    }
  }

  /// The commands, grouped by screen.
  private var commands: [String] {
    let everywhere = group(
      strings("everywhere", "どの画面でも"), table.entries.filter(\.screens.isEmpty))
    let screens = table.screens.flatMap { screen in
      group(heading(screen), table.entries.filter { $0.screens.contains(screen.name) })
    }
    let ways = table.entries.filter(\.isEverywhere).map(\.name).joined(separator: ", ")
    let note = strings(
      "These work on every screen, unless the word means something else there: \(ways).",
      "次のコマンドは、その画面で別の意味を持たないかぎり、どの画面でも使えます: \(ways)")
    return [".SH \(strings("COMMANDS", "コマンド"))", escaped(note)] + screens + everywhere
  }

  /// The name of a screen, followed by its name in scripts where that differs.
  private func heading(_ screen: ScreenTitle) -> String {
    let (title, name) = (screen.text(in: strings.language), screen.name.rawValue)
    return title == name ? title : strings("\(title) (JSON: \(name))", "\(title)(JSON: \(name))")
  }

  private func group(_ title: String, _ entries: [CommandEntry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SS \(title)"]
      + entries.flatMap { entry in
        [".TP", "\\fB\(escaped(entry.usage))\\fR", escaped(strings(entry.english, entry.japanese))]
          + entry.options.flatMap { option in
            [
              ".RS", ".TP", "\\fB\(escaped(option.usage))\\fR",
              escaped(strings(option.english, option.japanese)), ".RE",
            ]
          }
      }
  }

  private func texts(_ sections: [(title: String, text: String)]) -> [String] {
    sections.flatMap { [".SS \($0.title)", escaped($0.text)] }
  }

  private var environment: [String] {
    tagged([
      (
        "QA_REPL_LANG, LC_ALL, LC_MESSAGES, LANG",
        strings("the language, the first that is set", "表示言語（この順で、最初に設定されているもの）")
      ),
      ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE", strings("colours", "色を使うかどうか")),
      (
        "COLORFGBG",
        strings("the background of the terminal, unless it names another one", "背景の色（ターミナルが答えないとき）")
      ),
      (
        "ACCESSIBLE, TERM=dumb",
        strings("text that is only ever appended, like --plain", "--plain と同じく、書き換えずに追記だけで表示")
      ),
      ("VISUAL, EDITOR", strings("the editor for long texts", "長い文章を書くエディター")),
      ("QA_REPL_VIEWER", strings("the program that opens pictures", "画像を開くプログラム")),
      (
        "TMPDIR",
        strings("where these find what they show", "これらのプログラムに渡すファイルの置き場所")
      ),
      (
        "QA_REPL_THEME, QA_REPL_COUNT, …",
        strings(
          "the other settings by their names, before those of the file, where a person sits",
          "ほかの設定（名前ごと）。対話時だけ有効で、設定ファイルより優先")
      ),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
        strings("where files are kept", "ファイルの置き場所")
      ),
    ])
  }

  private var files: [String] {
    tagged([
      ("~/.config/qa-repl/config", strings("the settings, one a line", "設定（1 行に 1 つ）")),
      ("~/.local/share/qa-repl/", strings("the bank", "問題データ")),
      ("~/.local/state/qa-repl/history", strings("the command history", "コマンドの履歴")),
    ])
  }

  private var exits: [String] {
    tagged([
      ("0", strings("all good", "正常")),
      (
        "1",
        strings(
          "a command failed, an import or export had errors, a key is doubtful (doctor FILE --strict), "
            + "or an exam was not passed (--require-pass)",
          "コマンドの失敗、取り込みや書き出しのエラー、正解への疑問（doctor FILE --strict）、または模擬試験の不合格（--require-pass）")
      ),
      ("2", strings("data or a file cannot be used", "使えないデータやファイル")),
      ("64", strings("wrong arguments", "引数の誤り")),
      ("129, 130, 143", strings("ended by a signal", "シグナルによる終了")),
      ("141", strings("the output was closed", "出力先の切断")),
    ])
  }

  private var examples: [String] {
    tagged([
      (
        "qa-repl quiz --time 60s --count 10",
        strings("ten questions in a minute", "60 秒で 10 問に挑戦する")
      ),
      ("qa-repl import questions.csv --deck Swift", strings("bring in questions", "質問を取り込む")),
      ("qa-repl export bank.json --backup", strings("take everything along", "すべて書き出す")),
      ("qa-repl review", strings("what is due today", "今日の分を復習する")),
      ("qa-repl --memory --json -c quiz -c 1", strings("for scripts", "スクリプトから使う")),
    ])
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [".SH \(title)"] + lines
  }

  private func tagged(_ items: [(String, String)]) -> [String] {
    items.flatMap { [".TP", "\\fB\(escaped($0))\\fR", escaped($1)] }
  }

  /// The text with escapes, so that troff reads no part of it as a request or an escape, and with
  /// the places where a line may end: troff knows those of Japanese in a Japanese locale only.
  private func escaped(_ text: String) -> String {
    let words = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .marked(Self.lineMayEnd).split(separator: " ", omittingEmptySubsequences: false)
    let escaped = words.map { word in
      word.count > Self.longWord ? word.replacing(#/[,|]/#) { $0.output + Self.lineMayEnd } : word
    }.joined(separator: " ")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static let lineMayEnd = "\\:"
  /// A word with more characters, such as an example of an option, may end a line at a comma or a bar.
  private static let longWord = 24
}

/// How answers are given and graded, in plain words, for the manual page.
enum AnswerManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("Several right answers", "正解が複数ある質問"),
        strings(
          """
          “1 3” or “choose 1 3” answers with these choices; “toggle 2” ticks one, and “choose” \
          alone hands in the ticks. The answer is right when it has all right choices and no \
          others. With “quiz --partial” each right choice earns its share of the point, and each \
          wrong one costs as much, but never below nothing.
          """,
          """
          「1 3」または「choose 1 3」と入力して答えます。toggle 2 で選択肢にチェックを入れておき、\
          番号なしの choose で回答してもかまいません。正しい選択肢をすべて選び、ほかを選ばなければ正解です。\
          quiz --partial では、選んだ正しい選択肢の割合が点になり、間違い 1 つにつき同じだけ引かれます（下限は 0 点）。
          """)
      ),
      (
        strings("Weights of choices", "択一の配点"),
        strings(
          """
          A choice may be worth −100 to 100 %, as in Moodle; the best one is right. “quiz \
          --partial” and exams give what the chosen one is worth, less than nothing too. GIFT, \
          Moodle XML, CSV and JSON keep weights; in tables they are a column weights, such as \
          1|0.5|-0.33.
          """,
          """
          Moodle のように、選択肢ごとに -100〜100 % の配点を付けられます。最も高いものが正解です。\
          quiz --partial と模擬試験では選んだ選択肢の配点が点になり、マイナスにもなります。\
          GIFT、Moodle XML、CSV、JSON で読み書きできます。表では weights の列に 1|0.5|-0.33 のように書きます。
          """)
      ),
      (
        strings("Texts and numbers", "文字や数値で答える質問"),
        strings(
          """
          “answer TEXT” hands in a text. Width, blanks around it and a full stop at its end do \
          not matter, capital letters only where the author says so. Numbers may be 3.14, 3,14, \
          1,234.5, 1.5e3 or 1.5 × 10^3; a single comma before exactly three digits separates \
          thousands.
          """,
          """
          answer の後に答えを入力します。全角と半角、前後の空白、末尾の句点の違いは問いません。\
          大文字と小文字は、作成者が指定した質問でだけ区別します。数値は 3.14、3,14、1,234.5、1.5e3、\
          1.5 × 10^3 のように書けます。カンマが 1 つだけで、その後がちょうど 3 桁なら、桁区切りとみなします。
          """)
      ),
      (
        strings("Cards", "カード"),
        strings(
          """
          A card has a front and a back. Think, “show” the back, and say how it went: “again” \
          (1), “hard” (2), “good” (3) or “easy” (4). Again counts as wrong, the others as right, \
          and reviews bring an easy card back later than a hard one. Exams ask no cards.
          """,
          """
          カードには表と裏があります。思い出したら show で裏面を見て、again（1）、hard（2）、good（3）、easy（4）で\
          自己評価します。again は不正解、ほかは正解です。easy にしたカードほど、次の復習までの間隔が空きます。\
          模擬試験には出ません。
          """)
      ),
      (
        strings("Gaps, orders and pairs", "穴埋め、並べ替え、組み合わせ"),
        strings(
          """
          “gap 1 Paris” fills a gap; one with choices takes a letter or a number, too. “order 3 1 \
          2” answers with an order, “match 1b 2a” with pairs. Once nothing is missing, that is the \
          answer; “choose” hands in what there is. All below the full point is wrong; with “quiz \
          --partial” it earns the share of the gaps, of the pairs, and of what is in its place.
          """,
          """
          空欄は「gap 1 Paris」のように埋めます。選択肢のある空欄には、記号か番号でも答えられます。\
          並べ替えには「order 3 1 2」、組み合わせには「match 1b 2a」のように答えます。すべて揃うと回答になります。\
          途中でも choose で提出できます。一部でも違えば不正解ですが、quiz --partial では正しい空欄、組、\
          位置の割合が点になります。
          """)
      ),
    ]
  }
}

/// The sections of the manual about what an import reads.
enum ImportManual {
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("Lists of questions as text", "テキストの問題集"),
        strings(
          """
          Markdown and plain text are read as they are dumped. A question begins with a number \
          (1.), a word and a number (Question 12, Q12., 問12, Frage 12) or a heading. Its choices \
          have letters, kana or numbers, with or without a bullet, boxes, or nothing but a bullet; \
          several may stand in one line. The answer stands behind a word (answer: B, \
          correct answer: A, C, 正解は B), repeats the text of a choice, is folded, or stands in a \
          list at the end. What follows is the commentary. The layout that was found is said, and \
          each question that cannot be read is named with its line; where a letter and a text \
          contradict each other, nothing is guessed.
          """,
          """
          Markdown やテキストの問題集は、手を加えなくても取り込めます。質問の先頭は、番号（1.）、言葉と番号\
          （問12、Question 12）、見出しのどれかです。選択肢には英字、カナ、番号、チェックボックス、箇条書きの記号の\
          どれかを付け、1 行に並べてもかまいません。正解は、「正解:B」「answer: A, C」のように書いても、\
          選択肢の文を繰り返しても、折りたたみや最後の一覧に入れても読み取ります。それより後は解説になります。\
          どんな書き方として読んだかと、読めなかった質問の行番号を表示します。\
          正解の記号と文が食い違うときは、推測しません。
          """)
      ),
      (
        strings("Importing a file again", "同じファイルの再取り込み"),
        strings(
          """
          What the author has changed since the last import is taken over, field by field, and           undo takes it back. What you changed yourself stays. Where both have changed the same           field, yours stays and is named with its line (differs-here): import FILE --theirs takes           the file's, --keep-existing changes no question at all, --allow-duplicates keeps both.           What the file leaves empty, or its format cannot hold, is no change. Where what was           right is right no more, answers before that day no longer count for reviews and chances,           and the question counts as a mistake until it is answered again.
          """,
          """
          前回の取り込みより後に作成者が変更した項目だけを取り込みます（undo で取り消せます）。自分で変更した項目は\
          そのままです。両方で変更された項目は、自分の内容を残し、行番号を表示します（differs-here）。\
          import FILE --theirs ならファイルの内容にし、--keep-existing なら既存の質問を一切変更せず、\
          --allow-duplicates なら両方を残します。ファイルで空の項目や、その形式では書けない項目は変更しません。\
          正解が変わると、それまでの回答は復習にも合格の見込みにも使わず、次に答えるまでは\
          「前回間違えた質問」として扱います。
          """)
      ),
    ]
  }
}

/// How exams are written, drawn and judged, in plain words, for the manual page.
enum ExamManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("The text form", "テキスト形式"),
        strings(
          """
          A file FILE.exam has a line exam NAME, a line of settings (questions 65, time 90m, pass \
          70%, marks +1 -1/3 0, back no, pause yes) and a line for each section: section NAME: \
          24% of tag T, deck "D", time 20m. A share or a number says how many questions; without \
          of they come from the whole bank. Names with commas, colons or quotes are written in \
          quotes, with \\" for a quote. Lines that begin with # are ignored.
          """,
          """
          .exam ファイルには、exam 名前 の行、設定の行\
          （questions 65, time 90m, pass 70%, marks +1 -1/3 0, back no, pause yes）、分野ごとの行\
          （section 名前: 24% of tag T, deck "D", time 20m）を書きます。分野の大きさは割合か質問数で、\
          of がなければすべての質問が対象です。カンマ、コロン、引用符を含む名前は引用符で囲み、中の引用符は \\" と書きます。\
          # で始まる行は無視します。
          """)
      ),
      (
        strings("Drawing the questions", "出題される質問"),
        strings(
          """
          Shares become whole numbers that add up, and no question is drawn twice. The same --seed \
          draws the same questions from the same bank; --fresh prefers those that were not asked \
          for a long time. Cards are not drawn, because their answers are graded by the one who \
          learns. If there are too few questions, that is said before the exam starts.
          """,
          """
          割合は、合計が質問数と一致するように問数に直します。同じ質問は 2 回出ません。--seed が同じなら、\
          同じ問題集から同じ質問が出ます。--fresh では、長く出題されていない質問を優先します。\
          自己評価で答えるカードは出題されません。質問が足りないときは、始める前に知らせます。
          """)
      ),
      (
        strings("Taking an exam", "受験中のきまり"),
        strings(
          """
          With back no each question comes once. Sections \
          with times of their own follow each other, and one whose time is over is closed. \
          Without pause yes the time runs on while the exam is left or the program is closed. sure \
          (the key !) and guess note how certain an answer is. --partial gives parts of the marks \
          for partly right answers; weights of choices always count. An attempt keeps its marks \
          when the exam is changed later, and history --exam NAME lists the attempts.
          """,
          """
          正誤は最後に表示します。back no の試験では、どの質問も一度しか出ません。制限時間のある分野は順に出題され、\
          時間が切れると締め切られます。pause yes の試験でなければ、画面を離れている間も、プログラムの終了後も、\
          時間は進みます。回答に自信があるかどうかは sure（キー !）と guess で記録できます。--partial では一部だけ\
          正しい回答にも点が付きます。択一の配点はいつでも点になります。後で試験の配点を変えても、\
          受けたときの配点は変わりません。受験の一覧は history --exam 名前 で表示します。
          """)
      ),
      (
        strings("The chance of passing", "合格の見込み"),
        strings(
          """
          chance NAME adds up how likely you know each question on that day, as the reviews \
          predict it, and lucky guesses; 95 of 100 scores lie in the range that it shows. For \
          questions that you were never asked it takes your first answers to others. --per-day N \
          shows what studying N questions a day would change. It needs 30 answers to questions of \
          the exam.
          """,
          """
          chance 名前 で、復習の予測（質問ごとに覚えている確率）とまぐれ当たりから合格の見込みを計算し、\
          100 回受ければ 95 回は収まる得点の範囲も表示します。一度も出題されていない質問には、ほかの質問に\
          初めて答えたときの正答率を使います。--per-day N を付けると、1 日 N 問ずつ学習した場合も計算します。\
          計算には、その模擬試験の質問への回答が 30 件必要です。
          """)
      ),
    ]
  }
}

/// How the days on which questions become due are calculated, in plain words, for the manual page.
enum ReviewManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("When a question comes back", "次に出題される日"),
        strings(
          """
          From your answers alone (right or wrong, on which day, among how many choices) the \
          program works out how long you will remember each question. It comes back when the \
          chance that you still know it has fallen to your target: after a right answer later, \
          most of all when you were about to forget, and after a wrong one soon.
          """,
          """
          どのくらい覚えていられるかを、これまでの回答（正誤、日付、選択肢の数）だけから質問ごとに計算し、\
          覚えている確率が目標まで下がる日に、もう一度出題します。正解すると次までの日数が延びます\
          （忘れかけていたときほど、大きく延びます）。間違えると短くなります。
          """)
      ),
      (
        strings("Lucky guesses", "まぐれ当たり"),
        strings(
          """
          Of four choices every fourth guess is right, so a right answer counts for less if you \
          were not likely to know it. After two on different days that hardly matters any more. A \
          typed answer is never a guess.
          """,
          """
          四択なら、知らなくても 4 回に 1 回は当たるため、知らなかったと思われる質問の正解は割り引いて数えます。\
          別の日にもう一度正解すれば、影響はほとんどなくなります。答えを入力する質問の正解は、まぐれとはみなしません。
          """)
      ),
      (
        strings("The target", "目標"),
        strings(
          """
          “due --target 95” lets questions come back while you still know 95 of 100; at first it \
          is 90. A higher target costs more answers a day. “due” says how many, how much you know \
          today, and on which days others come.
          """,
          """
          due --target 95 とすると、100 問中 95 問をまだ覚えているうちに出題します（初期値は 90）。\
          目標が高いほど、1 日に答える質問は増えます。目標ごとの質問数、覚えている見込みの数、\
          今後の予定は due で見られます。
          """)
      ),
      (
        strings("A sitting", "1 回の復習"),
        strings(
          """
          “review” asks what is due, the least certain first and 20 questions at a time, and shows \
          what was right; “more” goes on with the next ones, and “review --count all” asks all. A \
          wrong one comes again after ten others, or after a minute, until you get it right. Stop \
          at any time: what was not asked stays due. “review --ahead 3” takes what comes within \
          three days too.
          """,
          """
          review は覚えている確率の低い質問から 20 問ずつ出し、答えるたびに正解を表示します。続きは more、\
          一度にすべて出すなら review --count all です。間違えた質問は、ほかの 10 問のあと\
          （残りが少なければ 1 分後）に、正解するまで繰り返し出ます。途中でやめても、出なかった質問は次回に残ります。\
          review --ahead 3 とすると、3 日先までの分も出題します。
          """)
      ),
      (
        strings("How good the predictions are", "予測の確かさ"),
        strings(
          """
          “stats” compares what was predicted with how the answers turned out, and every answer \
          corrects the later predictions. From 400 answers on “fit” looks for the numbers of your \
          own memory, and keeps them only if they are clearly better on answers that it has not \
          seen; “fit --reset” goes back. The formulas are those of FSRS-6.
          """,
          """
          予測と実際の正答率は stats で見比べられます。答えるたびに、その後の予測は少しずつ実際に近づきます。\
          回答が 400 件になったら、fit で復習の間隔を自分の記憶に合わせられます。調整に使わなかった回答で予測が\
          はっきり良くなったときだけ採用します。fit --reset で初期値に戻せます。計算式は FSRS-6 です。
          """)
      ),
      (
        strings("Your answers as a table", "回答を表にする"),
        strings(
          """
          “export answers.csv --answers” writes one row for each answer, with the columns \
          answered (in universal time), quiz, question_id, mode, deck, question, choices (how \
          many), choice (those chosen, from 1 in the author's order), answer, correct (1 or 0), \
          milliseconds, certainty and protected (see --raw-cells). What is not known is empty. A \
          backup has all answers too; Anki's text files have none.
          """,
          """
          export answers.csv --answers は、回答を 1 件 1 行で書き出します。列は answered（協定世界時）、\
          quiz、question_id、mode、deck、question、choices（選択肢の数）、choice（選んだ番号、作成者の順で 1 から）、\
          answer、correct（1 または 0）、milliseconds、certainty、protected（--raw-cells を参照）で、\
          記録がなければ空です。バックアップには回答もすべて入ります。Anki のテキスト形式には回答がありません。
          """)
      ),
    ]
  }
}
