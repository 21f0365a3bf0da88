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
          Markdown とテキストの問題集は、そのまま読みます。質問は番号(1.)、語と番号(問12、Question 12)、\
          見出しのどれかで始まります。選択肢は英字、カナ、番号、チェックボックス、または箇条書きで、\
          1 行に並んでいても読みます。正解は語の後(正解:B、answer: A, C)、選択肢の文の繰り返し、\
          折りたたみ、最後の一覧のどれでもかまいません。その後は解説になります。見つけた書き方を表示し、\
          読めない質問は行番号とともに示します。記号と文が食い違うときは推測しません。
          """)
      ),
      (
        strings("Importing a file again", "同じファイルの再取り込み"),
        strings(
          """
          What the author has changed since the last import is taken over, field by field, and           undo takes it back. What you changed yourself stays. Where both have changed the same           field, yours stays and is named with its line (differs-here): import FILE --theirs takes           the file's, --keep-existing changes no question at all, --allow-duplicates keeps both.           What the file leaves empty, or its format cannot hold, is no change. Where what was           right is right no more, answers before that day no longer count for reviews and chances,           and the question counts as a mistake until it is answered again.
          """,
          """
          前回の取り込みの後に作者が変更した項目は取り込みます(undo で戻せます)。自分で変更した項目は          そのまま残ります。同じ項目が両方で変更されていれば、自分の内容を残して行番号とともに示します          (differs-here)。import FILE --theirs でファイルの内容に、--keep-existing で何も変更せず、          --allow-duplicates で両方を残します。ファイルで空の項目や、形式が持てない項目は変更しません。          正解が変わると、それより前の解答は復習や合格の見込みに数えず、次に解答するまで前回間違えた質問になります。
          """)
      ),
    ]
  }
}
