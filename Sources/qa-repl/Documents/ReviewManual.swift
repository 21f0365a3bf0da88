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
          どのくらい覚えていられるかを、これまでの回答(正誤、日付、選択肢の数)だけから質問ごとに計算し、\
          覚えている確率が目標まで下がる日に、もう一度出題します。正解すると次までの日数が延びます\
          (忘れかけていたときほど、大きく延びます)。間違えると短くなります。
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
          today, and what comes on the next 30 days.
          """,
          """
          due --target 95 とすると、100 問中 95 問をまだ覚えているうちに出題します(初期値は 90)。\
          目標が高いほど、1 日に答える質問は増えます。目標ごとの質問数、今日覚えている質問の数、\
          これから 30 日間の予定は due で見られます。
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
          (残りが少なければ 1 分後)に、正解するまで繰り返し出ます。途中でやめても、出なかった質問は次回に残ります。\
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
          export answers.csv --answers は、回答を 1 件 1 行で書き出します。列は answered(協定世界時)、\
          quiz、question_id、mode、deck、question、choices(選択肢の数)、choice(選んだ番号、作成者の順で 1 から)、\
          answer、correct(1 または 0)、milliseconds、certainty、protected(--raw-cells を参照)で、\
          記録がなければ空です。バックアップには回答もすべて入ります。Anki のテキスト形式には回答がありません。
          """)
      ),
    ]
  }
}
