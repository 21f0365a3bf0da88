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
          Markdown やテキストの問題集は、手を加えなくても取り込めます。質問の先頭は、番号(1.)、言葉と番号\
          (問12、Question 12)、見出しのどれかです。選択肢には英字、カナ、番号、チェックボックス、箇条書きの記号の\
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
          前回の取り込みより後に作成者が変更した項目だけを取り込みます(undo で取り消せます)。自分で変更した項目は\
          そのままです。両方で変更された項目は、自分の内容を残し、行番号を表示します(differs-here)。\
          import FILE --theirs ならファイルの内容にし、--keep-existing なら既存の質問を一切変更せず、\
          --allow-duplicates なら両方を残します。ファイルで空の項目や、その形式では書けない項目は変更しません。\
          正解が変わると、それまでの回答は復習にも合格の見込みにも使わず、次に答えるまでは\
          「前回間違えた質問」として扱います。
          """)
      ),
    ]
  }
}
