// Generated from io.sitta.Search.varlink by InterfaceGenerator; change that file instead.

/// The method `Search`.
///
/// Searches.
public enum SearchMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Search"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Any text of at most 16 KiB.
    ///
    /// Documents with all words come first; if they are few, documents with some of them follow. It
    /// may contain "phrases", =exact, +required, pre*, -not, OR, parentheses, NEAR(a b, 5), title:
    /// name: tag: body: and the filters type: ext: in: path: modified: size:.
    public var query: String
    /// The largest number of hits: 20 by default, at most 1000.
    public var limit: Int?
    /// How many hits to skip.
    public var offset: Int?
    /// How to order hits: by relevance by default.
    public var order: SearchOrder?
    /// Whether to wait until everything that was written before the call is in the index.
    public var sync: Bool?
    /// Which words also match as the beginning of a word: none by default.
    public var prefixes: PrefixMode?
    /// The number of words in a snippet: 32 by default, at most 64; 0 for no snippets.
    public var snippetWords: Int?
    /// The time limit in milliseconds: 500 by default, at most 60000.
    public var deadline: Int?
    /// Whether to find documents whose root is not available now.
    public var away: Bool?
    /// Texts to put around matches in the snippets, in place of ranges.
    public var markers: MarkersMessage?
    /// Which properties of all matching documents to count.
    public var facets: [FacetProperty]?
    /// The number of values for each property: 10 by default, at most 1000.
    public var facetValues: Int?
    /// Find only documents that were added, changed or moved after this clock.
    ///
    /// Removals are not reported.
    public var since: ClockMessage?
    /// Whether all words must occur in a document itself, and no word is corrected: for programs.
    public var strict: Bool?
    /// Whether copies and versions of a document are hits of their own.
    public var copies: Bool?
    /// Whether the messages of a conversation are hits of their own.
    ///
    /// By default they are only with strict; otherwise the best of them is the hit, and the others
    /// are its replies.
    public var messages: Bool?
    /// The language of the person who asks, as an ISO 639-1 code: English by default.
    ///
    /// It counts for queries that do not show their language.
    public var language: String?
    /// The number of passages of each document: 1 by default, at most 10.
    public var passages: Int?
    /// The folder of the client, as an absolute path without links: in:.
    ///
    /// and in:../notes begin there.
    public var folder: String?
    /// Find only documents in these folders and below them, as absolute paths or file: URIs, even
    /// if the query names others; a file means itself and its members.
    ///
    /// Nothing in the reply comes from elsewhere but pending, warnings about the service, and how
    /// rare words are, which scores and the choice of suggestions depend on. At least one and at
    /// most 100.
    public var within: [String]?
    /// Rank with these numbers, which are the sum over several hosts; the reply then has a ranking,
    /// copies, versions and messages are hits of their own, and no word is corrected, because the
    /// client does this for all hosts.
    public var statistics: StatisticsMessage?
    /// Return as hits these documents, by the numbers that a ranking has, and not the best ones.
    ///
    /// At most 1000. Without statistics they are only looked up, so they have no score and no
    /// passages.
    public var documents: [Int]?
    /// Replace probable keys and passwords in snippets by [masked], as in the whole text: a snippet
    /// that begins or ends inside a key shows nothing of it.
    ///
    /// A snippet with such a text has no matches and no markers.
    public var mask: Bool?

    /// Makes the message from its fields.
    public init(
      query: String, limit: Int? = nil, offset: Int? = nil, order: SearchOrder? = nil,
      sync: Bool? = nil, prefixes: PrefixMode? = nil, snippetWords: Int? = nil,
      deadline: Int? = nil, away: Bool? = nil, markers: MarkersMessage? = nil,
      facets: [FacetProperty]? = nil, facetValues: Int? = nil, since: ClockMessage? = nil,
      strict: Bool? = nil, copies: Bool? = nil, messages: Bool? = nil, language: String? = nil,
      passages: Int? = nil, folder: String? = nil, within: [String]? = nil,
      statistics: StatisticsMessage? = nil, documents: [Int]? = nil, mask: Bool? = nil
    ) {
      self.query = query
      self.limit = limit
      self.offset = offset
      self.order = order
      self.sync = sync
      self.prefixes = prefixes
      self.snippetWords = snippetWords
      self.deadline = deadline
      self.away = away
      self.markers = markers
      self.facets = facets
      self.facetValues = facetValues
      self.since = since
      self.strict = strict
      self.copies = copies
      self.messages = messages
      self.language = language
      self.passages = passages
      self.folder = folder
      self.within = within
      self.statistics = statistics
      self.documents = documents
      self.mask = mask
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The hits.
    public var hits: [HitMessage]
    /// Whether there are more hits after these.
    public var more: Bool
    /// The number of documents that match.
    public var count: Int
    /// The number of further documents that match a part of the query; absent if none was searched.
    public var partial: Int?
    /// The query that was searched instead.
    ///
    /// Only words that no document has in any form are other ones in it.
    public var corrected: String?
    /// The query whose hits come first, with filters in place of words for kinds, times and
    /// senders: with photos lofoten it is type:image lofoten.
    ///
    /// Quotes and strict searches prevent it.
    public var spoken: String?
    /// The values of the requested properties.
    public var facets: [FacetMessage]?
    /// True if since is a clock of another index, so that all documents were searched.
    public var reset: Bool?
    /// The version of the index that was searched.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// Sentences for people, about words that may have been meant otherwise for example.
    public var warnings: [String]
    /// How the query was understood, for people.
    public var reading: String?
    /// If nothing or nearly nothing was found: queries that may have been meant, each with hits.
    ///
    /// Words in them may be other ones although documents have the typed words.
    public var suggestions: [String]?
    /// With statistics: the values that decide the order of the hits, and of the documents before
    /// and after them.
    public var ranking: RankingMessage?
    /// With statistics: the numbers of the hits, in their order.
    public var numbers: [Int]?

    /// Makes the message from its fields.
    public init(
      hits: [HitMessage], more: Bool, count: Int, partial: Int? = nil, corrected: String? = nil,
      spoken: String? = nil, facets: [FacetMessage]? = nil, reset: Bool? = nil, clock: ClockMessage,
      pending: Int, warnings: [String], reading: String? = nil, suggestions: [String]? = nil,
      ranking: RankingMessage? = nil, numbers: [Int]? = nil
    ) {
      self.hits = hits
      self.more = more
      self.count = count
      self.partial = partial
      self.corrected = corrected
      self.spoken = spoken
      self.facets = facets
      self.reset = reset
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
      self.reading = reading
      self.suggestions = suggestions
      self.ranking = ranking
      self.numbers = numbers
    }
  }
}

