/// Reads documents that consist of one XML file.
public enum XMLDocumentReader: Sendable {
  case abiWord, dia, fictionBook, gnumeric, svg

  /// Reads a document; a compressed document must be unpacked before, as Dia's and Gnumeric's are.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    switch self {
    case .abiWord: try read(bytes, with: AbiWordText(), into: &sink)
    case .dia: try read(bytes, with: DiaText(), into: &sink)
    case .fictionBook: try read(bytes, with: FictionBookText(), into: &sink)
    case .gnumeric: try read(bytes, with: GnumericText(), into: &sink)
    case .svg: try read(bytes, with: SVGText(), into: &sink)
    }
  }

  private func read(
    _ bytes: Span<UInt8>, with handler: some XMLHandler, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var handler = handler
    try handler.readDocument(bytes, into: &sink)
  }
}
