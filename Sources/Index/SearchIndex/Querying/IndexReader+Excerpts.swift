public import IndexStorage
public import LinuxSystem
public import QueryLanguage
import SecretMasking
public import SittaSQLite

/// Lines of the text of a document, as it was indexed.
public struct Excerpt: Equatable, Sendable {
  /// The document.
  public let document: ListedDocument
  /// The lines, each with the line feed that ends it.
  public let text: String
  /// The number of the first line, from 1 on.
  public let line: Int
  /// The number of the line after these; nil at the end of the text.
  public let next: Int?
  /// The number of lines of the whole text.
  public let lineCount: Int
  /// Whether ``text`` is only a part of one line, which is longer than the limit.
  public let isCut: Bool
  /// The number of secrets that are masked in ``text``.
  public let masked: Int
  /// The state of the index.
  public let clock: IndexClock
}

/// A request for lines of a text.
public struct ExcerptRequest: Sendable {
  /// The first line, from 1 on.
  public var line = 1
  /// A query; the lines begin shortly before the passage that matches best, or at ``line`` if none matches.
  public var query: Query?
  /// The largest number of lines, at least 1.
  public var lineLimit = 400
  /// The largest number of bytes, at least 4.
  public var byteLimit = 32 << 10
  /// The folders or files in which the document must be; nil for everywhere; see ``SearchOptions/within``.
  public var within: [FilePath]?
  /// Whether keys and passwords are replaced by `[masked]`; they are found in the whole text.
  public var masksSecrets = false

  /// Makes a request for the beginning of a text.
  public init() {}
}

extension IndexReader {
  /// Reads lines from the indexed text of a document, not from its file.
  ///
  /// O(text).
  ///
  /// - Parameters:
  ///   - path: the document, as ``LinuxSystem/DocumentLocation/path``.
  ///   - request: the lines to read.
  ///   - options: how the query is read: its language, and the folder that `~` means.
  ///   - deadline: when to stop searching for the query; the lines then begin at ``ExcerptRequest/line``.
  /// - Returns: the lines; nil if the index has no such document in the folders of the request.
  /// - Throws: the error of SQLite; an interruption if the deadline passed before the search for the
  ///   query began (``SittaSQLite/SQLiteError/isInterruption``).
  public func excerpt(
    of path: FilePath, _ request: ExcerptRequest, _ options: SearchOptions = SearchOptions(),
    deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> Excerpt? {
    try ExcerptReading(path: path, request: request, options: options, deadline: deadline)
      .run(in: Snapshot(of: self))
  }
}

/// Reads an excerpt; see ``IndexReader/excerpt(of:_:_:deadline:)``.
private struct ExcerptReading {
  let path: FilePath
  let request: ExcerptRequest
  let options: SearchOptions
  let deadline: ContinuousClock.Instant?

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Excerpt? {
    guard let id = try snapshot.document(at: path, within: request.within) else { return nil }
    var documents = try ListedDocuments(in: snapshot)
    guard let document = try documents.document(id) else { return nil }
    let text = try HitLoader.text(of: id, in: snapshot.reader) ?? []
    let limits = LineWindow.Limits(
      lines: max(request.lineLimit, 1), bytes: max(request.byteLimit, 4))
    let window =
      try matchOffset(in: id, text, snapshot).map { LineWindow(of: text, around: $0, limits) }
      ?? LineWindow(of: text, from: request.line, limits)
    var mask = SecretMask()
    let masked = request.masksSecrets ? mask.mask(window.bytes, of: text) : nil
    return Excerpt(
      document: document,
      text: masked ?? String(decoding: text[window.bytes], as: UTF8.self), line: window.line,
      next: window.next, lineCount: window.lineCount, isCut: window.isCut, masked: mask.count,
      clock: snapshot.clock)
  }

  private func matchOffset(
    in document: DocumentID, _ text: [UInt8], _ snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Int? {
    guard let query = request.query, !text.isEmpty else { return nil }
    snapshot.setDeadline(deadline)
    let plan = try SearchPlan(query, options, in: snapshot)
    return try HitLoader(plan: plan, options: options, deadline: deadline)
      .matchOffset(in: document, of: text, in: snapshot)
  }
}