/// The method `Statistics`.
///
/// Counts the numbers on which the scores of a query depend. A client asks several hosts, adds
/// their replies, and gives the sum to each Search; then the scores and the order are the same as
/// in one index with the documents of all hosts.
public enum StatisticsMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Statistics"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Any text of at most 16 KiB, as for Search.
    public var query: String
    /// Which words also match as the beginning of a word, as for Search.
    public var prefixes: PrefixMode?
    /// The time limit in milliseconds: 500 by default, at most 60000.
    public var deadline: Int?
    /// Whether to count documents whose root is not available now, as for Search.
    public var away: Bool?
    /// Whether all words must occur in a document itself, as for Search.
    public var strict: Bool?
    /// The language of the person who asks, as for Search.
    public var language: String?
    /// The folder of the client, as for Search.
    public var folder: String?
    /// The folders to search in, as for Search; the numbers are still counted in the whole index.
    public var within: [String]?
    /// Whether to correct the query, in two steps: first each host returns words; then each gets
    /// the words of all, and returns the query that was probably meant.
    public var correction: Bool?
    /// With correction: the sum over several hosts, so that a word that only another one has is no
    /// error.
    public var statistics: StatisticsMessage?
    /// With correction: the words that the hosts have returned, with the sums of their documents.
    ///
    /// At most 10000.
    public var words: [CountedWordMessage]?

    /// Makes the message from its fields.
    public init(
      query: String, prefixes: PrefixMode? = nil, deadline: Int? = nil, away: Bool? = nil,
      strict: Bool? = nil, language: String? = nil, folder: String? = nil, within: [String]? = nil,
      correction: Bool? = nil, statistics: StatisticsMessage? = nil,
      words: [CountedWordMessage]? = nil
    ) {
      self.query = query
      self.prefixes = prefixes
      self.deadline = deadline
      self.away = away
      self.strict = strict
      self.language = language
      self.folder = folder
      self.within = within
      self.correction = correction
      self.statistics = statistics
      self.words = words
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The numbers of the query, or with words, of corrected; absent if nothing was counted.
    public var statistics: StatisticsMessage?
    /// If correction was requested without words: the words of the query that this index has, and
    /// the words that may have been meant instead; with within, only words of documents in these
    /// folders.
    ///
    /// Absent if the query must not be corrected now, because the first index is not complete.
    public var words: [CountedWordMessage]?
    /// If correction was requested with words: the query that was probably meant.
    ///
    /// Only words that no document has in any form are other ones in it.
    public var corrected: String?
    /// If there is no corrected: a query that may have been meant, with hits, to be offered and not
    /// searched.
    public var suggestion: String?
    /// The binary logarithm of how likely it is.
    ///
    /// Of the queries of several hosts the likeliest one was meant.
    public var likelihood: Double?
    /// Whether this index has documents that match it fully.
    ///
    /// A query with such documents on some host precedes queries without them.
    public var hasHits: Bool?
    /// The version of the index.
    public var clock: ClockMessage

    /// Makes the message from its fields.
    public init(
      statistics: StatisticsMessage? = nil, words: [CountedWordMessage]? = nil,
      corrected: String? = nil, suggestion: String? = nil, likelihood: Double? = nil,
      hasHits: Bool? = nil, clock: ClockMessage
    ) {
      self.statistics = statistics
      self.words = words
      self.corrected = corrected
      self.suggestion = suggestion
      self.likelihood = likelihood
      self.hasHits = hasHits
      self.clock = clock
    }
  }
}

/// The method `Count`.
///
/// Counts the documents that Search would find; the parameters mean the same.
public enum CountMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Count"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Any text of at most 16 KiB, as for Search.
    public var query: String
    /// Whether to wait until everything that was written before the call is in the index.
    public var sync: Bool?
    /// Which words also match as the beginning of a word: none by default.
    public var prefixes: PrefixMode?
    /// The time limit in milliseconds: 500 by default, at most 60000.
    public var deadline: Int?
    /// Whether to count documents whose root is not available now.
    public var away: Bool?
    /// Which properties of all matching documents to count.
    public var facets: [FacetProperty]?
    /// The number of values for each property: 10 by default, at most 1000.
    public var facetValues: Int?
    /// Whether to sum the sizes of the files as well; needs facets.
    public var sizes: Bool?
    /// Count only documents that were added, changed or moved after this clock.
    public var since: ClockMessage?
    /// The folder of the client, as for Search.
    public var folder: String?
    /// Count only documents in these folders, as for Search.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(
      query: String, sync: Bool? = nil, prefixes: PrefixMode? = nil, deadline: Int? = nil,
      away: Bool? = nil, facets: [FacetProperty]? = nil, facetValues: Int? = nil,
      sizes: Bool? = nil, since: ClockMessage? = nil, folder: String? = nil, within: [String]? = nil
    ) {
      self.query = query
      self.sync = sync
      self.prefixes = prefixes
      self.deadline = deadline
      self.away = away
      self.facets = facets
      self.facetValues = facetValues
      self.sizes = sizes
      self.since = since
      self.folder = folder
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The number of documents that match.
    public var count: Int
    /// False if the time limit came first: then the numbers count only the documents found until
    /// then.
    public var complete: Bool
    /// The values of the requested properties.
    public var facets: [FacetMessage]?
    /// The size of the files that match in bytes, if sizes were requested.
    public var bytes: Int?
    /// True if since is a clock of another index, so that all documents were searched.
    public var reset: Bool?
    /// The version of the index that was searched.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// Sentences for people.
    public var warnings: [String]
    /// How the query was understood, for people.
    public var reading: String?

    /// Makes the message from its fields.
    public init(
      count: Int, complete: Bool, facets: [FacetMessage]? = nil, bytes: Int? = nil,
      reset: Bool? = nil, clock: ClockMessage, pending: Int, warnings: [String],
      reading: String? = nil
    ) {
      self.count = count
      self.complete = complete
      self.facets = facets
      self.bytes = bytes
      self.reset = reset
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
      self.reading = reading
    }
  }
}

