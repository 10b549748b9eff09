// SPDX-License-Identifier: Apache-2.0

@main
enum Keybridge {
  static func main() {}
}
