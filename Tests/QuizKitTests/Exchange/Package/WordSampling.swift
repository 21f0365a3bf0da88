@testable import QuizExchange
@testable import QuizSupport

/// Writes small texts of Word and reads them. List 1 has numbers, list 2 letters, list 3 bullets,
/// lists 4 and 5 numbers, list 6 letters.
protocol WordSampling {}

extension WordSampling {
  func read(_ body: String) throws -> QuestionFile {
    let relations =
      "<Relationships><Relationship Id=\"1\" Type=\"x/numbering\" Target=\"numbering.xml\"/>"
      + "<Relationship Id=\"2\" Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>"
    let numbering = ["decimal", "upperLetter", "bullet", "decimal", "decimal", "upperLetter"]
      .enumerated().map {
        index, style in
        "<w:abstractNum w:abstractNumId=\"\(index + 1)\"><w:lvl w:ilvl=\"0\">"
          + "<w:numFmt w:val=\"\(style)\"/></w:lvl></w:abstractNum><w:num w:numId=\"\(index + 1)\">"
          + "<w:abstractNumId w:val=\"\(index + 1)\"/></w:num>"
      }.joined()
    let styles =
      [1, 2].map {
        "<w:style w:styleId=\"H\($0)\"><w:name w:val=\"heading \($0)\"/></w:style>"
      }.joined()
      + "<w:style w:styleId=\"N\" w:default=\"1\"><w:name w:val=\"Normal\"/><w:pPr>"
      + "<w:shd w:val=\"clear\" w:fill=\"FFFF00\"/></w:pPr></w:style>"
    return try QuestionFile.read(
      ZipSample([
        "word/document.xml": "<w:document xmlns:w=\"w\"><w:body>\(body)</w:body></w:document>",
        "word/_rels/document.xml.rels": relations,
        "word/numbering.xml": "<w:numbering xmlns:w=\"w\">\(numbering)</w:numbering>",
        "word/styles.xml": "<w:styles xmlns:w=\"w\">\(styles)</w:styles>",
      ]).bytes, name: "quiz.docx")
  }

  func paragraph(_ text: String, _ marks: String = "", properties: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:rPr>\(marks)</w:rPr><w:t>\(text)</w:t></w:r></w:p>"
  }

  func list(_ text: String, _ identifier: Int, _ marks: String = "") -> String {
    paragraph(
      text, marks,
      properties: "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(identifier)\"/></w:numPr>")
  }

  func heading(_ text: String, _ level: Int) -> String {
    paragraph(text, properties: "<w:pStyle w:val=\"H\(level)\"/>")
  }
}
