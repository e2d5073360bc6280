import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

struct WeightTests {
  @Test(
    arguments: [
      (RankingWeights(), ["/title", "/seed", "/tag", "/body"]),
      (weights(0, 1, 2, 300), ["/body", "/tag", "/seed", "/title"]),
      (weights(1, 900, 0, 0), ["/seed", "/title"]),
    ])
  func `Hits in columns with more weight come first`(weights: RankingWeights, paths: [String])
    throws
  {
    let index = try TestIndex()
    for name in ["title", "tag", "body", "seed"] {
      var document = Document(status: FileStatus(), type: "text/plain")
      document.title = name == "title" ? "seed" : "other"
      document.tags = [name == "tag" ? "seed" : "other"]
      document.text = Array((name == "body" ? "seed" : "other").utf8)
      try index.writer.replace(document, at: FilePath("/\(name)"))
    }
    try index.writer.commit()
    var options = SearchOptions()
    options.weights = weights
    let hits = try IndexReader(index.store).search(Query(parsing: "seed"), options).hits
    #expect(hits.prefix(paths.count).map { "\($0.document.path)" } == paths)
  }

  private static func weights(
    _ title: Double, _ name: Double, _ tags: Double, _ body: Double
  ) -> RankingWeights {
    var weights = RankingWeights()
    (weights.title, weights.name, weights.tags, weights.body) = (title, name, tags, body)
    (weights.wholeTitle, weights.wholeName) = (0, 0)
    return weights
  }
}
