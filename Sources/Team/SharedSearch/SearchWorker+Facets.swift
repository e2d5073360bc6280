import FoundationEssentials
import IndexStorage
import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages

extension SearchWorker {
  /// The facets of documents.
  struct CountedFacets {
    let facets: [FacetMessage]
    /// The size of the files; nil unless it was requested.
    let bytes: Int?
    /// Whether more documents match than were counted.
    let isCut: Bool
  }

  /// A folder with documents.
  private struct Folder {
    let parent: FolderID
    let path: FilePath
    /// Whether it is a file with members, or in one.
    let isInFile: Bool
  }

  /// What the function `properties` takes.
  private struct PropertyRequest: Encodable {
    let condition: SearchCondition
    let most: Int
    /// Whether tags and authors are wanted.
    let lists: Bool
  }

  /// The most documents whose properties are counted.
  private static let mostCounted = 100_000

  /// Counts what the documents that meet a condition have in common.
  func facets(
    _ request: FacetRequest, _ condition: SearchCondition, of reader: SharedReader,
    _ call: DatabaseCall
  ) async throws -> CountedFacets {
    let lists = request.fields.contains(.tag) || request.fields.contains(.author)
    let asked = PropertyRequest(condition: condition, most: Self.mostCounted, lists: lists)
    let json = String(decoding: try JSONEncoder().encode(asked), as: UTF8.self)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        """
        SELECT source, folder, type, language, modified, size, tags, authors FROM properties($1, $2)
        """, [.text(reader.login), .text(json)])
    }
    let needsFolders = request.fields.contains(.folder) || request.sumsSizes
    let folders = needsFolders ? try await folders(answers, call) : [:]
    var tally = FacetTally(request)
    for (database, rows) in answers {
      for row in 0..<rows.count {
        let folder = Self.folder(Self.number(rows, row, 1, database))
        let seconds = rows.text(row, 4).flatMap(Double.init) ?? 0
        tally.add(
          FacetTally.Counted(
            folder: folder, type: rows.text(row, 2) ?? "", tags: rows.text(row, 6) ?? "",
            modified: FileTime(UnixTime(seconds: Int64(seconds))), language: rows.text(row, 3),
            authors: rows.text(row, 7) ?? "",
            bytes: folders[folder]?.isInFile == true ? 0 : rows.integer(row, 5) ?? 0))
      }
    }
    let counts = request.fields.contains(.folder) ? Self.counts(tally, folders) : []
    return CountedFacets(
      facets: request.fields.map { FacetMessage(tally.facet($0, folders: counts)) },
      bytes: request.sumsSizes ? Int(clamping: tally.all.bytes) : nil,
      isCut: answers.values.contains { $0.count == Self.mostCounted })
  }

  /// The number of a folder in all sources; the folder `/` is the same in each.
  private static func folder(_ number: Candidate.Number) -> FolderID {
    number.id <= FolderID.root.rawValue
      ? .root : FolderID(rawValue: Int64(number.joined ?? 0))
  }

  /// The number in a row whose first column is the source.
  private static func number(
    _ rows: PostgreSQLRows, _ row: Int, _ column: Int, _ database: Int64
  ) -> Candidate.Number {
    Candidate.Number(
      database: database, source: rows.integer(row, 0) ?? 0, id: rows.integer(row, column) ?? 0)
  }

  /// The folders of documents, with those above them.
  private func folders(
    _ documents: [Int64: PostgreSQLRows], _ call: DatabaseCall
  ) async throws -> [FolderID: Folder] {
    let answers = try await call.ask(Set(documents.keys)) { database, connection in
      let rows = documents[database.number]
      let asked = Array(
        Set(
          (0..<(rows?.count ?? 0)).compactMap { row in
            rows.map { Self.number($0, row, 1, database.number) }
          }))
      return try await connection.run(
        "SELECT source, id, parent, suffix FROM parents($1, $2)",
        [
          .text(Self.array(asked.map { "\($0.source)" })),
          .text(Self.array(asked.map { "\($0.id)" })),
        ])
    }
    var found: [FolderID: (parent: FolderID, suffix: String)] = [:]
    for (database, rows) in answers {
      for row in 0..<rows.count {
        let parent = Self.number(rows, row, 2, database)
        found[Self.folder(Self.number(rows, row, 1, database))] = (
          Self.folder(parent), rows.text(row, 3) ?? ""
        )
      }
    }
    return found.mapValues { entry in
      var (uri, above) = (entry.suffix, entry.parent)
      // The parents could form a cycle only in a damaged database.
      for _ in 0..<found.count {
        guard let next = found[above] else { break }
        (uri, above) = (next.suffix + uri, next.parent)
      }
      let isInFile = uri.contains("#!")
      // A file with members ends with a mark, after which their paths follow.
      let mark = uri.hasSuffix("#!") ? 2 : isInFile && uri.hasSuffix("!") ? 1 : 0
      let location = DocumentLocation(uri: "file://\(uri.dropLast(mark))")
      return Folder(
        parent: entry.parent, path: location?.path ?? .root, isInFile: isInFile)
    }
  }

  /// The folders that show where documents are.
  private static func counts(
    _ tally: FacetTally, _ folders: [FolderID: Folder]
  ) -> [FacetTally.FolderCount] {
    let tree = FolderTally(tally.folders, parents: folders.mapValues(\.parent))
    var level = tree.breakdown(below: [.root])
    // The root of a source, which has documents of its own: its folders tell more.
    if let only = level.first, level.count == 1 {
      let below = tree.breakdown(below: [only.folder])
      if !below.isEmpty { level = below }
    }
    return level.map {
      FacetTally.FolderCount(path: folders[$0.folder]?.path ?? .root, sum: $0.sum)
    }
  }
}
