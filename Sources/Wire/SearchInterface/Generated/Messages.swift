// Generated from io.sitta.Search.varlink by InterfaceGenerator; change that file instead.

/// A version of an index.
///
/// Clocks of one index can be compared; a rebuilt index has another name.
public struct ClockMessage: Codable, Equatable, Sendable {
  /// Identifies the index.
  public var index: String
  /// The number of the last commit.
  ///
  /// After a service that was interrupted, numbers are skipped.
  public var sequence: Int

  /// Makes the message from its fields.
  public init(index: String, sequence: Int) {
    self.index = index
    self.sequence = sequence
  }
}

/// A range of bytes in the UTF-8 of a text.
public struct RangeMessage: Codable, Equatable, Sendable {
  /// The offset of the first byte.
  public var begin: Int
  /// The offset after the last byte.
  public var end: Int

  /// Makes the message from its fields.
  public init(begin: Int, end: Int) {
    self.begin = begin
    self.end = end
  }
}

/// How much of a file's text is in the index.
public enum DocumentState: String, CaseIterable, Codable, Sendable {
  /// The whole text.
  case complete
  /// Nothing: the file has no text that can be read.
  ///
  /// It is found by its name.
  case withoutText
  /// The beginning; the note says how much.
  case partial
  /// Nothing: the file could not be read; the note says why.
  ///
  /// It is found by its name.
  case unreadable
  /// Nothing: the index refused the document, or reading it was given up; the note says why.
  ///
  /// It is found by its name.
  case failed
  /// Nothing: the text needs a password.
  ///
  /// It is found by its name.
  case locked
}

/// A file in the index, or a member of one: a file in an archive, an attachment of a mail.
public struct DocumentMessage: Codable, Equatable, Sendable {
  /// The file as a file: URI.
  ///
  /// A member has a fragment: file:///a.zip#!/docs/b.txt, and file:///a.zip#!/in.tar!/c.txt for a
  /// member of a member; programs that do not know it open the file.
  public var uri: String
  /// The path of the file, or of the file that contains the member, if it is valid UTF-8.
  public var path: String?
  /// The file's name; bytes that are not valid UTF-8 are replaced.
  public var name: String
  /// The title that the text gives itself.
  public var title: String?
  /// The time of the last change of the contents.
  public var modified: String
  /// The size in bytes.
  public var size: Int
  /// The media type.
  public var type: String
  /// The tags that the text gives itself.
  public var tags: [String]
  /// How much of the text is in the index.
  public var state: DocumentState
  /// Explains the state to a person.
  public var note: String?
  /// The format that was read, as in FormatCount.
  public var format: String?
  /// The version of the reader of the format; 0 if the document waits until the format can be read,
  /// absent if Formats= leaves the format out.
  public var reader: Int?
  /// True if the root of the file is not available now, on a disk that is unplugged for example.
  public var away: Bool?
  /// Of a member: its path in the file, as in docs/b.txt or in.tar!/c.txt; control characters are
  /// escaped.
  public var member: String?
  /// The authors; of a mail its sender.
  public var authors: [String]?
  /// The recipients of a mail.
  public var recipients: [String]?
  /// The time when it was created or sent, as its contents say.
  public var created: String?
  /// The language of the text, as an ISO 639-1 code.
  public var language: String?
  /// The number of pages, slides or sheets.
  public var pages: Int?
  /// The number of files that are attached to a mail.
  public var attachments: Int?
  /// The name of the machine that has the file, if it is another one.
  ///
  /// The uri is then an sftp: URI, without path, unless the folder of the file is mounted here. A
  /// daemon never sets it; clients that ask several do.
  public var host: String?

  /// Makes the message from its fields.
  public init(
    uri: String, path: String? = nil, name: String, title: String? = nil, modified: String,
    size: Int, type: String, tags: [String], state: DocumentState, note: String? = nil,
    format: String? = nil, reader: Int? = nil, away: Bool? = nil, member: String? = nil,
    authors: [String]? = nil, recipients: [String]? = nil, created: String? = nil,
    language: String? = nil, pages: Int? = nil, attachments: Int? = nil, host: String? = nil
  ) {
    self.uri = uri
    self.path = path
    self.name = name
    self.title = title
    self.modified = modified
    self.size = size
    self.type = type
    self.tags = tags
    self.state = state
    self.note = note
    self.format = format
    self.reader = reader
    self.away = away
    self.member = member
    self.authors = authors
    self.recipients = recipients
    self.created = created
    self.language = language
    self.pages = pages
    self.attachments = attachments
    self.host = host
  }
}

/// The kind of a part of a document.
public enum PartKind: String, CaseIterable, Codable, Sendable {
  /// A page.
  case page
  /// A slide of a presentation.
  case slide
  /// A sheet of a workbook.
  case sheet
  /// A chapter of a book.
  case chapter
  /// A text of a mail.
  case body
}

/// A part of a document.
public struct PartMessage: Codable, Equatable, Sendable {
  /// Its kind.
  public var kind: PartKind
  /// Its number among the parts of its kind, counted from 1.
  public var number: Int
  /// Its label: the number that is printed on a page, the name of a sheet; it can be empty.
  public var label: String

  /// Makes the message from its fields.
  public init(kind: PartKind, number: Int, label: String) {
    self.kind = kind
    self.number = number
    self.label = label
  }
}

/// Texts to put before and after each match, at most 64 bytes each.
public struct MarkersMessage: Codable, Equatable, Sendable {
  /// The text before a match.
  public var open: String
  /// The text after a match.
  public var close: String

  /// Makes the message from its fields.
  public init(open: String, close: String) {
    self.open = open
    self.close = close
  }
}

/// How hits are ordered.
public enum SearchOrder: String, CaseIterable, Codable, Sendable {
  /// The best match first.
  case relevance
  /// The latest change first.
  case modified
  /// The one that was created or sent last first, as its contents say; documents without such a
  /// time come last.
  case created
  /// The latest first, by the time when it was created or sent, or else by the time of its last
  /// change.
  case date
  /// By file name.
  case name
  /// The largest first.
  case size
}

