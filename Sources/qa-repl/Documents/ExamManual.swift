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
          (questions 65, time 90m, pass 70%, marks +1 -1/3 0, back no, pause yes)、分野ごとの行\
          (section 名前: 24% of tag T, deck "D", time 20m)を書きます。分野の大きさは割合か質問数で、\
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
          時間は進みます。回答に自信があるかどうかは sure(キー !)と guess で記録できます。--partial では一部だけ\
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
          chance 名前 で、復習の予測(質問ごとに覚えている確率)とまぐれ当たりから合格の見込みを計算し、\
          100 回受ければ 95 回は収まる得点の範囲も表示します。一度も出題されていない質問には、ほかの質問に\
          初めて答えたときの正答率を使います。--per-day N を付けると、1 日 N 問ずつ学習した場合も計算します。\
          計算には、その模擬試験の質問への回答が 30 件必要です。
          """)
      ),
    ]
  }
}
