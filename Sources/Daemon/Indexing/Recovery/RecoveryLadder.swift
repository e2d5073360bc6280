import SearchIndex

/// What to do about damage, from what has been found: a value.
///
/// Nothing is thrown away before two proofs, and then the smallest part that is proved to be
/// damaged. Where a repair did not help, the next larger part is next.
struct RecoveryLadder {
  /// What is known of damage.
  enum Evidence: Equatable {
    /// A query or a change met damage: a proof, which does not say what is damaged.
    case report
    /// What a check found.
    case found(IndexChecker.Finding)
    /// The last repair was made.
    case repaired
    /// The last repair met damage itself.
    case repairFailed
  }

  /// What to do now.
  enum Action: Equatable {
    /// Nothing is wrong, or nothing is known yet.
    case nothing
    /// Check the index.
    case check
    /// Read the texts of these documents from their files again.
    case mendDocuments([DocumentID])
    /// Compute the postings again from the stored texts.
    case rewritePostings
    /// Build a new index.
    case rebuildFile
  }

  private enum Rung: Int {
    case documents
    case postings
    case file

    var next: Rung { Rung(rawValue: rawValue + 1) ?? .file }
  }

  private var proofs = 0
  /// What was repaired since the index was sound.
  private var repaired: Rung?

  /// Takes evidence in.
  ///
  /// - Parameter evidence: what is known since the last call.
  /// - Returns: what to do.
  mutating func action(on evidence: Evidence) -> Action {
    switch evidence {
    case .report:
      proofs = max(proofs, 1)
      return .check
    case .found(.sound):
      self = Self()
      return .nothing
    case .found(.unknown):
      return .nothing
    case .found(.damaged(let damage)):
      proofs += 1
      return proofs < 2 ? .check : repair(damage)
    case .repaired:
      return .check
    case .repairFailed:
      return climb(to: repaired?.next ?? .file, [])
    }
  }

  private mutating func repair(_ damage: IndexChecker.Damage) -> Action {
    let next = repaired?.next ?? .documents
    let (rung, texts): (Rung, [DocumentID]) =
      switch damage {
      case .texts(let documents): (.documents, documents)
      case .postings: (.postings, [])
      case .file: (.file, [])
      }
    return climb(to: rung.rawValue < next.rawValue ? next : rung, texts)
  }

  private mutating func climb(to rung: Rung, _ documents: [DocumentID]) -> Action {
    // Whether it has helped is to be proved twice as well.
    proofs = 0
    repaired = rung
    switch rung {
    case .documents: return .mendDocuments(documents)
    case .postings: return .rewritePostings
    case .file:
      self = Self()
      return .rebuildFile
    }
  }
}