/// Which words of a query also match as the beginning of a word, besides those with a star.
public enum PrefixMode: String, CaseIterable, Codable, Sendable {
  /// None.
  case none
  /// The last word, for searching while a person types.
  case last
  /// All words.
  case all
}

/// A property that documents can have in common.
public enum FacetProperty: String, CaseIterable, Codable, Sendable {
  /// The media type.
  case type
  /// The folder that contains the document, directly or not.
  case folder
  /// A tag.
  case tag
  /// The year of the last change.
  case year
  /// The language of the text.
  case language
  /// An author.
  case author
}

/// A value that documents have in common.
public struct FacetValueMessage: Codable, Equatable, Sendable {
  /// The value, for people.
  public var value: String
  /// What to add to the query to find only these documents, if a query can express it.
  public var filter: String?
  /// The number of documents with this value.
  public var count: Int
  /// The size of their files in bytes, if sizes were requested; a member of a file has no size of
  /// its own.
  public var bytes: Int?

  /// Makes the message from its fields.
  public init(value: String, filter: String? = nil, count: Int, bytes: Int? = nil) {
    self.value = value
    self.filter = filter
    self.count = count
    self.bytes = bytes
  }
}

/// The values of one property among the documents that match.
public struct FacetMessage: Codable, Equatable, Sendable {
  /// The property.
  ///
  /// For folder: if the query has in:, the subfolders of that folder; otherwise the folders in the
  /// root, or the roots if there are several.
  public var field: FacetProperty
  /// The most frequent values; for years the latest.
  public var values: [FacetValueMessage]
  /// The number of further values that are not listed.
  public var others: Int

  /// Makes the message from its fields.
  public init(field: FacetProperty, values: [FacetValueMessage], others: Int) {
    self.field = field
    self.values = values
    self.others = others
  }
}

/// A passage of a document's text.
public struct PassageMessage: Codable, Equatable, Sendable {
  /// The text, on one line.
  public var snippet: String
  /// The matches in the snippet; empty if markers were requested.
  public var matches: [RangeMessage]
  /// The line of the file with the first match of the snippet, counted from 1, as it was indexed;
  /// only of files of plain text.
  public var line: Int?
  /// The part of the document that contains the first match of the snippet.
  public var part: PartMessage?
  /// The number of the page that contains it, counted from 1, if the part is a page.
  public var page: Int?
  /// The URI that opens the document at the match, as in Hit.
  public var link: String?

  /// Makes the message from its fields.
  public init(
    snippet: String, matches: [RangeMessage], line: Int? = nil, part: PartMessage? = nil,
    page: Int? = nil, link: String? = nil
  ) {
    self.snippet = snippet
    self.matches = matches
    self.line = line
    self.part = part
    self.page = page
    self.link = link
  }
}

/// A document that matches.
public struct HitMessage: Codable, Equatable, Sendable {
  /// The document.
  public var document: DocumentMessage
  /// The relevance, larger is better; absent if hits are not ordered by relevance.
  public var score: Double?
  /// The passage of the text that matches best.
  public var snippet: String
  /// The matches in the snippet; empty if markers were requested.
  public var matches: [RangeMessage]
  /// The line of the file with the first match of the snippet, counted from 1, as it was indexed;
  /// only of files of plain text.
  public var line: Int?
  /// The part of the document that contains the first match of the snippet.
  public var part: PartMessage?
  /// The number of the page that contains it, counted from 1, if the part is a page.
  public var page: Int?
  /// The URI that opens the document at the match: for a PDF the URI of the document with "#page="
  /// and the number of the page, of a member with "!page=".
  ///
  /// Absent if it is the URI of the document.
  public var link: String?
  /// The words of the query that the document lacks; absent if it lacks none.
  public var missing: [String]?
  /// Other documents with the same content, and other versions of the document.
  public var copies: [DocumentMessage]?
  /// Of a mail: other messages of its conversation that match, the best first.
  public var replies: [DocumentMessage]?
  /// If several passages were requested: the passage of the snippet, and then the others in the
  /// order of the text; absent if there is none.
  public var passages: [PassageMessage]?
  /// Where the same content is on other hosts.
  ///
  /// A daemon never sets it; clients that ask several do.
  public var alsoAt: [String]?
  /// With mask: the number of texts that were replaced in the snippet; absent if none was.
  public var masked: Int?
  /// If the document was found because it says the same in other words: the words that are near in
  /// meaning, at most five pairs.
  ///
  /// Absent if it was found by its words alone.
  public var similar: [WordPairMessage]?

  /// Makes the message from its fields.
  public init(
    document: DocumentMessage, score: Double? = nil, snippet: String, matches: [RangeMessage],
    line: Int? = nil, part: PartMessage? = nil, page: Int? = nil, link: String? = nil,
    missing: [String]? = nil, copies: [DocumentMessage]? = nil, replies: [DocumentMessage]? = nil,
    passages: [PassageMessage]? = nil, alsoAt: [String]? = nil, masked: Int? = nil,
    similar: [WordPairMessage]? = nil
  ) {
    self.document = document
    self.score = score
    self.snippet = snippet
    self.matches = matches
    self.line = line
    self.part = part
    self.page = page
    self.link = link
    self.missing = missing
    self.copies = copies
    self.replies = replies
    self.passages = passages
    self.alsoAt = alsoAt
    self.masked = masked
    self.similar = similar
  }
}

/// A word of the query, or of the document to which others are compared, and a word with a similar
/// meaning.
public struct WordPairMessage: Codable, Equatable, Sendable {
  /// The word of the query.
  public var query: String
  /// The word of the document.
  public var document: String

  /// Makes the message from its fields.
  public init(query: String, document: String) {
    self.query = query
    self.document = document
  }
}

