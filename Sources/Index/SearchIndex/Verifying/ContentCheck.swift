import FullText
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextAnalysis

/// Reads what one state of the index has of documents, and compares its parts with each other.
struct ContentCheck {
  private let reader: IndexReader
  private let database: Database

  /// How many words of a document are looked up in the full-text index.
  private static let probedWords = 6
  /// The longest word that is looked up, in bytes.
  private static let longestWord = 64

  init(in snapshot: borrowing Snapshot) {
    (reader, database) = (snapshot.reader, snapshot.database)
  }

  /// Reads what the index has of a file.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - folder: its folder.
  ///   - container: the folder of its members; nil if there is none.
  /// - Returns: nil if there is no document of this name in the folder.
  /// - Throws: the error of SQLite; a text that cannot be read is no error.
  func content(
    named name: [UInt8], in folder: FolderID, membersAt container: FolderID?
  ) throws(SQLiteError) -> StoredContent? {
    guard let file = try StoredFile(named: name, in: folder, of: database) else { return nil }
    let row = try database.first(
      """
      SELECT sequence, digest, picture, scan.pages, rule FROM document
      LEFT JOIN scan ON scan.id = document.id LEFT JOIN access ON access.id = document.access
      WHERE document.id = ?1
      """, .document(file.id)
    ) { row in
      let scan = row.text(at: 3).map {
        Document.Scan(isPicture: row.integer(at: 2) != 0, pages: $0)
      }
      let rule = row.text(at: 4).flatMap(AccessRule.init(text:))
      return (row.commit(at: 0), row.isNull(at: 1) ? nil : row.bytes(at: 1), scan, rule)
    }
    guard let (commit, digest, scan, rule) = row else { return nil }
    var content = StoredContent(file, commit: commit, digest: nil)
    content.scan = scan
    if file.hasAccess { content.access = RecordedAccess(rule) }
    (content.digest, content.contradiction) = try examine(file.id, recorded: digest)
    if let container { try addMembers(below: container, to: &content) }
    return content
  }

  /// Adds the members of a file.
  private func addMembers(
    below container: FolderID, to content: inout StoredContent
  ) throws(SQLiteError) {
    let isContainer = try database.first(
      "SELECT 1 FROM directory WHERE id = ?1 AND container IS NOT NULL", .folder(container)
    ) { _ in true }
    guard isContainer == true else { return }
    var members: [(id: DocumentID, digest: [UInt8]?)] = []
    let below = FilterCondition.below([container])
    try database.prepare("SELECT document.id, digest FROM document WHERE \(below.sql)")
      .forEachRow(below.values) { row in
        members.append((row.document(at: 0), row.isNull(at: 1) ? nil : row.bytes(at: 1)))
      }
    for member in members {
      let (digest, contradiction) = try examine(member.id, recorded: member.digest)
      if let digest { content.members.append(digest) }
      content.contradiction = content.contradiction ?? contradiction
    }
    content.members.sort()
  }

  /// Reads the texts of a document, and compares them with the recorded digest and with the full-text index.
  ///
  /// `recorded` is nil for a document without text, and for one that an earlier version wrote.
  private func examine(
    _ id: DocumentID, recorded: [UInt8]?
  ) throws(SQLiteError) -> (digest: ContentDigest?, contradiction: StoredContent.Contradiction?) {
    let texts: SearchableTexts?
    do throws(SQLiteError) {
      texts = try SearchableTexts(of: id, in: database)
    } catch {
      guard error.isCorruption else { throw error }
      return (nil, .text)
    }
    guard let texts else { return (nil, .text) }
    let body = texts.all[Schema.bodyColumn].map { ContentDigest(of: $0).bytes }
    if let recorded, recorded != body { return (texts.digest, .text) }
    return (texts.digest, try hasWords(of: texts, id) ? nil : .words)
  }

  /// Whether the full-text index has as many words of a document as its texts, and some of these words.
  private func hasWords(of texts: SearchableTexts, _ id: DocumentID) throws(SQLiteError) -> Bool {
    // An older table has other columns.
    guard reader.words.hasPeople else { return true }
    var analyzer = SittaAnalyzer(options: reader.settings.analysis)
    var counts: [Int] = []
    var probes: [[UInt8]] = []
    for text in texts.all {
      var count = 0
      var longest = 0
      let bytes = text ?? []
      analyzer.analyze(bytes.span, for: .document) { token, _, flags in
        if !flags.contains(.colocated) { count += 1 }
        // Long words are rare, so that few documents have to be passed over.
        guard token.count > longest, token.count <= Self.longestWord else { return }
        longest = token.count
        probes.append(token.indices.map { token[$0] })
      }
      counts.append(count)
    }
    do throws(FullTextError) {
      let stored = try FTS5DocumentLengths.columns(
        of: id.rawValue, fromTable: "search", in: database)
      guard stored == counts else { return false }
    } catch {
      if let cause = error.cause { throw cause }
      return true
    }
    return probes.suffix(Self.probedWords).allSatisfy { reader.mayHave($0, in: id) }
  }
}

extension IndexReader {
  /// Whether the full-text index has a word of a document; true if its pages cannot be read in this way.
  fileprivate func mayHave(_ word: [UInt8], in id: DocumentID) -> Bool {
    guard let segments, !segments.state.isOff else { return true }
    var isFound = false
    do {
      try prepared(segments).forEachRow(with: word, among: [id.rawValue], countingUpTo: 1) { _, _ in
        isFound = true
      }
    } catch {
      return true
    }
    return isFound
  }
}
