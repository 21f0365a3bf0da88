extension QuestionFormat {
  /// A spreadsheet of Excel, LibreOffice or Google, with the columns of a table in CSV.
  package static let xlsx = QuestionFormat(
    name: "xlsx", title: XLSXReader.formatName, extensions: ["xlsx"], keeps: .table,
    kinds: QuestionFormat.csv.kinds,
    isNamedByEnding: false,
    package: PackageForm(isFound: { XLSXWorkbook.isFound(in: $0) }, reader: XLSXReader()),
    reader: PackageOnlyReader(formatName: XLSXReader.formatName),
    writer: { survey, _ in XLSXWriter(survey) })
}