/// Whether the files of a root are available, and how changes in it are found.
public enum RootState: String, CaseIterable, Codable, Sendable {
  /// The kernel reports every change.
  case watched
  /// There are more folders than inotify watches: some folders are checked at intervals.
  case partlyWatched
  /// The kernel may not report every change, on a network file system for example: all folders are
  /// checked at intervals.
  case polled
  /// The folder does not exist now, or nothing is mounted there.
  case missing
}

/// A folder whose files are indexed.
public struct RootMessage: Codable, Equatable, Sendable {
  /// The folder as a file: URI.
  public var uri: String
  /// The folder's path, if it is valid UTF-8.
  public var path: String?
  /// Whether it is available, and how changes are found.
  public var state: RootState
  /// Explains the state to a person.
  public var note: String?

  /// Makes the message from its fields.
  public init(uri: String, path: String? = nil, state: RootState, note: String? = nil) {
    self.uri = uri
    self.path = path
    self.state = state
    self.note = note
  }
}

/// Why bulk work rests.
public enum PauseReason: String, CaseIterable, Codable, Sendable {
  /// It has used a CPU for long.
  case cooldown
  /// The computer runs on battery.
  case battery
  /// Other programs wait for a CPU.
  case pressure
  /// A person called Pause.
  case request
  /// A client keeps a call of Pause open.
  case held
}

/// A pause of bulk work: the first comparison of all files, rebuilds, and comparisons after lost
/// events.
///
/// Files that a person has just changed are always indexed at once.
public struct PauseMessage: Codable, Equatable, Sendable {
  /// Why it rests.
  public var reason: PauseReason
  /// The time when the pause ends at the latest, if a time ends it.
  public var until: String?
  /// The pause as a phrase, with the local time of the service, such as "resting until 14:03:20:
  /// cooldown".
  public var text: String

  /// Makes the message from its fields.
  public init(reason: PauseReason, until: String? = nil, text: String) {
    self.reason = reason
    self.until = until
    self.text = text
  }
}

/// Where a file is.
public struct LocationMessage: Codable, Equatable, Sendable {
  /// The file as a file: URI.
  public var uri: String
  /// The file's path, if it is valid UTF-8.
  public var path: String?

  /// Makes the message from its fields.
  public init(uri: String, path: String? = nil) {
    self.uri = uri
    self.path = path
  }
}

/// A hit that still matches, with another text, other metadata or another path.
public struct HitChangeMessage: Codable, Equatable, Sendable {
  /// The hit as it is now.
  public var hit: HitMessage
  /// Where the file was before, if it has moved.
  public var former: LocationMessage?

  /// Makes the message from its fields.
  public init(hit: HitMessage, former: LocationMessage? = nil) {
    self.hit = hit
    self.former = former
  }
}

/// A text that a person could type instead.
public struct SuggestionMessage: Codable, Equatable, Sendable {
  /// The whole text.
  public var text: String
  /// The words that differ from the typed ones, as the index has them: folded to small letters.
  public var words: [String]
  /// The approximate number of documents that contain the rarest of these words.
  public var documents: Int

  /// Makes the message from its fields.
  public init(text: String, words: [String], documents: Int) {
    self.text = text
    self.words = words
    self.documents = documents
  }
}

/// Which index answers during a rebuild.
public enum RebuildServing: String, CaseIterable, Codable, Sendable {
  /// The old index; it does not contain the changes since the rebuild began.
  case old
  /// The new index, which is not complete yet, because the old one cannot be read any more.
  case new
}

/// A new index that is being built from the files.
public struct IndexRebuildMessage: Codable, Equatable, Sendable {
  /// Why, as a sentence.
  public var reason: String
  /// The time when it began.
  public var started: String
  /// The number of documents it contains so far.
  public var documents: Int
  /// Which index answers meanwhile.
  public var serving: RebuildServing

  /// Makes the message from its fields.
  public init(reason: String, started: String, documents: Int, serving: RebuildServing) {
    self.reason = reason
    self.started = started
    self.documents = documents
    self.serving = serving
  }
}

/// The smallest part of the index that a repair had to replace.
public enum RecoveryAction: String, CaseIterable, Codable, Sendable {
  /// The index was opened again without its lost log, and all files were compared with it.
  case log
  /// Texts of documents were read again from their files.
  case documents
  /// The postings were computed again from the stored texts.
  case postings
  /// A new index was built from the files.
  case file
}

/// A repair of the index that the service made by itself.
public struct RecoveryMessage: Codable, Equatable, Sendable {
  /// The time of the repair.
  public var time: String
  /// Why, as a sentence.
  public var reason: String
  /// The replaced part.
  public var action: RecoveryAction
  /// The damaged file as a file: URI; only the last one is kept.
  public var setAside: String?
  /// The repair as a sentence for people.
  public var text: String

  /// Makes the message from its fields.
  public init(
    time: String, reason: String, action: RecoveryAction, setAside: String? = nil, text: String
  ) {
    self.time = time
    self.reason = reason
    self.action = action
    self.setAside = setAside
    self.text = text
  }
}

/// A stage on the way from a file to a hit.
public enum StepTopic: String, CaseIterable, Codable, Sendable {
  /// The entry at the path.
  case file
  /// Whether the rules include it.
  case rule
  /// How its changes are found.
  case watch
  /// How its text is read.
  case text
  /// The content of the index for it.
  case index
  /// Whether it matches the query.
  case query
  /// How well it matches the query.
  case rank
}

/// The result of one stage.
public struct StepMessage: Codable, Equatable, Sendable {
  /// The stage.
  public var topic: StepTopic
  /// Whether the stage allows the file to be found.
  public var passed: Bool
  /// The result as a sentence.
  public var text: String
  /// The remedy for a person.
  public var remedy: String?

  /// Makes the message from its fields.
  public init(topic: StepTopic, passed: Bool, text: String, remedy: String? = nil) {
    self.topic = topic
    self.passed = passed
    self.text = text
    self.remedy = remedy
  }
}

