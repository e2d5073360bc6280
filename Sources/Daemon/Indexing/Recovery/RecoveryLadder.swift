import IndexStorage

/// Decides how to repair damage of the index.
///
/// Nothing is discarded before the damage is proved twice, and then only the smallest damaged part.
/// If a repair does not help, the next larger part is repaired.
struct RecoveryLadder {
  /// Evidence of damage.
  enum Evidence: Equatable {
    /// A query or a change met damage: this proves damage, but does not show where.
    case report
    /// The finding of a check.
    case found(IndexChecker.Finding)
    /// The last repair was completed.
    case repaired
    /// The last repair met damage.
    case repairFailed
  }

  /// The next step.
  enum Action: Equatable {
    /// Do nothing: the index is sound, or nothing is known yet.
    case nothing
    /// Check the index.
    case check
    /// Read the texts of these documents again from their files.
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
  /// The largest part that was repaired since the index was last found sound; nil for none.
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
    // That the repair has not helped also has to be proved twice.
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
