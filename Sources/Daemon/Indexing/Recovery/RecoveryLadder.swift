import IndexStorage

/// Decides the next repair of damage from the evidence: a value.
///
/// Nothing is thrown away before two proofs, and then the smallest part that is proved to be
/// damaged. Where a repair did not help, the next larger part is next.
struct RecoveryLadder {
  /// Evidence of damage.
  enum Evidence: Equatable {
    /// A query or a change met damage: a proof, but it does not show which part is damaged.
    case report
    /// The finding of a check.
    case found(IndexChecker.Finding)
    /// The last repair was made.
    case repaired
    /// The last repair met damage itself.
    case repairFailed
  }

  /// The next step.
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
  /// The part that was repaired since the index was sound.
  private var repaired: Rung?

  /// Decides the next step on new evidence.
  ///
  /// - Parameter evidence: the new evidence since the last call.
  /// - Returns: the next step.
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