/// The method `Subscribe`.
///
/// Searches, and reports from then on how the hits change.
///
/// The first reply has the current hits: the best ones up to limit. Each reply after that follows a
/// commit that changed the hits, and reports each change of any hit once; changes in quick
/// succession, or while a client is slow to read, are reported together. A client first removes
/// documents that are gone or were moved away, and then adds changed and new ones. Renaming a
/// folder changes all hits below it. A date such as modified:today is compared when a document
/// changes; the passing of time alone reports nothing. If the index is rebuilt, changes are
/// reported by path. The call ends with an error or with the connection.
///
/// Needs more.
public enum SubscribeMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Subscribe"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Any text of at most 16 KiB, as for Search.
    public var query: String
    /// Which words also match as the beginning of a word: none by default.
    public var prefixes: PrefixMode?
    /// The largest number of hits in the first reply: 20 by default, 0 to 1000.
    public var limit: Int?
    /// The number of words in a snippet: 32 by default, at most 64; 0 for no snippets.
    public var snippetWords: Int?
    /// Whether to find documents whose root is not available now.
    public var away: Bool?
    /// The folder of the client, as for Search.
    public var folder: String?
    /// Report only documents in these folders, as for Search.
    ///
    /// Links in the paths are followed once, at the beginning.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(
      query: String, prefixes: PrefixMode? = nil, limit: Int? = nil, snippetWords: Int? = nil,
      away: Bool? = nil, folder: String? = nil, within: [String]? = nil
    ) {
      self.query = query
      self.prefixes = prefixes
      self.limit = limit
      self.snippetWords = snippetWords
      self.away = away
      self.folder = folder
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Documents that match now and did not before.
    public var appeared: [HitMessage]
    /// Hits that still match and have changed; they have no score.
    public var changed: [HitChangeMessage]
    /// Hits that were removed, match no more, or whose root went away.
    public var gone: [LocationMessage]
    /// In the first reply: whether there are more hits.
    ///
    /// Later: whether the next reply continues this one.
    public var more: Bool
    /// The version of the index that this reply leads to.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// Sentences for people.
    public var warnings: [String]
    /// How the query was understood, for people.
    public var reading: String?

    /// Makes the message from its fields.
    public init(
      appeared: [HitMessage], changed: [HitChangeMessage], gone: [LocationMessage], more: Bool,
      clock: ClockMessage, pending: Int, warnings: [String], reading: String? = nil
    ) {
      self.appeared = appeared
      self.changed = changed
      self.gone = gone
      self.more = more
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
      self.reading = reading
    }
  }
}

/// The method `Suggest`.
///
/// Suggests texts to type. Every suggestion has hits. Stop words, numbers, and words in scripts
/// written without spaces are not suggested.
public enum SuggestMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Suggest"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The text typed so far.
    public var text: String
    /// The largest number of completions and of corrections: 5 each by default, at most 20.
    public var limit: Int?
    /// Suggest only words of documents in these folders, as for Search; their documents are counted
    /// exactly.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(text: String, limit: Int? = nil, within: [String]? = nil) {
      self.text = text
      self.limit = limit
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Texts with the last word completed; the word that most documents contain first.
    public var completions: [SuggestionMessage]
    /// Texts with unknown words replaced by similar ones, the likeliest first; the last word counts
    /// as a beginning.
    public var corrections: [SuggestionMessage]
    /// The version of the index that was used.
    public var clock: ClockMessage

    /// Makes the message from its fields.
    public init(
      completions: [SuggestionMessage], corrections: [SuggestionMessage], clock: ClockMessage
    ) {
      self.completions = completions
      self.corrections = corrections
      self.clock = clock
    }
  }
}

/// The method `List`.
///
/// Lists the documents in a folder and below it.
///
/// With more, in as many replies as needed; otherwise up to limit documents, and next for the next
/// call.
public enum ListMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "List"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The folder as a path or a file: URI; all documents if absent.
    public var folder: String?
    /// Continue after this; the value of next in the last reply.
    public var after: Int?
    /// The largest number of documents in a reply.
    public var limit: Int?
    /// Whether to list documents whose root is not available now.
    public var away: Bool?
    /// Whether to list only documents whose text is not completely in the index: documents that
    /// could not be read, that were given up, that need a password, that wait for a program, and of
    /// which only a part is indexed.
    ///
    /// Their notes say why.
    public var failed: Bool?
    /// List only documents of this format, as in FormatCount.
    public var format: String?
    /// List only documents that were added, changed or moved after this clock.
    public var since: ClockMessage?
    /// List only documents in these folders, as for Search.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(
      folder: String? = nil, after: Int? = nil, limit: Int? = nil, away: Bool? = nil,
      failed: Bool? = nil, format: String? = nil, since: ClockMessage? = nil,
      within: [String]? = nil
    ) {
      self.folder = folder
      self.after = after
      self.limit = limit
      self.away = away
      self.failed = failed
      self.format = format
      self.since = since
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The documents.
    public var documents: [DocumentMessage]
    /// Where to continue; absent at the end.
    public var next: Int?
    /// True if since is a clock of another index, so that all documents are listed.
    public var reset: Bool?
    /// The version of the index.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int

    /// Makes the message from its fields.
    public init(
      documents: [DocumentMessage], next: Int? = nil, reset: Bool? = nil, clock: ClockMessage,
      pending: Int
    ) {
      self.documents = documents
      self.next = next
      self.reset = reset
      self.clock = clock
      self.pending = pending
    }
  }
}

