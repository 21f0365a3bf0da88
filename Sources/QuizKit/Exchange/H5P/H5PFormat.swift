extension QuestionFormat {
  /// The interactive contents of H5P, <https://h5p.org/documentation/developers/h5p-specification>.
  package static let h5p = QuestionFormat(
    name: "h5p", title: H5PReader.formatName, extensions: ["h5p"],
    keeps: [.feedback, .category, .title, .lineBreaks],
    isNamedByEnding: false,
    package: PackageForm(
      isFound: { H5PReader.folder(in: $0) != nil }, reader: H5PReader()),
    reader: PackageOnlyReader(formatName: H5PReader.formatName), writer: nil)
}
