// swift-tools-version: 5.10
import PackageDescription

// A package of yours names the address of the repository and a version instead of a path.
let package = Package(
  name: "FullTextExample",
  dependencies: [.package(name: "sitta", path: "../..")],
  targets: [
    .executableTarget(
      name: "FullTextExample", dependencies: [.product(name: "FullText", package: "sitta")])
  ])