/// The method `ListExcluded`.
///
/// Lists the files and folders that rules leave out, as they are now on the disk.
///
/// With more, in as many replies as needed; otherwise only the first of them.
public enum ListExcludedMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "ListExcluded"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Only those that this kind of rule leaves out.
    public var rule: ExclusionRule?
    /// Only those in this folder and below it, a path or a file: URI.
    public var folder: String?

    /// Makes the message from its fields.
    public init(rule: ExclusionRule? = nil, folder: String? = nil) {
      self.rule = rule
      self.folder = folder
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The files and folders.
    public var entries: [ExcludedMessage]
    /// The number of folders that could not be looked at.
    public var unread: Int

    /// Makes the message from its fields.
    public init(entries: [ExcludedMessage], unread: Int) {
      self.entries = entries
      self.unread = unread
    }
  }
}

/// The method `Verify`.
///
/// Compares the index with the disk: each file that the rules include is read once more, with a low
/// priority, and its digest is compared with that of the index. What seems to differ is asked again
/// after everything that happened before is in the index; so a file that changes meanwhile is no
/// difference.
///
/// With more, in as many replies as needed, each with what was found since the one before;
/// otherwise only the last counts are sent, with the first differences. A client that goes away
/// ends it.
public enum VerifyMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Verify"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Only files in this folder and below it, a path or a file: URI.
    public var folder: String?
    /// Whether to read files again in which the index differs, and to remove files that are gone.
    public var repair: Bool?

    /// Makes the message from its fields.
    public init(folder: String? = nil, repair: Bool? = nil) {
      self.folder = folder
      self.repair = repair
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The differences.
    public var differences: [DifferenceMessage]
    /// The differences that are still there after their repair.
    public var unrepaired: [DifferenceMessage]
    /// The counts so far.
    public var counts: VerificationCountsMessage
    /// The folder whose files are being compared, as a file: URI.
    public var folder: String?
    /// Whether every file is in the index with its current content; absent before the end.
    public var proven: Bool?

    /// Makes the message from its fields.
    public init(
      differences: [DifferenceMessage], unrepaired: [DifferenceMessage],
      counts: VerificationCountsMessage, folder: String? = nil, proven: Bool? = nil
    ) {
      self.differences = differences
      self.unrepaired = unrepaired
      self.counts = counts
      self.folder = folder
      self.proven = proven
    }
  }
}

/// The method `ListSources`.
///
/// Finds the mail, address books and bookmarks that Sources= in sittad.conf can have indexed. It
/// lists folders and opens no file.
public enum ListSourcesMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "ListSources"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// All sources, also those of which nothing was found.
    public var sources: [SourceMessage]
    /// The number of folders that could not be looked at.
    public var unread: Int

    /// Makes the message from its fields.
    public init(sources: [SourceMessage], unread: Int) {
      self.sources = sources
      self.unread = unread
    }
  }
}

/// The method `Changes`.
///
/// Reports everything that has changed in the index after a clock, so that a program can keep a
/// copy of it.
///
/// Changes come in the order of the commits. In each reply, a client first removes, then stores
/// folders, and then documents. Each replaces the entry with its number, and all of this can be
/// repeated without harm. Folders can come after their documents. A row that changes again before
/// it was sent comes once, in its new state. The clock of a reply is the clock of the last commit
/// that was sent completely. A client stores it in the same transaction as the changes, and
/// continues from there when it starts again, as late as it wants.
///
/// Removals are kept until every registered consumer has confirmed them, and at most 30 days. If no
/// consumer is registered, they take at most a hundredth of the index. If since is too old for
/// that, belongs to another index, or to commits that were lost in a crash, the reply has reset,
/// and everything follows.
///
/// With more, as many replies as needed follow each other; without, one.
public enum ChangesMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Changes"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The clock of the last reply that was stored; absent to begin with everything.
    public var since: ClockMessage?
    /// Whether to send the texts.
    public var text: Bool?
    /// The largest number of changes in a reply: 250 by default, at most 1000.
    public var limit: Int?
    /// With more: whether to wait for further commits after the last one, until the connection
    /// ends.
    public var follow: Bool?
    /// Registers a consumer by this name, of at most 64 bytes, or confirms since for it.
    ///
    /// One that is silent for 30 days is dropped.
    public var consumer: String?
    /// Instead of changes, the folders with these numbers, as they are now, so that a client can
    /// compare what it has.
    ///
    /// They come in the order of the ranges, of which there are at most 1000. Replies are pages;
    /// current is true in the last one, and clock is the commit that a reply has seen. Not with
    /// since, follow and consumer.
    public var folders: [NumberRangeMessage]?
    /// The same for documents, which come after the folders.
    public var documents: [NumberRangeMessage]?

    /// Makes the message from its fields.
    public init(
      since: ClockMessage? = nil, text: Bool? = nil, limit: Int? = nil, follow: Bool? = nil,
      consumer: String? = nil, folders: [NumberRangeMessage]? = nil,
      documents: [NumberRangeMessage]? = nil
    ) {
      self.since = since
      self.text = text
      self.limit = limit
      self.follow = follow
      self.consumer = consumer
      self.folders = folders
      self.documents = documents
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// True if the client has to forget everything it has, before it stores the content of this
    /// reply.
    public var reset: Bool?
    /// The documents that were removed.
    public var removed: [RemovalMessage]
    /// The folders that were removed.
    public var removedFolders: [RemovalMessage]
    /// The folders that were added, renamed, moved, went away or came back, or whose access
    /// changed.
    public var folders: [ChangedFolderMessage]
    /// The documents that were added, changed or moved, or whose access changed.
    public var documents: [ChangedDocumentMessage]
    /// The last commit of which everything was sent.
    ///
    /// It is for since alone: while more replies follow, its index has numbers after the name, and
    /// it is older than the index.
    public var clock: ClockMessage
    /// Whether the next reply continues the last commit of this one.
    public var more: Bool
    /// Whether this was everything: the client now has a state that the index had.
    public var current: Bool

    /// Makes the message from its fields.
    public init(
      reset: Bool? = nil, removed: [RemovalMessage], removedFolders: [RemovalMessage],
      folders: [ChangedFolderMessage], documents: [ChangedDocumentMessage], clock: ClockMessage,
      more: Bool, current: Bool
    ) {
      self.reset = reset
      self.removed = removed
      self.removedFolders = removedFolders
      self.folders = folders
      self.documents = documents
      self.clock = clock
      self.more = more
      self.current = current
    }
  }
}