/// The kind of a rule.
///
/// root and reincluded include a path; all others exclude it.
public enum RuleReason: String, CaseIterable, Codable, Sendable {
  /// The path is in a root.
  case root
  /// A line of an ignore file includes it again.
  case reincluded
  /// The path is in no root.
  case outsideRoots
  /// A name in the path begins with a dot.
  case hidden
  /// A pattern of the configuration, or the name of a folder that a tool fills, such as
  /// node_modules.
  case pattern
  /// The path is in the state folder of the service.
  case ownFolder
  /// A person had it forgotten.
  case forgotten
  /// The file may contain secrets.
  case secret
  /// The path is inside a repository's own folder.
  case repository
  /// A line of an ignore file.
  case ignored
  /// A file in the folder says that the folder is not to be indexed.
  case marker
  /// The path is on another file system than its root.
  case otherFileSystem
  /// The file is too large.
  case tooLarge
}

/// The rule that decides whether a path is indexed.
public struct RuleMessage: Codable, Equatable, Sendable {
  /// The kind of rule.
  public var reason: RuleReason
  /// The file or folder that the rule applies to, as a file: URI.
  public var uri: String?
  /// The pattern that matches.
  public var pattern: String?
  /// The file that contains the rule, as a file: URI.
  public var file: String?
  /// The line in that file, counted from 1.
  public var line: Int?

  /// Makes the message from its fields.
  public init(
    reason: RuleReason, uri: String? = nil, pattern: String? = nil, file: String? = nil,
    line: Int? = nil
  ) {
    self.reason = reason
    self.uri = uri
    self.pattern = pattern
    self.file = file
    self.line = line
  }
}

/// A kind of rule that leaves files and folders out.
public enum ExclusionRule: String, CaseIterable, Codable, Sendable {
  /// Their names begin with a dot.
  case hidden
  /// Patterns of the configuration.
  case pattern
  /// Lines of ignore files.
  case ignored
  /// Folders that tools fill, such as node_modules.
  case toolFolder
  /// The own folders of repositories.
  case repository
  /// They may contain secrets.
  case secret
  /// A person had them forgotten.
  case forgotten
  /// A file in the folder says that the folder is not to be indexed.
  case marker
  /// They are too large.
  case tooLarge
  /// They are on another file system than their root.
  case otherFileSystem
  /// They belong to the service.
  case ownFolder
}

/// How much a kind of rule leaves out.
public struct ExclusionMessage: Codable, Equatable, Sendable {
  /// The kind of rule.
  public var rule: ExclusionRule
  /// The number of files and folders in the indexed folders, as of the last comparison of each; the
  /// content of an excluded folder is not counted.
  public var count: Int

  /// Makes the message from its fields.
  public init(rule: ExclusionRule, count: Int) {
    self.rule = rule
    self.count = count
  }
}

/// How changes in a folder are found.
public enum WatchMode: String, CaseIterable, Codable, Sendable {
  /// The kernel reports every change.
  case watched
  /// The kernel reports changes made on this machine; the folder is also checked at intervals.
  case partlyWatched
  /// There are more folders than inotify watches: the folder is checked at intervals.
  case polled
  /// The folder has not been compared yet, or does not exist.
  case unknown
}

/// How changes in a folder are found, and whether one waits.
public struct WatchMessage: Codable, Equatable, Sendable {
  /// How changes are found.
  public var mode: WatchMode
  /// The type of the file system, if it does not report all changes.
  public var fileSystem: String?
  /// The seconds between two checks, if the folder is checked at intervals.
  public var interval: Int?
  /// Whether a change was reported that is not indexed yet.
  public var waiting: Bool

  /// Makes the message from its fields.
  public init(mode: WatchMode, fileSystem: String? = nil, interval: Int? = nil, waiting: Bool) {
    self.mode = mode
    self.fileSystem = fileSystem
    self.interval = interval
    self.waiting = waiting
  }
}

/// The result of reading a file.
public struct ExtractionMessage: Codable, Equatable, Sendable {
  /// The reader that makes text of the file.
  public var extractor: String
  /// The media type.
  public var type: String
  /// The size of the file in bytes.
  public var size: Int
  /// The length of its text in bytes; absent for a file of more than 8 MiB, which is not read for
  /// the call.
  public var textBytes: Int?
  /// The time that reading took in microseconds; absent if the file was not read for the call.
  public var microseconds: Int?
  /// How much of the text is indexed.
  public var state: DocumentState
  /// Explains the state to a person.
  public var note: String?
  /// The version of the reader that read the indexed text; absent if Formats= leaves the format
  /// out.
  public var version: Int?
  /// The character encoding that was decoded; absent for UTF-8, and if it is not known.
  public var charset: String?
  /// The CPU time in microseconds that a jailed program took for the indexed text.
  public var cpu: Int?
  /// The number of pages, slides and other parts of the indexed text.
  public var parts: Int?
  /// Whether the document declares its language; otherwise it was detected.
  public var languageDeclared: Bool?

  /// Makes the message from its fields.
  public init(
    extractor: String, type: String, size: Int, textBytes: Int? = nil, microseconds: Int? = nil,
    state: DocumentState, note: String? = nil, version: Int? = nil, charset: String? = nil,
    cpu: Int? = nil, parts: Int? = nil, languageDeclared: Bool? = nil
  ) {
    self.extractor = extractor
    self.type = type
    self.size = size
    self.textBytes = textBytes
    self.microseconds = microseconds
    self.state = state
    self.note = note
    self.version = version
    self.charset = charset
    self.cpu = cpu
    self.parts = parts
    self.languageDeclared = languageDeclared
  }
}

/// A number for each searchable part of a document.
public struct CountsMessage: Codable, Equatable, Sendable {
  /// For the title.
  public var title: Int
  /// For the file name.
  public var name: Int
  /// For the tags.
  public var tags: Int
  /// For the text.
  public var body: Int
  /// For the authors.
  public var authors: Int
  /// For the recipients.
  public var recipients: Int

  /// Makes the message from its fields.
  public init(title: Int, name: Int, tags: Int, body: Int, authors: Int, recipients: Int) {
    self.title = title
    self.name = name
    self.tags = tags
    self.body = body
    self.authors = authors
    self.recipients = recipients
  }
}

