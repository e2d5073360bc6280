import IndexStorage

extension IndexSession {
  /// The index that is open for writing, and whether a new one is being built.
  enum Phase {
    /// No index is open: none was opened yet, or opening the next one failed; a rebuild may be unfinished.
    case closed(Rebuilding?)
    /// The index is complete.
    case complete(IndexWriter)
    /// The index is complete, and another thread checks it.
    case checking(IndexWriter, Task<Void, Never>)
    /// A new index is being built.
    case rebuilding(IndexWriter, Rebuilding)

    /// The connection that writes the index; nil if none is open.
    var writer: IndexWriter? {
      switch self {
      case .closed: nil
      case .complete(let writer), .checking(let writer, _), .rebuilding(let writer, _): writer
      }
    }

    /// The unfinished rebuild; nil if there is none.
    var rebuilding: Rebuilding? {
      get {
        switch self {
        case .closed(let rebuilding): rebuilding
        case .complete, .checking: nil
        case .rebuilding(_, let rebuilding): rebuilding
        }
      }
      set {
        guard let writer else { return self = .closed(newValue) }
        self = newValue.map { .rebuilding(writer, $0) } ?? .complete(writer)
      }
    }
  }

  /// An unfinished rebuild of the index.
  struct Rebuilding {
    let rebuild: Rebuild
    /// Whether the disk was full once; the next time, the old index is removed.
    var hasWaitedForRoom = false
  }

  /// The connection that writes the index; nil if none is open.
  var openWriter: IndexWriter? { phase.writer }

  /// The unfinished rebuild; nil if there is none.
  var rebuild: Rebuild? { phase.rebuilding?.rebuild }
}
