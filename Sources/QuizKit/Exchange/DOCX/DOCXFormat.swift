extension QuestionFormat {
  /// A text of Word or LibreOffice with numbered questions, or with a table of questions.
  package static let docx = QuestionFormat(
    name: "docx", title: DOCXReader.formatName, extensions: ["docx"],
    keeps: [.commentary, .feedback, .category, .lineBreaks],
    isNamedByEnding: false,
    package: PackageForm(isFound: { $0.has(WordDocument.file) }, reader: DOCXReader()),
    reader: PackageOnlyReader(formatName: DOCXReader.formatName), writer: nil)
}