/// The method `ConfirmChanges`.
///
/// Confirms the changes that a consumer of Changes has stored, so that earlier removals need not be
/// kept for it.
public enum ConfirmChangesMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "ConfirmChanges"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The name of the consumer; it is registered if it was not.
    public var consumer: String
    /// The clock of the last reply that was stored; absent to drop the consumer.
    public var clock: ClockMessage?

    /// Makes the message from its fields.
    public init(consumer: String, clock: ClockMessage? = nil) {
      self.consumer = consumer
      self.clock = clock
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }
}

/// The method `Similar`.
///
/// Finds documents that are about the same as another one, with the table of word vectors.
///
/// Only English prose has vectors: no code, tables or logs. Copies and versions are one hit; those
/// of the document itself are none.
public enum SimilarMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Similar"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The document as a file: URI, as in Document, or as a path.
    public var uri: String
    /// A query that every hit must match as well, as for Search; absent for none.
    public var query: String?
    /// The largest number of hits: 10 by default, at most 50.
    public var limit: Int?
    /// Which words of the query also match as the beginning of a word, as for Search.
    public var prefixes: PrefixMode?
    /// The number of words in a snippet, as for Search; without a query there are no snippets.
    public var snippetWords: Int?
    /// The time limit in milliseconds: 500 by default, at most 60000.
    public var deadline: Int?
    /// Whether to find documents whose root is not available now, as for Search.
    public var away: Bool?
    /// The folder of the client, as for Search.
    public var folder: String?
    /// The folders to search in, as for Search; the document must be in them, too.
    public var within: [String]?
    /// Whether copies and versions of a document are hits of their own.
    public var copies: Bool?
    /// Replace probable keys and passwords by [masked], as for Search.
    public var mask: Bool?

    /// Makes the message from its fields.
    public init(
      uri: String, query: String? = nil, limit: Int? = nil, prefixes: PrefixMode? = nil,
      snippetWords: Int? = nil, deadline: Int? = nil, away: Bool? = nil, folder: String? = nil,
      within: [String]? = nil, copies: Bool? = nil, mask: Bool? = nil
    ) {
      self.uri = uri
      self.query = query
      self.limit = limit
      self.prefixes = prefixes
      self.snippetWords = snippetWords
      self.deadline = deadline
      self.away = away
      self.folder = folder
      self.within = within
      self.copies = copies
      self.mask = mask
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The documents, the most similar one first.
    ///
    /// The score is the cosine of the vectors, from 0.5 to 1; similar has the words that make them
    /// alike, where a word that both have is a pair of its own.
    public var hits: [HitMessage]
    /// The version of the index.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// Warnings for people, as sentences.
    public var warnings: [String]

    /// Makes the message from its fields.
    public init(hits: [HitMessage], clock: ClockMessage, pending: Int, warnings: [String]) {
      self.hits = hits
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
    }
  }
}

/// The method `Read`.
///
/// Reads lines of the text of a document, as it was indexed: not the file, but the text that was
/// read from it, as from a PDF document. Only documents in the index have a text.
///
/// A reply has at most 400 lines and 32 KiB of text. A file of plain text has the same lines here.
public enum ReadMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Read"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The document as a file: URI, as in Document, or as a path.
    public var uri: String
    /// The first line, counted from 1: 1 by default.
    public var line: Int?
    /// The largest number of lines: 400 by default, and at most.
    public var lines: Int?
    /// The largest number of bytes: 32768 by default, and at most; at least 4.
    public var bytes: Int?
    /// Begin a few lines before the passage that shows this query best, if the text has one;
    /// ignored with line.
    public var query: String?
    /// Which words of the query also match as the beginning of a word, as for Search.
    public var prefixes: PrefixMode?
    /// Read only a document in these folders, as for Search; any other is not in the index.
    public var within: [String]?
    /// Replace probable keys and passwords by [masked], as in the whole text.
    public var mask: Bool?

    /// Makes the message from its fields.
    public init(
      uri: String, line: Int? = nil, lines: Int? = nil, bytes: Int? = nil, query: String? = nil,
      prefixes: PrefixMode? = nil, within: [String]? = nil, mask: Bool? = nil
    ) {
      self.uri = uri
      self.line = line
      self.lines = lines
      self.bytes = bytes
      self.query = query
      self.prefixes = prefixes
      self.within = within
      self.mask = mask
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The lines, each with the line feed that ends it; empty after the last one.
    public var text: String
    /// The number of the first line.
    public var line: Int
    /// Where to continue; absent at the end.
    public var next: Int?
    /// The number of lines of the whole text; 0 for a document without text.
    public var lines: Int
    /// True if a line longer than the limit was cut: text is a part of it, and next the line after
    /// it.
    public var cut: Bool?
    /// The document.
    public var document: DocumentMessage
    /// The version of the index.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// With mask: the number of texts that were replaced; absent if none was.
    public var masked: Int?

    /// Makes the message from its fields.
    public init(
      text: String, line: Int, next: Int? = nil, lines: Int, cut: Bool? = nil,
      document: DocumentMessage, clock: ClockMessage, pending: Int, masked: Int? = nil
    ) {
      self.text = text
      self.line = line
      self.next = next
      self.lines = lines
      self.cut = cut
      self.document = document
      self.clock = clock
      self.pending = pending
      self.masked = masked
    }
  }
}

/// The method `Draw`.
///
/// Draws a page of a document as a picture, in a jailed program. Only pages of PDF documents are
/// drawn, and only in fonts that are in the document.
public enum DrawMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Draw"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The document as a path or a file: URI.
    public var uri: String
    /// The number of the page, counted from 1: 1 by default.
    public var page: Int?
    /// The largest width in pixels: 800 by default, 100 to 1600.
    public var width: Int?
    /// Draw only a document in these folders, as for Search.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(uri: String, page: Int? = nil, width: Int? = nil, within: [String]? = nil) {
      self.uri = uri
      self.page = page
      self.width = width
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// A byte of gray for each pixel, row by row, in base64 (RFC 4648, section 4); 0 is black.
    public var pixels: String

    /// Makes the message from its fields.
    public init(width: Int, height: Int, pixels: String) {
      self.width = width
      self.height = height
      self.pixels = pixels
    }
  }
}

