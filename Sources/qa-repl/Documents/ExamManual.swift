/// How exams are written, drawn and judged, in plain words, for the manual page.
enum ExamManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("The text form", "テキスト形式"),
        strings(
          """
          A file named .exam has a line exam NAME, a line of settings with commas between them \
          (questions 65, time 90m, pass 70%, marks +1 -1/3 0, back no, pause yes) and a line for \
          each section: section NAME: 24% of tag T, deck "D", time 20m. The size of a section is a \
          share or a number of questions. A section asks questions that have any of its tags or \
          are in any of its decks; without of, it asks any question of the bank. Names with \
          commas, colons or quotes are written in quotes, with \\" for a quote. Lines that begin \
          with # are ignored. import reads such files, export x.exam --exam NAME writes them.
          """,
          """
          .exam ファイルには、exam 名前 の行、設定をカンマで区切った行\
          (questions 65, time 90m, pass 70%, marks +1 -1/3 0, back no, pause yes)、分野ごとの行\
          (section 名前: 24% of tag T, deck "D", time 20m)を書きます。分野の大きさは割合か質問数です。\
          どれかのタグか問題集に含まれる質問が出題され、of がなければすべての質問が対象です。\
          カンマ、コロン、引用符を含む名前は引用符で囲み、中の引用符は \\" と書きます。# で始まる行は無視します。\
          import で読み込み、export x.exam --exam 名前 で書き出します。
          """)
      ),
      (
        strings("Drawing the questions", "出題される質問"),
        strings(
          """
          Shares become whole numbers by the largest remainder, so that the numbers add up. No \
          question is drawn twice, even if sections overlap. The same --seed draws the same \
          questions in the same order from the same bank; --fresh prefers questions that have not \
          been asked for a long time. If there are too few questions, the program reports it \
          before the exam starts.
          """,
          """
          割合は最大剰余法で整数にするため、合計は必ず質問数に一致します。分野が重なっていても同じ質問は 2 回出ません。\
          同じ --seed なら、同じ問題集からは同じ質問が同じ順で出ます。--fresh は長く出題されていない質問を優先します。\
          質問が足りないときは、始める前に不足数を表示します。
          """)
      ),
      (
        strings("Taking an exam", "受験中のきまり"),
        strings(
          """
          Nothing is shown as right or wrong before the end. With back no each question comes \
          once: back, go and undo are refused, and the list of answers leads back only to the \
          question that was on the screen. Sections with a time of their own come one after the \
          other. The time of a section runs while one of its questions, or the list of answers \
          after it, is on the screen; when it is over, its questions are closed and the next \
          section begins. Without pause yes an exam is like an exam room: it cannot be paused. If \
          you leave it, or if the program is killed, the time goes on by the clock of the \
          computer, and on resume the sections whose time has passed are closed. With pause yes \
          the time stops meanwhile. sure (the key !) and guess record how certain an answer is, \
          and the same word again takes that back. An attempt keeps its marks, pass mark and \
          sections when the exam is changed or deleted later. With --partial a partly right answer \
          gives that part of the marks; an answer that is worth nothing counts as wrong. If the \
          author gave the choices of a question with one answer weights, an exam always gives that \
          part of the marks, and takes marks off for a negative weight. history --exam NAME lists \
          the attempts with a chart of their marks.
          """,
          """
          正誤は最後まで表示しません。back no の試験では質問は一度ずつで、back、go、undo は使えません。\
          回答一覧から戻れるのは、直前に表示していた質問だけです。制限時間のある分野は順に出題されます。\
          分野の時間は、その質問か、そこから開いた回答一覧を表示している間に進みます。時間が切れるとその分野の質問は閉じ、\
          次の分野が始まります。pause yes のない試験は試験会場と同じで、一時停止できません。途中で離れても\
          (プログラムが強制終了されても)時間はコンピューターの時計で進み続け、resume したときには時間の過ぎた分野は閉じています。\
          pause yes の試験では離れている間は時間が止まります。sure(キー !)と guess で回答の確信度を示せ、\
          もう一度で取り消します。\
          配点、合格点、分野は受験ごとに記録され、後で試験を変更・削除しても変わりません。--partial を付けると、\
          一部だけ正しい回答にその分の点が付きます。価値のない回答は不正解です。\
          択一の選択肢に作者が付けた配点は常にその割合で点になり、マイナスなら減点されます。\
          history --exam 名前 で受験の一覧と得点の推移を表示します。
          """)
      ),
      (
        strings("The chance of passing", "合格の見込み"),
        strings(
          """
          chance NAME uses the chance that you know each question on that day, as the reviews \
          predict it, and includes lucky guesses. For questions that you were never asked it uses \
          the first answers to other questions of their section, and also those of the other \
          sections if there were few. The distribution of the score is calculated exactly; it is \
          shown with the range that contains 95 of 100 such scores. The chance is as good as the \
          predictions of the reviews (see stats), and assumes that each question is answered. With \
          --per-day N it also calculates the effect of studying N questions a day: first the due \
          ones, then new ones. It needs 30 answers to questions of the exam.
          """,
          """
          chance 名前 は、復習の予測による質問ごとの覚えている確率と、まぐれ当たりから計算します。\
          一度も出題されていない質問は、その分野(回答が少なければほかの分野も)の最初の回答の正答率を使います。\
          得点の分布を正確に計算し、100 回のうち 95 回が入る範囲も表示します。\
          見込みの確かさは復習の予測(stats を参照)と同じで、すべての質問に答えることを前提にしています。\
          --per-day N を付けると、1 日 N 問ずつ、復習の時期が来たもの、新しいものの順に学習した場合も計算します。\
          その模擬試験の質問への回答が 30 件必要です。
          """)
      ),
    ]
  }
}
