import Glibc

/// The words of a request in the order in which their postings are read.
///
/// The words of the group with the fewest rows are read whole. Then rows are known that can match, and the
/// other words are only looked up in these. This is MaxScore without bounds for each word: Turtle and Flood,
/// "Query evaluation: strategies and optimizations", 1995.
struct SegmentPlan {
  /// The most words; a row state has a bit for each.
  static let mostWords = UInt32.bitWidth

  struct Word {
    let number: Int
    let weight: Float
    let forms: [Form]

    var bit: UInt32 { 1 << UInt32(number) }
    var termCount: Int { forms.reduce(0) { $0 + $1.terms.count } }
  }

  struct Form {
    let phrase: Int
    let factor: Float
    let terms: [[UInt8]]
  }

  /// Words that are read together.
  struct Step {
    let words: [Word]
    /// The words of which a row must have one; 0 if they are optional.
    let required: UInt32
  }

  private(set) var steps: [Step] = []
  /// For each phrase that a word uses, its different terms.
  private(set) var terms: [Int: [[UInt8]]] = [:]
  let phraseCount: Int

  init(_ request: FTS5SegmentRequest) throws(FTS5SegmentError) {
    let candidates = request.candidates
    phraseCount = request.phrases.count
    guard candidates.words.count <= Self.mostWords,
      [0, phraseCount].contains(candidates.phraseCount)
    else { throw .unsupported(.phrases) }
    var words: [Word] = []
    for (number, word) in candidates.words.enumerated() {
      words.append(try Self.word(number, word, request.phrases))
      for form in words[number].forms { terms[form.phrase] = form.terms }
    }
    guard
      candidates.fields.allSatisfy({
        $0.weight >= 0 && (0...1).contains($0.lengthShare)
      }), candidates.saturation > 0
    else { throw .unsupported(.phrases) }
    try order(words, request.groups)
  }

  private static func word(
    _ number: Int, _ word: RankedWord, _ phrases: [[[UInt8]]]
  ) throws(FTS5SegmentError) -> Word {
    if word.addition != nil { throw .unsupported(.addition) }
    var forms: [Form] = []
    for form in word.forms {
      guard phrases.indices.contains(form.phrase), !phrases[form.phrase].isEmpty,
        (0...1).contains(form.factor)
      else { throw .unsupported(.phrases) }
      var terms: [[UInt8]] = []
      for term in phrases[form.phrase] where !terms.contains(term) { terms.append(term) }
      forms.append(Form(phrase: form.phrase, factor: Float(form.factor), terms: terms))
    }
    guard word.weight >= 0, word.weight < Double(Float.greatestFiniteMagnitude) else {
      throw .unsupported(.phrases)
    }
    return Word(number: number, weight: Float(word.weight), forms: forms)
  }

  private mutating func order(
    _ words: [Word], _ groups: [[Int]]
  ) throws(FTS5SegmentError) {
    guard groups.joined().allSatisfy(words.indices.contains) else {
      throw .unsupported(.phrases)
    }
    let groups = groups.isEmpty ? [Array(words.indices)] : groups.map { Set($0).sorted() }
    var known: UInt32 = 0
    for group in groups.sorted(by: { Self.size($0, words) < Self.size($1, words) }) {
      let members = group.map { words[$0] }
      steps.append(
        Step(
          words: members.filter { $0.bit & known == 0 },
          required: members.reduce(0) { $0 | $1.bit }))
      known |= steps[steps.count - 1].required
    }
    let others = words.filter { $0.bit & known == 0 }
    if !others.isEmpty { steps.append(Step(words: others, required: 0)) }
  }

  /// About which part of the rows has one of some words; see ``RankedWord/inverseDocumentFrequency(of:in:)``.
  private static func size(_ group: [Int], _ words: [Word]) -> Float {
    group.reduce(0) { $0 + expf(-words[$1].weight) }
  }
}