/// The method `Explain`.
///
/// Explains why a path is found or not, from the file to the rank.
public enum ExplainMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Explain"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The path, absolute or as a file: URI; it need not exist.
    public var path: String
    /// The query that should find it.
    public var query: String?
    /// Which words of the query also match as the beginning of a word, as for Search.
    public var prefixes: PrefixMode?
    /// Whether the query finds documents whose root is not available now, as for Search.
    public var away: Bool?
    /// The folder of the client, as for Search.
    public var folder: String?
    /// Whether all words must occur in a document itself, and no word is corrected, as for Search.
    public var strict: Bool?
    /// The language of the person who asks, as for Search.
    public var language: String?
    /// Explain only a path in these folders, as for Search; any other is not in the index.
    ///
    /// The query is searched within them: its hits, its rank, and the words that it lacks. The
    /// rule, and the way in which changes are found, can still come from a folder above.
    public var within: [String]?

    /// Makes the message from its fields.
    public init(
      path: String, query: String? = nil, prefixes: PrefixMode? = nil, away: Bool? = nil,
      folder: String? = nil, strict: Bool? = nil, language: String? = nil, within: [String]? = nil
    ) {
      self.path = path
      self.query = query
      self.prefixes = prefixes
      self.away = away
      self.folder = folder
      self.strict = strict
      self.language = language
      self.within = within
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The path with symbolic links resolved, as a file: URI.
    public var uri: String
    /// The path, if it is valid UTF-8.
    public var path: String?
    /// Whether the query finds it; without a query, whether it is in the index.
    public var found: Bool
    /// The way from the file to the hit, for people.
    ///
    /// The other fields say the same for programs.
    public var steps: [StepMessage]
    /// The entry at the path.
    public var kind: PathKind
    /// The root that contains it, as a file: URI.
    public var root: String?
    /// The rule that includes or excludes it.
    public var rule: RuleMessage
    /// How its changes are found.
    public var watch: WatchMessage?
    /// The result of reading it now.
    public var extraction: ExtractionMessage?
    /// The content of the index for it.
    public var document: DocumentMessage?
    /// How many words the index contains of it.
    public var tokens: CountsMessage?
    /// The last commit that changed its document, if that is still known.
    public var changed: Int?
    /// Where work waits that concerns it.
    public var waiting: WorkLane?
    /// How the query matches it.
    public var match: MatchMessage?
    /// The query that is explained instead, because Search finds that one; see corrected there.
    public var corrected: String?
    /// The version of the index.
    public var clock: ClockMessage
    /// The number of changes that wait to be indexed.
    public var pending: Int

    /// Makes the message from its fields.
    public init(
      uri: String, path: String? = nil, found: Bool, steps: [StepMessage], kind: PathKind,
      root: String? = nil, rule: RuleMessage, watch: WatchMessage? = nil,
      extraction: ExtractionMessage? = nil, document: DocumentMessage? = nil,
      tokens: CountsMessage? = nil, changed: Int? = nil, waiting: WorkLane? = nil,
      match: MatchMessage? = nil, corrected: String? = nil, clock: ClockMessage, pending: Int
    ) {
      self.uri = uri
      self.path = path
      self.found = found
      self.steps = steps
      self.kind = kind
      self.root = root
      self.rule = rule
      self.watch = watch
      self.extraction = extraction
      self.document = document
      self.tokens = tokens
      self.changed = changed
      self.waiting = waiting
      self.match = match
      self.corrected = corrected
      self.clock = clock
      self.pending = pending
    }
  }
}

/// The method `Opened`.
///
/// Reports that a hit was opened. It is kept if QueryLog=yes, and dropped otherwise. Documents that
/// were opened before rank a little higher, most in searches for the same query; strict searches
/// ignore that.
public enum OpenedMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Opened"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The query that found it.
    public var query: String
    /// The document as a file: URI.
    public var uri: String

    /// Makes the message from its fields.
    public init(query: String, uri: String) {
      self.query = query
      self.uri = uri
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }
}

/// The method `QueryStatistics`.
///
/// Reports the queries of searches, if QueryLog=yes keeps them. Searches with prefixes=last and
/// with an offset are not counted: clients send them while a person types or turns pages.
public enum QueryStatisticsMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "QueryStatistics"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The largest number of queries in each list: 10 by default, at most 1000.
    public var limit: Int?

    /// Makes the message from its fields.
    public init(limit: Int? = nil) {
      self.limit = limit
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Whether queries are kept now.
    public var logging: Bool
    /// The number of searches that are kept.
    public var searches: Int
    /// The number of hits that were opened.
    public var opened: Int
    /// The time of the first search that is kept.
    public var since: String?
    /// The most frequent queries.
    public var popular: [AskedQueryMessage]
    /// The most frequent queries that had no hit when they were last asked.
    public var failing: [AskedQueryMessage]

    /// Makes the message from its fields.
    public init(
      logging: Bool, searches: Int, opened: Int, since: String? = nil, popular: [AskedQueryMessage],
      failing: [AskedQueryMessage]
    ) {
      self.logging = logging
      self.searches = searches
      self.opened = opened
      self.since = since
      self.popular = popular
      self.failing = failing
    }
  }
}

/// The method `ForgetQueries`.
///
/// Erases the kept queries, even if QueryLog=no.
public enum ForgetQueriesMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "ForgetQueries"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The number of searches that were erased.
    public var forgotten: Int

    /// Makes the message from its fields.
    public init(forgotten: Int) {
      self.forgotten = forgotten
    }
  }
}

