extension SearchFailure: CustomStringConvertible {
  /// A sentence for people: what failed, why, and what to do.
  public var description: String {
    switch self {
    case .invalidQuery(_, let reason): reason
    case .deadlineExceeded(let milliseconds, let partial):
      """
      The search timed out after \(milliseconds) ms\
      \(partial.isEmpty ? "" : "; these are the hits so far"). Search for rarer words.
      """
    case .notSynchronized(let pending, let reason):
      """
      The index is not up to date yet: \
      \(pending.counted("change is", plural: "changes are")) waiting\
      \(reason.map { " (\($0)). Run 'sitta resume --now' to index them now" } ?? ". Try again"), \
      or search without --sync.
      """
    case .notOnBattery:
      "The computer has mains power already, so there is nothing to wait for."
    case .isRoot(let path):
      """
      '\(path)' is a root, so it cannot be forgotten as a whole. Remove it from Roots= in \
      sittad.conf, or its word from Sources=, or run 'sitta remove-root'; that removes its documents.
      """
    case .noSuchDocument(let path):
      "'\(path)' is not in the index. 'sitta explain' says why."
    case .noVector(let reason): reason
    case .noPicture(let reason): reason
    case .indexUnavailable(let reason): "The index cannot be read now: \(reason)"
    case .notServed(_, let reason): reason
    case .noSuchFolder(let folder, let reason):
      reason ?? "'\(folder)' is not a folder that can be indexed. Check the spelling of the path."
    case .noSuchRoot(let folder):
      """
      '\(folder)' is not a root that can be removed; 'sitta status' lists the roots, of which those of \
      Sources= are removed in sittad.conf.
      """
    case .lastRoot: "This is the only root. Add another one before you remove it."
    case .invalidConfiguration(let file, let line, let reason, let isStart):
      """
      \(isStart == true ? "sittad cannot start yet." : "The configuration was not changed.") \
      \(file)\(line.map { ", line \($0)" } ?? "")\(file.isEmpty ? "" : ": ")\(reason)\
      \(isStart == true ? " Correct it, check it with 'sittad --check-config', and try again." : "")
      """
    case .configurationNotKept(let file, let reason):
      "The roots were not changed, because they cannot be stored in '\(file)': \(reason)"
    case .tooManyHits(let limit):
      "More than \(limit) documents match, which is too many to watch. Search for rarer words."
    case .tooManySubscriptions(let limit):
      "\(limit) searches are watched already, which is the limit. End one of them first."
    }
  }
}
