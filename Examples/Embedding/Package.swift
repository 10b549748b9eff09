// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "keybridge", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding", dependencies: [.product(name: "TextInput", package: "keybridge")])
  ]
)
