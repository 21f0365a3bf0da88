/// How answers are given and graded, in plain words, for the manual page.
enum AnswerManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("Several right answers", "正解が複数ある質問"),
        strings(
          """
          “1 3” or “choose 1 3” answers with these choices. “toggle 2” ticks a choice or removes \
          its tick, and “choose” alone hands in the ticked choices; ticks alone are not an answer. \
          The answer is right when it has all right choices and no others. With “quiz --partial” \
          it is worth the share of the right choices that it has, less the same share for each \
          wrong one, but never less than nothing; if the author gave the choices weights, it is \
          worth their sum.
          """,
          """
          「1 3」または「choose 1 3」で答えます。toggle 2 で選択肢に印を付け、もう一度で外します。\
          番号のない choose は、印を付けた選択肢で回答します。印を付けただけでは回答になりません。\
          正しい選択肢をすべて選び、ほかを選ばなければ正解です。quiz --partial では、正しい選択肢の割合が\
          部分点になり、間違った選択肢 1 つにつき同じだけ引かれます(0 点が下限です)。\
          作者が選択肢に配点を付けたときは、その合計が点になります。
          """)
      ),
      (
        strings("Weights of choices", "択一の配点"),
        strings(
          """
          Authors can give each choice of a question with one answer a weight from −100 to 100 %, \
          as in Moodle. The choice with the highest weight is right; if several have it, each of \
          them is. “quiz --partial” and exams give the weight of the choice as points, even if it \
          is negative. Elsewhere the answer is right or wrong. “manage” shows the weights, and \
          editing keeps them while the same choice is right. GIFT, Moodle XML, CSV and JSON files \
          can have them; a column weights has a number from -1 to 1 or in percent for each choice, \
          with | between them.
          """,
          """
          択一の質問でも、Moodle のように選択肢ごとの配点(-100〜100 %)を付けられます。\
          最も高い選択肢が正解で、同じ高さのものが複数あればどれも正解です。quiz --partial と模擬試験では\
          選んだ選択肢の配点が点になり、マイナスにもなります。それ以外では正解か不正解だけです。\
          配点は manage で表示され、正解を変えない編集では残ります。\
          GIFT、Moodle XML、CSV、JSON で読み書きできます。列 weights には選択肢ごとに -1〜1 の数か\
          百分率を | で区切って書きます。
          """)
      ),
      (
        strings("Texts and numbers", "文字や数値で答える質問"),
        strings(
          """
          “answer TEXT” hands in the typed text. Full-width letters, blanks around the text and a \
          full stop at its end do not matter; capital letters matter only if the author says so. \
          Numbers may be written 3.14, 3,14, 1,234.5, 1.5e3 or 1.5 × 10^3. A single comma before \
          exactly three digits separates thousands, so that 1,234 is 1234; any other single comma \
          is a decimal sign.
          """,
          """
          answer の後に入力した文字で回答します。全角と半角、前後の空白、最後の句点の違いは問いません。\
          大文字と小文字は、作者が指定した場合だけ区別します。数値は 3.14、3,14、1,234.5、1.5e3、\
          1.5 × 10^3 のように書けます。カンマが 1 つだけで後ろがちょうど 3 桁のときは桁区切りです\
          (1,234 は 1234)。それ以外の 1 つだけのカンマは小数点です。
          """)
      ),
    ]
  }
}
