/// How the days on which questions become due are calculated, in plain words, for the manual page.
enum ReviewManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("When a question comes back", "質問がいつ戻ってくるか"),
        strings(
          """
          For every question that you have answered, the program works out two things: how long \
          you will remember it, and how hard it is for you. Both follow from your answers alone: \
          whether they were right, on which day, and among how many choices. The question comes \
          back on the day on which the chance that you still know it has fallen to your target. A \
          right answer makes that time longer, most of all when you were about to forget; a wrong \
          one makes it short. So questions that you know well come more and more rarely, and \
          questions that you forget come often.
          """,
          """
          一度でも答えた質問について、あとどのくらい覚えていられるか、自分にとってどのくらい難しいかを、\
          回答だけから計算します。使うのは、正解したかどうか、その日、選択肢の数です。\
          まだ覚えている確率が目標まで下がる日に、その質問がもう一度出ます。\
          正解すると次までの日数が延び、忘れかけていたときほど大きく延びます。間違えると短くなります。\
          よく知っている質問はだんだん出なくなり、忘れやすい質問は何度も出ます。
          """)
      ),
      (
        strings("Lucky guesses", "まぐれ当たり"),
        strings(
          """
          With four choices every fourth guess is right. A right answer therefore counts for less \
          if you were not likely to know it. After two right answers in a row on different days a \
          lucky one hardly matters any more. Where several choices can be right, a guess is one of \
          all ways to pick the required number; a typed answer is never a guess.
          """,
          """
          四択なら、知らなくても 4 回に 1 回は当たります。そのため、知らなかったと思われる質問の正解は割り引いて数えます。\
          別の日にもう一度正解すれば、まぐれの影響はほとんどなくなります。複数選べる質問では、選び方の数だけ\
          まぐれの可能性が小さくなり、入力する回答はまぐれとは見なしません。
          """)
      ),
      (
        strings("The target", "目標"),
        strings(
          """
          “due --target 95” lets questions come back while you still know 95 of 100; at first it \
          is 90. The higher the target, the more answers a day: “due” lists what each target \
          costs. The target stays chosen. “due” also shows how many questions you know today, as \
          the sum of all chances, and how many come on each of the next 30 days.
          """,
          """
          due --target 95 とすると、100 問のうち 95 問をまだ覚えているうちに出題します(最初は 90)。\
          目標が高いほど 1 日の問題数が増えます。due で目標ごとの問題数がわかります。選んだ目標は残ります。\
          due には、今日覚えている質問の数(確率の合計)と、これから 30 日間の毎日の問題数も出ます。
          """)
      ),
      (
        strings("A sitting", "1 回の復習"),
        strings(
          """
          “review” asks the due questions, the least certain first, and shows after each answer \
          what was right. A question that you got wrong comes again after ten other questions, or \
          after a minute if fewer are left, until you get it right. For the plan, answers on the \
          same day change little. You can stop at any time: questions that were not asked stay \
          due. “review --ahead 3” also asks the questions that would come within three days.
          """,
          """
          review は復習する質問を、覚えている確率の低いものから出し、答えるたびに正解を表示します。\
          間違えた質問は、ほかの質問を 10 問出したあと(残りが少なければ 1 分後)に、正解するまでもう一度出ます。\
          同じ日の答え直しは、予定にはあまり影響しません。いつやめても、出なかった質問は次に残ります。\
          review --ahead 3 とすると、3 日先までの分も出題します。
          """)
      ),
      (
        strings("How good the predictions are", "予測の確かさ"),
        strings(
          """
          Every answer is compared with the prediction for it, and all later predictions are moved \
          a little towards the result. “stats” shows, for each range of predicted chances, how \
          many of the answers were right. From 400 answers on, “fit” looks for the numbers that \
          describe your memory best; it tries them on the last fifth of your answers, which it has \
          not seen, and keeps them only when they are clearly better there. “fit --reset” goes \
          back to the default numbers. The formulas are those of FSRS-6 (open-spaced-repetition), \
          with right and wrong answers only.
          """,
          """
          回答のたびに、それまでの予測と比べ、その後の予測を少しずつ実際に近づけます。\
          stats で、予測した確率と実際の正答率を見比べられます。回答が 400 件を超えたら、fit で自分の記憶に合う数値を探せます。\
          調整に使わなかった最後の 5 分の 1 の回答で試し、はっきり良くなるときだけ採用します。fit --reset で最初の数値に戻ります。\
          式は FSRS-6(open-spaced-repetition)で、正解と不正解だけを使います。
          """)
      ),
      (
        strings("Your answers as a table", "回答を表にする"),
        strings(
          """
          “export answers.csv --answers” writes one row for each answer. The columns: answered \
          (the instant, in universal time), quiz and question_id (numbers in the bank), mode (exam \
          or practice), deck, question, choices (how many there are), choice (the chosen ones, \
          from 1 in the author's order; empty without an answer and where it was typed), answer, \
          correct (1 or 0), milliseconds (the time taken; empty where it was not measured), \
          certainty (sure or guess; empty where it was not given), and protected (yes where a cell \
          that a spreadsheet would run has an apostrophe; --raw-cells leaves that out). A backup \
          (“export bank.json --backup”) has all of them too. Anki's text files have no review \
          history, so none can be imported from there.
          """,
          """
          export answers.csv --answers は、回答を 1 件 1 行で書き出します。列は answered(日時、協定世界時)、\
          quiz と question_id(内部の番号)、mode(exam または practice)、deck(問題集)、question(質問)、\
          choices(選択肢の数)、choice(選んだ番号、作者の順で 1 から。無回答か入力なら空)、answer(選んだ答え)、\
          correct(1 または 0)、milliseconds(かかった時間。記録がなければ空)、certainty(sure または guess。なければ空)、\
          protected(表計算で数式になる項目に ' を付けた行は yes。--raw-cells で付けません)です。\
          バックアップ(export bank.json --backup)にもすべて含まれます。\
          Anki のテキスト形式には復習の履歴がないため、履歴は取り込めません。
          """)
      ),
    ]
  }
}