/// The method `Status`.
///
/// Reports how the service is doing.
///
/// With more, the first reply comes at once, and another whenever something has changed, a few in a
/// second at most.
public enum StatusMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Status"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The version of the service.
    public var version: String
    /// Its process number.
    public var process: Int
    /// Whether it has work.
    public var state: ServiceState
    /// The folders whose files are indexed.
    public var roots: [RootMessage]
    /// The number of documents.
    public var documents: Int
    /// How many of them have no text.
    public var withoutText: Int
    /// How many of them are indexed with the beginning of their text.
    public var partial: Int
    /// How many of them could not be read.
    public var unreadable: Int
    /// How many of them were given up, or refused by the index.
    public var failed: Int
    /// How many of them need a password.
    public var locked: Int
    /// How many documents there are of each format, the most frequent first.
    public var formats: [FormatCountMessage]
    /// The documents that wait until their format can be read.
    public var waiting: [WaitingDocumentsMessage]
    /// The programs that read documents, and how they are confined.
    public var programs: [ReadingProgramMessage]
    /// The number of further documents whose root is not available now.
    public var away: Int
    /// The number of changes that wait to be indexed.
    public var pending: Int
    /// The number of folders with an inotify watch.
    public var watchedFolders: Int
    /// How often the kernel dropped events.
    public var overflows: Int
    /// The languages in which a word finds its other forms: the languages of Languages= in
    /// sittad.conf, or of the documents.
    public var languages: [String]?
    /// The size of the index files in bytes.
    public var indexBytes: Int
    /// The version of the index.
    public var clock: ClockMessage
    /// The pauses of bulk work; it continues when the last one ends.
    public var pauses: [PauseMessage]
    /// True until all files have been compared with a new index once, so that searches find only a
    /// part of them.
    public var first: Bool?
    /// With first: true as long as folders are still to be listed, so that pending does not count
    /// all files yet.
    public var looking: Bool?
    /// The new index that is being built.
    public var rebuild: IndexRebuildMessage?
    /// The repairs of the index, the newest last.
    public var recoveries: [RecoveryMessage]
    /// The time of the last check that found the index sound.
    public var checked: String?
    /// How many documents have images whose text is not known: scanned pages, and with OCR=all in
    /// sittad.conf also files that are images.
    ///
    /// Absent if there are none.
    public var scans: Int?
    /// Whether the text in these images is recognized.
    ///
    /// Absent if there are none.
    public var recognition: RecognitionState?
    /// How many documents wait for the sentence encoder of MeaningModel= in sittad.conf; until then
    /// they are found in other words by the table of meanings.
    ///
    /// Absent if there are none.
    public var unencoded: Int?
    /// The ABI of Landlock with which the kernel keeps the service from changing files outside its
    /// own folders; 0 for none.
    public var landlock: Int?
    /// The number of excluded files and folders, by rule.
    ///
    /// Each folder counts as it was when it was last compared with the disk: a file that is left
    /// out wakes nothing when it comes or goes.
    public var leftOut: [ExclusionMessage]?
    /// The registered consumers of Changes.
    ///
    /// Absent if there are none.
    public var consumers: [ConsumerMessage]?
    /// How fresh the index is, as files show that are compared while nothing else is to be done.
    ///
    /// Absent before the first one.
    public var audit: AuditMessage?
    /// The time in milliseconds, since the last change of a file, within which 95 % of the changes
    /// were found since the service started.
    ///
    /// Absent if there was none.
    public var delay: Double?
    /// The words for Sources= in sittad.conf of the programs whose mail is found in the home folder
    /// and is not indexed.
    ///
    /// Absent if there are none.
    public var unindexedMail: [String]?
    /// Sentences for people.
    public var warnings: [String]

    /// Makes the message from its fields.
    public init(
      version: String, process: Int, state: ServiceState, roots: [RootMessage], documents: Int,
      withoutText: Int, partial: Int, unreadable: Int, failed: Int, locked: Int,
      formats: [FormatCountMessage], waiting: [WaitingDocumentsMessage],
      programs: [ReadingProgramMessage], away: Int, pending: Int, watchedFolders: Int,
      overflows: Int, languages: [String]? = nil, indexBytes: Int, clock: ClockMessage,
      pauses: [PauseMessage], first: Bool? = nil, looking: Bool? = nil,
      rebuild: IndexRebuildMessage? = nil, recoveries: [RecoveryMessage], checked: String? = nil,
      scans: Int? = nil, recognition: RecognitionState? = nil, unencoded: Int? = nil,
      landlock: Int? = nil, leftOut: [ExclusionMessage]? = nil, consumers: [ConsumerMessage]? = nil,
      audit: AuditMessage? = nil, delay: Double? = nil, unindexedMail: [String]? = nil,
      warnings: [String]
    ) {
      self.version = version
      self.process = process
      self.state = state
      self.roots = roots
      self.documents = documents
      self.withoutText = withoutText
      self.partial = partial
      self.unreadable = unreadable
      self.failed = failed
      self.locked = locked
      self.formats = formats
      self.waiting = waiting
      self.programs = programs
      self.away = away
      self.pending = pending
      self.watchedFolders = watchedFolders
      self.overflows = overflows
      self.languages = languages
      self.indexBytes = indexBytes
      self.clock = clock
      self.pauses = pauses
      self.first = first
      self.looking = looking
      self.rebuild = rebuild
      self.recoveries = recoveries
      self.checked = checked
      self.scans = scans
      self.recognition = recognition
      self.unencoded = unencoded
      self.landlock = landlock
      self.leftOut = leftOut
      self.consumers = consumers
      self.audit = audit
      self.delay = delay
      self.unindexedMail = unindexedMail
      self.warnings = warnings
    }
  }
}

/// The method `Usage`.
///
/// What the service has used lately.
public enum UsageMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Usage"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// A sample for each five minutes of the last twelve hours in which it wrote to the index, the
    /// oldest first.
    public var samples: [UsageSampleMessage]

    /// Makes the message from its fields.
    public init(samples: [UsageSampleMessage]) {
      self.samples = samples
    }
  }
}

/// The method `Sync`.
///
/// Waits until everything that was written before the call is in the index.
///
/// If that needs work that is paused for longer, it fails as soon as everything else is in the
/// index. Resume with now lets that work continue.
public enum SyncMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Sync"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// How long to wait in milliseconds: 60000 by default.
    public var timeout: Int?

    /// Makes the message from its fields.
    public init(timeout: Int? = nil) {
      self.timeout = timeout
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// A version of the index that contains everything.
    public var clock: ClockMessage
    /// The number of changes that came later and wait to be indexed.
    public var pending: Int

    /// Makes the message from its fields.
    public init(clock: ClockMessage, pending: Int) {
      self.clock = clock
      self.pending = pending
    }
  }
}