/// A word of a query that a document does not contain.
public struct MissingWordMessage: Codable, Equatable, Sendable {
  /// The word.
  public var word: String
  /// The most similar words that the document does contain.
  public var similar: [String]

  /// Makes the message from its fields.
  public init(word: String, similar: [String]) {
    self.word = word
    self.similar = similar
  }
}

/// How a text of a query matches a document.
public struct TermMessage: Codable, Equatable, Sendable {
  /// The text, as it was understood.
  public var text: String
  /// True if a hit must contain it, false if it must not.
  public var wanted: Bool
  /// True if it is a stop word that the search leaves out.
  public var skipped: Bool
  /// How often it occurs where the query looks for it, in a title for title: and so on.
  public var counts: CountsMessage
  /// How often it occurs elsewhere in the document.
  public var elsewhere: CountsMessage
  /// Its words that the document does not contain.
  public var missing: [MissingWordMessage]

  /// Makes the message from its fields.
  public init(
    text: String, wanted: Bool, skipped: Bool, counts: CountsMessage, elsewhere: CountsMessage,
    missing: [MissingWordMessage]
  ) {
    self.text = text
    self.wanted = wanted
    self.skipped = skipped
    self.counts = counts
    self.elsewhere = elsewhere
    self.missing = missing
  }
}

/// How a filter of a query matches a document.
public struct FilterMessage: Codable, Equatable, Sendable {
  /// The filter, as it was understood.
  public var text: String
  /// True if a hit must match it, false if it must not.
  public var wanted: Bool
  /// Whether the document matches it.
  public var holds: Bool

  /// Makes the message from its fields.
  public init(text: String, wanted: Bool, holds: Bool) {
    self.text = text
    self.wanted = wanted
    self.holds = holds
  }
}

/// The kind of a part of a document's score.
public enum RankPartKind: String, CaseIterable, Codable, Sendable {
  /// A word of the query, in the fields of the document and in the names of its folders.
  case word
  /// Words of the query that follow each other.
  case proximity
  /// The title consists of words of the query.
  case title
  /// The name consists of words of the query.
  case name
  /// It is a copy, a draft, a backup, or lies among such.
  case copy
  /// It is a generated list, in a cache, or a header file.
  case generated
  /// Its language is another one than the query's language.
  case language
  /// It lies deep in folders.
  case depth
  /// It was written by itself, and did not come together with many others.
  case alone
  /// It was opened before.
  case opened
  /// It says the same in other words.
  case meaning
}

/// A part of the score of a document.
public struct RankPartMessage: Codable, Equatable, Sendable {
  /// Its kind.
  public var kind: RankPartKind
  /// The word, if it is one.
  public var text: String?
  /// The number of documents that contain the word.
  public var documents: Int?
  /// The weight of the word: the rarer, the larger.
  public var idf: Double?
  /// The amount that it adds; negative for a deduction.
  public var score: Double

  /// Makes the message from its fields.
  public init(
    kind: RankPartKind, text: String? = nil, documents: Int? = nil, idf: Double? = nil,
    score: Double
  ) {
    self.kind = kind
    self.text = text
    self.documents = documents
    self.idf = idf
    self.score = score
  }
}

/// How a query matches a document.
public struct MatchMessage: Codable, Equatable, Sendable {
  /// How the query was understood.
  public var reading: String
  /// Each text of the query.
  public var terms: [TermMessage]
  /// Each filter of the query.
  public var filters: [FilterMessage]
  /// The score that Search gives: the sum of the scores of the parts.
  public var score: Double?
  /// The amount that each text adds to the score.
  public var parts: [RankPartMessage]
  /// The words of the query that it lacks although it is a hit.
  public var lacking: [String]?
  /// The position among the hits by relevance, counted from 1; absent if it is far down.
  public var position: Int?
  /// The number of hits, with hits that match only a part of the query.
  public var hits: Int

  /// Makes the message from its fields.
  public init(
    reading: String, terms: [TermMessage], filters: [FilterMessage], score: Double? = nil,
    parts: [RankPartMessage], lacking: [String]? = nil, position: Int? = nil, hits: Int
  ) {
    self.reading = reading
    self.terms = terms
    self.filters = filters
    self.score = score
    self.parts = parts
    self.lacking = lacking
    self.position = position
    self.hits = hits
  }
}

/// How often a query was asked.
public struct AskedQueryMessage: Codable, Equatable, Sendable {
  /// The query.
  public var query: String
  /// How often it was asked.
  public var count: Int
  /// The number of hits the last time.
  public var hits: Int
  /// Whether there were more hits than that.
  public var more: Bool
  /// How many of its hits were opened.
  public var opened: Int
  /// The time when it was last asked.
  public var last: String
  /// The mean time that it takes.
  public var milliseconds: Double

  /// Makes the message from its fields.
  public init(
    query: String, count: Int, hits: Int, more: Bool, opened: Int, last: String,
    milliseconds: Double
  ) {
    self.query = query
    self.count = count
    self.hits = hits
    self.more = more
    self.opened = opened
    self.last = last
    self.milliseconds = milliseconds
  }
}

/// The numbers on which the scores of a query depend, for one index, or for several that rank as
/// one.
///
/// To add the numbers of two hosts: add documents, tokens, counts and full, but full is at most 10.
/// Take the larger one of folders at each position. inFields is true if either one is true. Join
/// languages. terms must be equal. common is the common folder of a tree with the folders of both.
public struct StatisticsMessage: Codable, Equatable, Sendable {
  /// The number of documents.
  public var documents: Int
  /// The number of words in all documents.
  public var tokens: Int
  /// The name of the counted terms: it is the same if the query is read in the same way.
  public var terms: String
  /// The numbers of documents, for each word of the query with each of its forms.
  public var counts: [Int]
  /// For each word of the query how deep the deepest folder is whose name has the word: 0 if none
  /// has it, 1 for a folder in /, and so on; 1000000 for any folder that is not common.
  public var folders: [Int]
  /// For each word that must be in one part of a document, such as title:word, whether a document
  /// has it there; in the order of the query.
  public var inFields: [Bool]
  /// The folder below which all others are, as a file: URI; its name and its parents' names do not
  /// count.
  public var common: String
  /// Whether several folders are in it.
  public var branches: Bool
  /// How many documents match fully, at most 10: if they are fewer, documents with a part of the
  /// words follow.
  public var full: Int
  /// The languages in which words find their other forms.
  public var languages: [String]

