// swift-tools-version: 6.1
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
