import LinuxSystem

/// The programs that were built together with the tests.
enum Binary: String {
  case sitta
  case sittad
  case extractor = "sitta-extract"
  case portableDocumentExtractor = "sitta-extract-pdf"
  case faultSuite = "FaultSuite"
  case session = "sitta-session"
  case feed = "sitta-feed"
  case gateway = "sitta-gateway"

  var path: FilePath {
    get throws {
      let tests = try FilePath.root.appending("proc").appending("self").appending("exe")
        .resolvingSymbolicLinks()
      return tests.parent.appending(rawValue)
    }
  }
}