  /// Makes the message from its fields.
  public init(
    documents: Int, tokens: Int, terms: String, counts: [Int], folders: [Int], inFields: [Bool],
    common: String, branches: Bool, full: Int, languages: [String]
  ) {
    self.documents = documents
    self.tokens = tokens
    self.terms = terms
    self.counts = counts
    self.folders = folders
    self.inFields = inFields
    self.common = common
    self.branches = branches
    self.full = full
    self.languages = languages
  }
}

/// A word with the number of documents that have it.
public struct CountedWordMessage: Codable, Equatable, Sendable {
  /// The word in the form in which the index has it.
  public var word: String
  /// The number of documents.
  public var documents: Int

  /// Makes the message from its fields.
  public init(word: String, documents: Int) {
    self.word = word
    self.documents = documents
  }
}

/// The values that decide the order of documents, the best first: one value for each document in
/// each array.
public struct RankingMessage: Codable, Equatable, Sendable {
  /// The number of the document in its index; documents takes it.
  public var documents: [Int]
  /// The scores.
  public var scores: [Double]
  /// The scores of the first step, which chooses the 100 documents that are scored exactly, besides
  /// those with all words in their titles or names.
  public var first: [Double]
  /// The sum of: 1 if no decisive word is missing, 2 if the words are also near each other, 4 if it
  /// is scored exactly, 8 for a copy or a draft, 16 for a name with marks of a version, 32 if it is
  /// among the newest 50 in folders with all words in their names, 64 if it is found by these names
  /// alone, 128 if it is among the best 20 with all words in their titles or names.
  public var flags: [Int]
  /// The times of the last change, in nanoseconds since 1970.
  public var modified: [Int]
  /// The sizes in bytes.
  public var sizes: [Int]
  /// The numbers of folders above it.
  public var depths: [Int]
  /// Equal for documents of one series, such as the months of a report; 0 for none.
  public var series: [Int]
  /// Equal for versions of one document; 0 for none.
  public var versions: [Int]
  /// Equal for messages of one conversation; 0 for none.
  ///
  /// Absent if all are 0.
  public var threads: [Int]?
  /// The times by which the hits are ordered, in seconds since 1970, and the least number if there
  /// is none; absent unless the order is created or date.
  public var times: [Int]?
  /// Digests of the texts; empty if there is none.
  public var digests: [String]
  /// The names; empty unless they order the hits.
  public var names: [String]
  /// How many documents match fully with their words near each other, at most 10.
  public var full: Int
  /// The number of documents in which no word is missing, without documents with the flag 64.
  public var complete: Int
  /// Documents whose scores differ by at most this share are ordered by time.
  public var nearTie: Double

  /// Makes the message from its fields.
  public init(
    documents: [Int], scores: [Double], first: [Double], flags: [Int], modified: [Int],
    sizes: [Int], depths: [Int], series: [Int], versions: [Int], threads: [Int]? = nil,
    times: [Int]? = nil, digests: [String], names: [String], full: Int, complete: Int,
    nearTie: Double
  ) {
    self.documents = documents
    self.scores = scores
    self.first = first
    self.flags = flags
    self.modified = modified
    self.sizes = sizes
    self.depths = depths
    self.series = series
    self.versions = versions
    self.threads = threads
    self.times = times
    self.digests = digests
    self.names = names
    self.full = full
    self.complete = complete
    self.nearTie = nearTie
  }
}

/// A file or folder that a rule leaves out.
public struct ExcludedMessage: Codable, Equatable, Sendable {
  /// Its path as a file: URI.
  public var uri: String
  /// The path, if it is valid UTF-8.
  public var path: String?
  /// Whether it is a folder; what is in it is not looked at.
  public var folder: Bool
  /// The kind of the rule.
  public var rule: ExclusionRule

  /// Makes the message from its fields.
  public init(uri: String, path: String? = nil, folder: Bool, rule: ExclusionRule) {
    self.uri = uri
    self.path = path
    self.folder = folder
    self.rule = rule
  }
}

/// How the index differs from a file on the disk.
public enum DifferenceReason: String, CaseIterable, Codable, Sendable {
  /// The index does not have the file.
  case missing
  /// The index has another content.
  case content
  /// The index has another size, or another time of the last change.
  case status
  /// The index has other members of the file.
  case members
  /// The stored text is damaged.
  case text
  /// Queries find other words than the text has.
  case words
  /// The index says that other people may read it; only if Access=yes records this.
  case access
  /// The file is no longer there.
  case gone
  /// A rule leaves the file out.
  case leftOut
}

/// A file in which the index differs from the disk.
public struct DifferenceMessage: Codable, Equatable, Sendable {
  /// Its path as a file: URI.
  public var uri: String
  /// The path, if it is valid UTF-8.
  public var path: String?
  /// How it differs.
  public var reason: DifferenceReason

  /// Makes the message from its fields.
  public init(uri: String, path: String? = nil, reason: DifferenceReason) {
    self.uri = uri
    self.path = path
    self.reason = reason
  }
}

/// How many files were compared with the index.
public struct VerificationCountsMessage: Codable, Equatable, Sendable {
  /// The files of which the index has the current content.
  public var agreeing: Int
  /// The files in which the index differs.
  public var differing: Int
  /// How many of them are repaired.
  public var repaired: Int
  /// The files that wait to be indexed, or for their reader.
  public var waiting: Int
  /// The files of which only a part is in the index, so that their text was not compared.
  public var partial: Int
  /// The files that cannot be read, or were given up.
  public var unreadable: Int
  /// The files that changed each time that they were compared.
  public var changing: Int
  /// The files whose file system does not answer, or is away.
  public var away: Int
  /// The folders that could not be looked at.
  public var unread: Int