/// The method `Pause`.
///
/// Pauses bulk work: until a time, until there is mains power, or for as long as the connection is
/// open.
///
/// Without parameters the call needs more: the first reply comes at once, the last one when Resume
/// was called. A pause until something replaces the one that was requested before. No pause
/// outlives the service.
public enum PauseMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Pause"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The time when the pause ends.
    public var until: String?
    /// Whether the pause ends with mains power; with until, the earlier event ends it.
    public var untilPower: Bool?

    /// Makes the message from its fields.
    public init(until: String? = nil, untilPower: Bool? = nil) {
      self.until = until
      self.untilPower = untilPower
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The pauses that are in effect now.
    public var pauses: [PauseMessage]

    /// Makes the message from its fields.
    public init(pauses: [PauseMessage]) {
      self.pauses = pauses
    }
  }
}

/// The method `Resume`.
///
/// Ends all pauses that were requested or are held, and the rest after long work.
public enum ResumeMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Resume"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Whether to override the other pauses, too: on battery, under CPU pressure and after long
    /// work, until all files are indexed.
    ///
    /// The text in images is still not recognized on battery.
    public var now: Bool?

    /// Makes the message from its fields.
    public init(now: Bool? = nil) {
      self.now = now
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The pauses that are still in effect.
    public var pauses: [PauseMessage]

    /// Makes the message from its fields.
    public init(pauses: [PauseMessage]) {
      self.pauses = pauses
    }
  }
}

/// The method `AddRoot`.
///
/// Adds a root, now and for later starts. It is kept in the service's own file
/// sittad.conf.d/99-roots.conf.
///
/// The reply comes when changes in the folder are noticed, not when all of it is indexed.
public enum AddRootMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "AddRoot"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The folder as a path or a file: URI; it may be inside another root.
    public var folder: String

    /// Makes the message from its fields.
    public init(folder: String) {
      self.folder = folder
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The folders whose files are indexed now.
    public var roots: [RootMessage]
    /// Sentences for people, if the change lasts only until the service ends for example.
    public var warnings: [String]

    /// Makes the message from its fields.
    public init(roots: [RootMessage], warnings: [String]) {
      self.roots = roots
      self.warnings = warnings
    }
  }
}

/// The method `RemoveRoot`.
///
/// Removes a root, now and for later starts. Its documents are removed from the index.
public enum RemoveRootMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "RemoveRoot"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The folder as a path or a file: URI.
    public var folder: String

    /// Makes the message from its fields.
    public init(folder: String) {
      self.folder = folder
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The folders whose files are indexed now.
    public var roots: [RootMessage]
    /// Sentences for people, if the change lasts only until the service ends for example.
    public var warnings: [String]

    /// Makes the message from its fields.
    public init(roots: [RootMessage], warnings: [String]) {
      self.roots = roots
      self.warnings = warnings
    }
  }
}

/// The method `Reload`.
///
/// Reads the configuration again, as SIGHUP does.
///
/// The reply comes when it is in effect, not when all files have been compared.
public enum ReloadMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Reload"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The folders whose files are indexed now.
    public var roots: [RootMessage]
    /// Sentences for people: which roots do not exist now, and which settings apply only to files
    /// that change.
    public var warnings: [String]

    /// Makes the message from its fields.
    public init(roots: [RootMessage], warnings: [String]) {
      self.roots = roots
      self.warnings = warnings
    }
  }
}

/// The method `Forget`.
///
/// Removes a document, or all documents below a folder, and every trace of them from the state
/// folder: words, texts and names, also in free pages, in the log, and in files that were set
/// aside.
///
/// It takes as long as writing the whole index. If sittad dies before the reply, the next one goes
/// on, unless nothing was written down yet.
public enum ForgetMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Forget"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The file or folder, as a path or a file: URI.
    public var path: String

    /// Makes the message from its fields.
    public init(path: String) {
      self.path = path
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The number of documents that were removed.
    public var documents: Int
    /// True if the file still exists and is left out from now on, under the names that it gets by
    /// renames as well, and so are copies that editors keep beside it, such as NAME~; its path is
    /// kept for that.
    public var excluded: Bool
    /// The version of the index without them.
    public var clock: ClockMessage
    /// Why their texts are not erased from the files of the index yet, as sentences: the disk is
    /// full, for example.
    ///
    /// The documents are in no answer any more, and sittad erases them as soon as it can, also
    /// after a restart.
    public var obstacle: String?

    /// Makes the message from its fields.
    public init(documents: Int, excluded: Bool, clock: ClockMessage, obstacle: String? = nil) {
      self.documents = documents
      self.excluded = excluded
      self.clock = clock
      self.obstacle = obstacle
    }
  }
}

/// The method `Remember`.
///
/// Undoes an exclusion by Forget: the file, or the folder with all forgotten files in it, is no
/// longer left out for that reason, and is indexed again if no other rule leaves it out.
///
/// The reply comes at once; Sync waits until the files are indexed.
public enum RememberMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Remember"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The file or folder, as a path or a file: URI.
    public var path: String

    /// Makes the message from its fields.
    public init(path: String) {
      self.path = path
    }
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// The paths that are no longer left out; empty if none was.
    public var paths: [LocationMessage]
    /// Another forgotten path for which this one is still left out: a folder around it, or the file
    /// that it is a copy of.
    public var excludedBy: LocationMessage?

    /// Makes the message from its fields.
    public init(paths: [LocationMessage], excludedBy: LocationMessage? = nil) {
      self.paths = paths
      self.excludedBy = excludedBy
    }
  }
}

/// The method `Rebuild`.
///
/// Builds a new index from the files, unless that is under way. The old index answers until the new
/// one is complete. Sync waits for the end.
public enum RebuildMethod: InterfaceMethod {
  /// The name in the interface.
  public static let name = "Rebuild"

  /// The parameters of a call.
  public struct Parameters: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }

  /// The parameters of a reply.
  public struct Reply: Codable, Equatable, Sendable {
    /// Makes the message from its fields.
    public init() {}
  }
}
