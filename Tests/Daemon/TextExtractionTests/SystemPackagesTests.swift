import Testing

@testable import TextExtraction

struct SystemPackagesTests {
  @Test(arguments: [
    ("ID=debian\nVERSION_CODENAME=bookworm\n", "libpoppler-cpp0v5", "libtesseract5 liblept5"),
    ("VERSION_CODENAME=trixie\nID=debian\n", "libpoppler-cpp2", "libtesseract5 libleptonica6"),
    (
      "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n", "libpoppler-cpp0t64",
      "libtesseract5 liblept5"
    ),
    (
      "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "libpoppler-cpp3",
      "libtesseract5 libleptonica6"
    ),
    ("NAME=\"Arch Linux\"\nID=arch\n", "poppler", "tesseract leptonica"),
    ("ID='fedora'\nVERSION_ID=43\n", "poppler-cpp", "tesseract leptonica"),
    ("", "poppler-cpp", "tesseract leptonica"), ("ID", "poppler-cpp", "tesseract leptonica"),
  ])
  func `Packages have the names of the system`(release: String, pdf: String, recognition: String) {
    let packages = SystemPackages(release: release, isPackage: false)
    #expect(packages.names(for: .pdf) == pdf)
    #expect(packages.names(for: .recognition) == recognition)
    let own = SystemPackages(release: release, isPackage: true)
    #expect(own.names(for: .pdf) == "sitta-pdf" && own.names(for: .recognition) == "sitta-ocr")
    #expect(own.names(for: .archives) == packages.names(for: .archives))
  }
}