  /// Makes the message from its fields.
  public init(
    agreeing: Int, differing: Int, repaired: Int, waiting: Int, partial: Int, unreadable: Int,
    changing: Int, away: Int, unread: Int
  ) {
    self.agreeing = agreeing
    self.differing = differing
    self.repaired = repaired
    self.waiting = waiting
    self.partial = partial
    self.unreadable = unreadable
    self.changing = changing
    self.away = away
    self.unread = unread
  }
}

/// A folder with stores of mail, address books or bookmarks.
public struct SourceFolderMessage: Codable, Equatable, Sendable {
  /// Its path as a file: URI.
  public var uri: String
  /// The number of files that hold them.
  public var files: Int
  /// Their size in bytes.
  public var bytes: Int

  /// Makes the message from its fields.
  public init(uri: String, files: Int, bytes: Int) {
    self.uri = uri
    self.files = files
    self.bytes = bytes
  }
}

/// Mail, address books or bookmarks that programs keep in hidden folders.
public struct SourceMessage: Codable, Equatable, Sendable {
  /// The word for Sources= in sittad.conf.
  public var word: String
  /// The name for people.
  public var title: String
  /// Whether it is indexed.
  public var indexed: Bool
  /// The folders in which something was found.
  public var folders: [SourceFolderMessage]

  /// Makes the message from its fields.
  public init(word: String, title: String, indexed: Bool, folders: [SourceFolderMessage]) {
    self.word = word
    self.title = title
    self.indexed = indexed
    self.folders = folders
  }
}

/// A document or folder that is no longer in the index.
public struct RemovalMessage: Codable, Equatable, Sendable {
  /// Its number.
  public var id: Int
  /// The commit that removed it.
  public var sequence: Int

  /// Makes the message from its fields.
  public init(id: Int, sequence: Int) {
    self.id = id
    self.sequence = sequence
  }
}

/// A folder of the index, or a file that has members, as a folder of them.
///
/// The URI of a document in it is the URI of the folder, followed by the suffix; the folder 1 has
/// the URI "file://". So a copy of the index stores suffixes, and a renamed folder changes one row
/// of it.
public struct ChangedFolderMessage: Codable, Equatable, Sendable {
  /// Its number, which it keeps when it is renamed.
  public var id: Int
  /// The commit that wrote it last.
  public var sequence: Int
  /// The number of the folder that contains it.
  public var parent: Int
  /// The end of its URI: its name, percent-encoded, after a slash; of a file with members "#!" or
  /// "!" follows.
  public var suffix: String
  /// Where it is now, as a file: URI.
  public var uri: String
  /// True if it is the folder of a root that is not available now; its documents are kept.
  public var away: Bool?
  /// Who may pass through it, if Access=yes records this, in the form that a document has.
  ///
  /// Of a file with members: who may read the file. Absent if it is not known, and then nobody may.
  /// Everybody may pass through the folder 1.
  public var access: String?

  /// Makes the message from its fields.
  public init(
    id: Int, sequence: Int, parent: Int, suffix: String, uri: String, away: Bool? = nil,
    access: String? = nil
  ) {
    self.id = id
    self.sequence = sequence
    self.parent = parent
    self.suffix = suffix
    self.uri = uri
    self.away = away
    self.access = access
  }
}

/// A range of the numbers of folders or documents.
public struct NumberRangeMessage: Codable, Equatable, Sendable {
  /// The smallest number.
  public var first: Int
  /// The largest number, which belongs to the range.
  public var last: Int

  /// Makes the message from its fields.
  public init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }
}

/// A document that was added, changed or moved, or whose access changed.
public struct ChangedDocumentMessage: Codable, Equatable, Sendable {
  /// Its number, which it keeps when its file changes or moves.
  public var id: Int
  /// The commit that wrote it last.
  public var sequence: Int
  /// The number of the folder that contains it.
  public var folder: Int
  /// The end of its URI: its name, percent-encoded, after a slash.
  public var suffix: String
  /// The document, where it is now.
  ///
  /// format and reader can be older than in other replies, and away is the current state of its
  /// folders.
  public var document: DocumentMessage
  /// A digest of its text: 32 hexadecimal digits, the same for equal texts on each machine.
  ///
  /// It is not safe against forgery. Absent if it has no text.
  public var digest: String?
  /// If texts were requested: its text, or a part of at most 1 MiB.
  public var text: String?
  /// Where the part begins in the text, in bytes of UTF-8; absent for 0.
  ///
  /// If the document has changed meanwhile, no further part follows, but the whole document in a
  /// later commit.
  public var offset: Int?
  /// True if another part follows, in the next reply.
  public var partial: Bool?
  /// Who may read its file, if Access=yes records this: the numbers of the owner and of the group,
  /// and the file's permissions in the short text form of acl(5), such as
  /// 1000:100:u::r--,u:1001:r--,g::r--,m::r--,o::---.
  ///
  /// Only r of a file and x of a folder are kept. It says nothing of the folders above, each of
  /// which has its own access; a reader needs both. inherited for what is in a file with members.
  /// Absent if it is not known, and then nobody may.
  public var access: String?

  /// Makes the message from its fields.
  public init(
    id: Int, sequence: Int, folder: Int, suffix: String, document: DocumentMessage,
    digest: String? = nil, text: String? = nil, offset: Int? = nil, partial: Bool? = nil,
    access: String? = nil
  ) {
    self.id = id
    self.sequence = sequence
    self.folder = folder
    self.suffix = suffix
    self.document = document
    self.digest = digest
    self.text = text
    self.offset = offset
    self.partial = partial
    self.access = access
  }
}

/// The kind of entry at a path.
public enum PathKind: String, CaseIterable, Codable, Sendable {
  /// Nothing.
  case missing
  /// Something that cannot be examined.
  case unreachable
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A FIFO, a socket or a device.
  case other
}

/// Where work waits.
public enum WorkLane: String, CaseIterable, Codable, Sendable {
  /// With the changes that a person has just made.
  case fresh
  /// With bulk work, which may rest.
  case bulk
}

/// How many documents have a format.
public struct FormatCountMessage: Codable, Equatable, Sendable {
  /// The word for the format, as in Formats= of sittad.conf; text for plain text, and none for
  /// files of which only the name is known, because they have no text or because their format is
  /// not known.
  public var format: String
  /// Its name for people.
  public var name: String
  /// The number of documents.
  public var documents: Int
  /// How many of them have no text.
  public var withoutText: Int
  /// How many of them are indexed in part.
  public var partial: Int
  /// How many of them could not be read.
  public var unreadable: Int
  /// How many of them were given up, or refused by the index.
  public var failed: Int
  /// How many of them need a password.
  public var locked: Int
  /// How many of them wait until their format can be read; they count as documents without text.
  public var waiting: Int
  /// How many of them are not read because Formats= leaves them out.
  public var leftOut: Int

  /// Makes the message from its fields.
  public init(
    format: String, name: String, documents: Int, withoutText: Int, partial: Int, unreadable: Int,
    failed: Int, locked: Int, waiting: Int, leftOut: Int
  ) {
    self.format = format
    self.name = name
    self.documents = documents
    self.withoutText = withoutText
    self.partial = partial
    self.unreadable = unreadable
    self.failed = failed
    self.locked = locked
    self.waiting = waiting
    self.leftOut = leftOut
  }
}

/// Why documents of a format cannot be read now.
public enum WaitingReason: String, CaseIterable, Codable, Sendable {
  /// The program that reads them is missing, or does not run.
  case missingProgram
  /// The kernel does not filter system calls.
  case noFilter
  /// The program failed at many documents, and is paused.
  case paused
  /// They can be read, and are about to be.
  case ready
}

/// Documents that wait until their format can be read.
public struct WaitingDocumentsMessage: Codable, Equatable, Sendable {
  /// The word for the format, as in FormatCount.
  public var format: String
  /// Its name for people.
  public var name: String
  /// The number of documents.
  public var documents: Int
  /// Why they wait.
  public var reason: WaitingReason
  /// The Debian package that contains the missing program or files, if it is known.
  public var package: String?
  /// When the pause ends.
  public var until: String?

  /// Makes the message from its fields.
  public init(
    format: String, name: String, documents: Int, reason: WaitingReason, package: String? = nil,
    until: String? = nil
  ) {
    self.format = format
    self.name = name
    self.documents = documents
    self.reason = reason
    self.package = package
    self.until = until
  }
}

/// A program that reads documents in a jail, as it was when it ran last.
public struct ReadingProgramMessage: Codable, Equatable, Sendable {
  /// The name of its file.
  public var name: String
  /// Whether it is missing or does not run.
  public var missing: Bool
  /// The ABI of Landlock in effect, 0 for none; absent until it runs for the first time.
  public var landlock: Int?
  /// Whether the kernel filters its system calls; absent until it runs for the first time.
  public var filtered: Bool?

  /// Makes the message from its fields.
  public init(name: String, missing: Bool, landlock: Int? = nil, filtered: Bool? = nil) {
    self.name = name
    self.missing = missing
    self.landlock = landlock
    self.filtered = filtered
  }
}

/// A registered consumer of Changes, for which removals are kept.
public struct ConsumerMessage: Codable, Equatable, Sendable {
  /// Its name.
  public var name: String
  /// The sequence of the clock that it has confirmed last.
  public var confirmed: Int
  /// The day when it did that, in UTC, as in 2026-01-31.
  public var day: String
  /// How many commits it has not confirmed; 0 if none of them changed anything that Changes sends.
  public var commits: Int?
  /// How many seconds ago the first of these commits was made; at least that long ago if it was
  /// made before the service started.
  ///
  /// 0 if there is none.
  public var lag: Int?

  /// Makes the message from its fields.
  public init(name: String, confirmed: Int, day: String, commits: Int? = nil, lag: Int? = nil) {
    self.name = name
    self.confirmed = confirmed
    self.day = day
    self.commits = commits
    self.lag = lag
  }
}

/// Whether the text in images is recognized.
public enum RecognitionState: String, CaseIterable, Codable, Sendable {
  /// It is recognized while nothing else is to be done.
  case active
  /// OCR= in sittad.conf is no.
  case off
  /// OCR= asks for it, but a program or the files of a language are missing: the warnings name the
  /// packages to install.
  case unavailable
}

/// Whether the service has work.
public enum ServiceState: String, CaseIterable, Codable, Sendable {
  /// It compares files with the index.
  case indexing
  /// Work waits for the end of pauses.
  case resting
  /// Everything is indexed.
  case idle
}

/// How fresh the index is, as files that are chosen at random show.
public struct AuditMessage: Codable, Equatable, Sendable {
  /// The number of files that were compared since the service started.
  public var samples: Int
  /// How many of them differed; they were indexed again.
  public var stale: Int
  /// The least share of files of which the index has the current content, with a confidence of 95
  /// %: the exact binomial limit of Clopper and Pearson.
  public var least: Double

  /// Makes the message from its fields.
  public init(samples: Int, stale: Int, least: Double) {
    self.samples = samples
    self.stale = stale
    self.least = least
  }
}

/// What the service used in five minutes.
public struct UsageSampleMessage: Codable, Equatable, Sendable {
  /// When they began.
  public var time: String
  /// The seconds of CPU time of the service and its programs.
  public var cpuSeconds: Double
  /// The largest memory of the service alone in bytes.
  public var memory: Int
  /// The size of the index in bytes without its log, at the end.
  public var indexBytes: Int

  /// Makes the message from its fields.
  public init(time: String, cpuSeconds: Double, memory: Int, indexBytes: Int) {
    self.time = time
    self.cpuSeconds = cpuSeconds
    self.memory = memory
    self.indexBytes = indexBytes
  }
}
